import { sendOne } from '../../execution/standard';
import { additionalFields } from '../../panel/collections';
import { extraFieldsField, nameField } from '../../panel/fields';

export const description = [{ ...nameField, placeholder: 'e.g. Newsletter' }, additionalFields([extraFieldsField])];

export const execute = sendOne;
