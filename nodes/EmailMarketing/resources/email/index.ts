import type { INodeProperties } from 'n8n-workflow';

import { routingOf } from '../../api/routing';
import * as send from './send';

export const emailMenu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['email'] } },
	// prettier-ignore
	options: [
		{ name: 'Send', value: 'send', action: 'Send email', description: 'Queue one email for sending', routing: routingOf('email.send') },
	],
	default: 'send',
};

export const emailOperations = {
	'email.send': send,
};
