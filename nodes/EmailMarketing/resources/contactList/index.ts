import { resourceOf } from '../../panel/operationMenu';
import * as create from './create';
import * as getAll from './getAll';

// prettier-ignore
const rows = [
	{ name: 'Create', value: 'create', operation: create, done: 'created', action: 'Create contact list', description: 'Create a contact list' },
	{ name: 'Get Many', value: 'getAll', operation: getAll, done: 'read', action: 'Get many contact lists', description: 'Get many contact lists' },
] as const;

export const contactList = resourceOf('Contact List', 'contactList', 'getAll', rows);
