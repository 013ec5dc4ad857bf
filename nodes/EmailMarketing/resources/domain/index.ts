import type { INodeProperties } from 'n8n-workflow';

import { routingOf } from '../../api/routing';
import { notForAgents } from '../../shared/notForAgents';
import * as create from './create';
import * as remove from './delete';
import * as getAll from './getAll';

export const domainMenu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['domain'] } },
	// prettier-ignore
	options: [
		{ name: 'Create', value: 'create', action: 'Create domain', description: 'Create a sending domain and get the DNS records that verify it', displayOptions: notForAgents, routing: routingOf('domain.create') },
		{ name: 'Delete', value: 'delete', action: 'Delete domain', description: 'Delete a sending domain', displayOptions: notForAgents, routing: routingOf('domain.delete') },
		{ name: 'Get Many', value: 'getAll', action: 'Get many domains', description: 'Get many sending domains', routing: routingOf('domain.getAll') },
	],
	default: 'getAll',
};

export const domainOperations = {
	'domain.create': create,
	'domain.delete': remove,
	'domain.getAll': getAll,
};
