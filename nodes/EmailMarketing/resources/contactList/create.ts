import { updateDisplayOptions } from 'n8n-workflow';

import { sendOne } from '../../execution/standard';
import { additionalFields } from '../../shared/collections';
import { extraFieldsField, nameField } from '../../shared/fields';

export const description = updateDisplayOptions({ show: { resource: ['contactList'], operation: ['create'] } }, [
	{ ...nameField, placeholder: 'e.g. Newsletter' },
	additionalFields([extraFieldsField]),
]);

export const execute = sendOne;
