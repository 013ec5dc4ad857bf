import type { Operations } from '../execution/Operation';
import { account } from './account';
import { campaign } from './campaign';
import { contactList } from './contactList';
import { domain } from './domain';
import { email } from './email';
import { subscriber } from './subscriber';
import { template } from './template';

export const resources = [account, campaign, contactList, domain, email, subscriber, template];

/** Every operation of the catalogue: a missing one does not compile. */
export const operations: Operations = {
	...account.operations,
	...campaign.operations,
	...contactList.operations,
	...domain.operations,
	...email.operations,
	...subscriber.operations,
	...template.operations,
};
