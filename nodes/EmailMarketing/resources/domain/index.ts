import { resourceOf } from '../../panel/operationMenu';
import * as create from './create';
import * as remove from './delete';
import * as getAll from './getAll';

// prettier-ignore
const rows = [
	{ name: 'Create', value: 'create', operation: create, done: 'created', action: 'Create domain', description: 'Create a sending domain and generate its DNS records', isHiddenFromAgents: true },
	{ name: 'Delete', value: 'delete', operation: remove, done: 'deleted', action: 'Delete domain', description: 'Delete a sending domain', isHiddenFromAgents: true },
	{ name: 'Get Many', value: 'getAll', operation: getAll, done: 'read', action: 'Get many domains', description: 'Get many sending domains' },
] as const;

export const domain = resourceOf('Domain', 'domain', 'getAll', rows);
