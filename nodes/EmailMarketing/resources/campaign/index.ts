import { operationMenu } from '../../panel/operationMenu';
import * as create from './create';
import * as remove from './delete';
import * as getAll from './getAll';
import * as update from './update';

// prettier-ignore
export const campaignMenu = operationMenu('campaign', 'getAll', [
	{ name: 'Create', value: 'create', action: 'Create campaign', description: 'Create a campaign' },
	{ name: 'Delete', value: 'delete', action: 'Delete campaign', description: 'Delete a campaign' },
	{ name: 'Get Many', value: 'getAll', action: 'Get many campaigns', description: 'Get many campaigns with their counters' },
	{ name: 'Update', value: 'update', action: 'Update campaign', description: 'Change fields of a campaign' },
]);

export const campaignOperations = {
	'campaign.create': create,
	'campaign.delete': remove,
	'campaign.getAll': getAll,
	'campaign.update': update,
};
