import { sendOne } from '../../execution/standard';
import { additionalFields } from '../../shared/collections';
import { extraFieldsField, nameField } from '../../shared/fields';

export const description = [{ ...nameField, placeholder: 'e.g. Newsletter' }, additionalFields([extraFieldsField])];

export const execute = sendOne;
