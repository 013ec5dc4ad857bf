import type { INodeProperties } from 'n8n-workflow';

import { routingOf } from '../../api/routing';
import * as get from './get';

export const accountMenu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['account'] } },
	// prettier-ignore
	options: [
		{ name: 'Get', value: 'get', action: 'Get account', description: 'Get the account that the access token belongs to', routing: routingOf('account.get') },
	],
	default: 'get',
};

export const accountOperations = {
	'account.get': get,
};
