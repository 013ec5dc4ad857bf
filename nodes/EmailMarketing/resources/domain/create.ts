import { sendOne } from '../../execution/standard';
import { additionalFields } from '../../shared/collections';
import { extraFieldsField, nameField } from '../../shared/fields';

export const description = [
	{ ...nameField, description: 'The domain that emails are to be sent from', placeholder: 'e.g. mail.example.com' },
	additionalFields([extraFieldsField]),
];

export const execute = sendOne;
