import type { Context } from 'openapi-backend';
import type { SandboxContext } from '../store/store';
import { accountToJson } from '../to-json';

export const accountRoutes = {
	'account.get': (_context: Context, { store }: SandboxContext) => ({ account: accountToJson(store.account) }),
};
