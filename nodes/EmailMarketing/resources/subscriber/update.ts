import { dataModeField, updateFields } from '../../shared/collections';
import { emailField, extraFieldsField, firstNameField, lastNameField, tagsField } from '../../shared/fields';
import { contactListLocator, subscriberLocator } from '../../shared/locators';
import type { OperationDescription } from '../../shared/operationDescription';
import { optionsWith } from '../../shared/options';

export const subscriberUpdateDescription: OperationDescription = {
	key: 'subscriber.update',
	properties: [
		contactListLocator,
		subscriberLocator,
		dataModeField,
		updateFields([{ ...emailField, required: false }, extraFieldsField, firstNameField, lastNameField, tagsField]),
		optionsWith(),
	],
};
