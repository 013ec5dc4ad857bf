import { additionalFields, dataModeField, whenDefinedBelow } from '../../shared/collections';
import { emailField, firstNameField, lastNameField, tagsField } from '../../shared/fields';
import { contactListLocator } from '../../shared/locators';
import type { OperationDescription } from '../../shared/operationDescription';
import { optionsWith } from '../../shared/options';

export const subscriberCreateDescription: OperationDescription = {
	key: 'subscriber.create',
	properties: [
		contactListLocator,
		dataModeField,
		{ ...emailField, ...whenDefinedBelow },
		additionalFields([firstNameField, lastNameField, tagsField]),
		optionsWith(),
	],
};
