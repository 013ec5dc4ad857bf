import { sendOne } from '../../execution/standard';
import { additionalFields } from '../../panel/collections';
import { extraFieldsField, nameField } from '../../panel/fields';

export const description = [
	{ ...nameField, description: 'The domain to send emails from', placeholder: 'e.g. mail.example.com' },
	additionalFields([extraFieldsField]),
];

export const execute = sendOne;
