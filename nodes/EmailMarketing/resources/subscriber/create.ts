import { updateDisplayOptions } from 'n8n-workflow';

import { sendOne } from '../../execution/standard';
import { additionalFields, dataModeField, whenDefinedBelow } from '../../shared/collections';
import { emailField, firstNameField, lastNameField, tagsField } from '../../shared/fields';
import { contactListLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['create'] } }, [
	contactListLocator,
	dataModeField,
	{ ...emailField, ...whenDefinedBelow },
	additionalFields([firstNameField, lastNameField, tagsField]),
	optionsWith(),
]);

export const execute = sendOne;
