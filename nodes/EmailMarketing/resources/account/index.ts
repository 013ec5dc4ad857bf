import { resourceOf } from '../../panel/operationMenu';
import * as checkPaths from './checkPaths';
import * as get from './get';

// prettier-ignore
const rows = [
	{ name: 'Get', value: 'get', operation: get, done: 'read', action: 'Get account', description: 'Get the account that the access token belongs to' },
	{ name: 'Check Endpoint Paths', value: 'checkPaths', operation: checkPaths, done: 'checked', action: 'Check endpoint paths', description: 'Test the paths that only read data, and suggest corrections', isHiddenFromAgents: true },
] as const;

export const account = resourceOf('Account', 'account', 'get', rows);
