import type { Routes } from './route';
import { accountToJson } from '../to-json';

export const accountRoutes: Routes<'account'> = {
	'account.get': (_call, { store }) => ({ account: accountToJson(store.account) }),
};
