import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { byId, defined } from './support';

/** Parameters that operations require on the sandbox. Each operation reads its own; all others have their defaults. */
export function requiredParameters({ state }: Sandbox): INodeParameters {
	const { campaigns, contactLists, domains, templates } = state;
	const list = defined(contactLists[0]);
	const subscriber = defined(
		list.subscribers.find(({ mails, unsubscribedAt }) => mails.length > 0 && unsubscribedAt === null),
	);
	return {
		campaign: byId(defined(campaigns[0]).uuid),
		contactList: byId(list.uuid),
		domain: byId(defined(domains[0]).uuid),
		subscriber: byId(subscriber.uuid),
		template: byId(defined(templates[0]).uuid),
		name: 'mail.example.org',
		email: 'new@example.com',
		toEmail: 'new@example.com',
		subject: 'Hello',
		html: '<p>Hello</p>',
		addTags: 'quite new',
		// A campaign's name is among its simplified fields; others that are sent come after these.
		updateFields: { name: 'Spring', lastName: 'Lovelace' },
	};
}
