import { operationMenu } from '../../panel/operationMenu';
import * as checkPaths from './checkPaths';
import * as get from './get';

// prettier-ignore
export const accountMenu = operationMenu('account', 'get', [
	{ name: 'Check Endpoint Paths', value: 'checkPaths', action: 'Check endpoint paths', description: 'Test the paths that only read data, and suggest corrections', isHiddenFromAgents: true, endpoint: 'contactList.getAll' },
	{ name: 'Get', value: 'get', action: 'Get account', description: 'Get the account that the access token belongs to' },
]);

export const accountOperations = { 'account.checkPaths': checkPaths, 'account.get': get };
