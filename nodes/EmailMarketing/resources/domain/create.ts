import { updateDisplayOptions } from 'n8n-workflow';

import { sendOne } from '../../execution/standard';
import { additionalFields } from '../../shared/collections';
import { extraFieldsField, nameField } from '../../shared/fields';

export const description = updateDisplayOptions({ show: { resource: ['domain'], operation: ['create'] } }, [
	{ ...nameField, description: 'The domain that emails are to be sent from', placeholder: 'e.g. mail.example.com' },
	additionalFields([extraFieldsField]),
]);

export const execute = sendOne;
