import type { Operations } from '../execution/Operation';
import { accountOperations } from './account';
import { campaignOperations } from './campaign';
import { contactListOperations } from './contactList';
import { domainOperations } from './domain';
import { emailOperations } from './email';
import { subscriberOperations } from './subscriber';
import { templateOperations } from './template';

/** Every operation of the catalogue: a missing one does not compile. */
export const operations: Operations = {
	...accountOperations,
	...campaignOperations,
	...contactListOperations,
	...domainOperations,
	...emailOperations,
	...subscriberOperations,
	...templateOperations,
};
