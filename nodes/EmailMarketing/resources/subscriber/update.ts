import { updateDisplayOptions } from 'n8n-workflow';

import { sendOne } from '../../execution/standard';
import { dataModeField, updateFields } from '../../shared/collections';
import { emailField, extraFieldsField, firstNameField, lastNameField, tagsField } from '../../shared/fields';
import { contactListLocator, subscriberLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['update'] } }, [
	contactListLocator,
	subscriberLocator,
	dataModeField,
	updateFields([{ ...emailField, required: false }, extraFieldsField, firstNameField, lastNameField, tagsField]),
	optionsWith(),
]);

export const execute = sendOne;
