import { accountToJson } from '../to-json';
import type { Routes } from './route';

export const accountRoutes: Routes<'account'> = {
	'account.get': (_call, { store }) => ({ account: accountToJson(store.account) }),
};
