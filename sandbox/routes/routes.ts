import { accountRoutes } from './account';
import { campaignRoutes } from './campaigns';
import { contactListRoutes } from './contact-lists';
import { domainRoutes } from './domains';
import { emailRoutes } from './emails';
import { subscriberRoutes } from './subscribers';
import { templateRoutes } from './templates';

/** Every operation of the contract by its operationId. */
export const routes = {
	...accountRoutes,
	...campaignRoutes,
	...contactListRoutes,
	...domainRoutes,
	...emailRoutes,
	...subscriberRoutes,
	...templateRoutes,
};
