import type { INodeProperties } from 'n8n-workflow';

import { routingOf } from '../../api/routing';
import { notForAgents } from '../../shared/notForAgents';
import * as checkPaths from './checkPaths';
import * as get from './get';

export const accountMenu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['account'] } },
	// prettier-ignore
	options: [
		{ name: 'Check Endpoint Paths', value: 'checkPaths', action: 'Check endpoint paths', description: 'Find out which paths your account has, by read requests only', displayOptions: notForAgents, routing: routingOf('contactList.getAll') },
		{ name: 'Get', value: 'get', action: 'Get account', description: 'Get the account that the access token belongs to', routing: routingOf('account.get') },
	],
	default: 'get',
};

export const accountOperations = {
	'account.checkPaths': checkPaths,
	'account.get': get,
};
