import type { Context } from 'openapi-backend';
import type { World } from '../store/store';
import { accountOnTheWire } from '../wire';

export const accountRoutes = {
	'account.get': (_context: Context, { store }: World) => ({ account: accountOnTheWire(store.account) }),
};
