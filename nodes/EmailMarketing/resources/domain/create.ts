import { sendOne } from '../../execution/standard';
import { additionalFields } from '../../shared/collections';
import { extraFieldsField, nameField } from '../../shared/fields';

export const description = [
	{ ...nameField, description: 'The domain to send emails from', placeholder: 'e.g. mail.example.com' },
	additionalFields([extraFieldsField]),
];

export const execute = sendOne;
