import { operationMenu } from '../../panel/operationMenu';
import * as create from './create';
import * as getAll from './getAll';

// prettier-ignore
export const contactListMenu = operationMenu('contactList', 'getAll', [
	{ name: 'Create', value: 'create', action: 'Create contact list', description: 'Create a contact list' },
	{ name: 'Get Many', value: 'getAll', action: 'Get many contact lists', description: 'Get many contact lists' },
]);

export const contactListOperations = { 'contactList.create': create, 'contactList.getAll': getAll };
