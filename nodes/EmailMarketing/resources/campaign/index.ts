import { resourceOf } from '../../panel/operationMenu';
import * as create from './create';
import * as remove from './delete';
import * as getAll from './getAll';
import * as update from './update';

// prettier-ignore
const rows = [
	{ name: 'Create', value: 'create', operation: create, done: 'created', action: 'Create campaign', description: 'Create a campaign' },
	{ name: 'Delete', value: 'delete', operation: remove, done: 'deleted', action: 'Delete campaign', description: 'Delete a campaign' },
	{ name: 'Get Many', value: 'getAll', operation: getAll, done: 'read', action: 'Get many campaigns', description: 'Get many campaigns with their counters' },
	{ name: 'Update', value: 'update', operation: update, done: 'updated', action: 'Update campaign', description: 'Change fields of a campaign' },
] as const;

export const campaign = resourceOf('Campaign', 'campaign', 'getAll', rows);
