import { accountToJson } from '../to-json';
import { campaignRoutes } from './campaigns';
import { contactListRoutes } from './contact-lists';
import { domainRoutes } from './domains';
import { emailRoutes } from './emails';
import type { Routes } from './route';
import { subscriberRoutes } from './subscribers';
import { templateRoutes } from './templates';

const account: Routes<'account'> = {
	'account.get': (_call, { store }) => ({ account: accountToJson(store.account) }),
};

/** Every operation of the contract by its operationId. */
export const routes = {
	...account,
	...campaignRoutes,
	...contactListRoutes,
	...domainRoutes,
	...emailRoutes,
	...subscriberRoutes,
	...templateRoutes,
};
