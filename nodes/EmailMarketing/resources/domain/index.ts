import { operationMenu } from '../../panel/operationMenu';
import * as create from './create';
import * as remove from './delete';
import * as getAll from './getAll';

// prettier-ignore
export const domainMenu = operationMenu('domain', 'getAll', [
	{ name: 'Create', value: 'create', action: 'Create domain', description: 'Create a sending domain and get its DNS records', isHiddenFromAgents: true },
	{ name: 'Delete', value: 'delete', action: 'Delete domain', description: 'Delete a sending domain', isHiddenFromAgents: true },
	{ name: 'Get Many', value: 'getAll', action: 'Get many domains', description: 'Get many sending domains' },
]);

export const domainOperations = { 'domain.create': create, 'domain.delete': remove, 'domain.getAll': getAll };
