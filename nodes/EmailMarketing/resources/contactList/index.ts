import type { INodeProperties } from 'n8n-workflow';

import { routingOf } from '../../api/routing';
import * as create from './create';
import * as getAll from './getAll';

export const contactListMenu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['contactList'] } },
	// prettier-ignore
	options: [
		{ name: 'Create', value: 'create', action: 'Create contact list', description: 'Create a contact list', routing: routingOf('contactList.create') },
		{ name: 'Get Many', value: 'getAll', action: 'Get many contact lists', description: 'Get many contact lists', routing: routingOf('contactList.getAll') },
	],
	default: 'getAll',
};

export const contactListOperations = {
	'contactList.create': create,
	'contactList.getAll': getAll,
};
