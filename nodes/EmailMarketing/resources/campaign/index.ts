import type { INodeProperties } from 'n8n-workflow';

import { routingOf } from '../../api/routing';
import * as create from './create';
import * as remove from './delete';
import * as getAll from './getAll';
import * as update from './update';

export const campaignMenu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['campaign'] } },
	// prettier-ignore
	options: [
		{ name: 'Create', value: 'create', action: 'Create campaign', description: 'Create a campaign', routing: routingOf('campaign.create') },
		{ name: 'Delete', value: 'delete', action: 'Delete campaign', description: 'Delete a campaign', routing: routingOf('campaign.delete') },
		{ name: 'Get Many', value: 'getAll', action: 'Get many campaigns', description: 'Get many campaigns with their counters', routing: routingOf('campaign.getAll') },
		{ name: 'Update', value: 'update', action: 'Update campaign', description: 'Change fields of a campaign', routing: routingOf('campaign.update') },
	],
	default: 'getAll',
};

export const campaignOperations = {
	'campaign.create': create,
	'campaign.delete': remove,
	'campaign.getAll': getAll,
	'campaign.update': update,
};
