import { ContactList } from './contact-list';
import type { Moment, Store, Subscriber } from './store';

/** A copy of a store, with nothing in common, in which everything happened `by` milliseconds later. */
export function copyStore(store: Store, by: number): Store {
	const copySubscriber = (subscriber: Subscriber): Subscriber => ({
		...subscriber,
		tags: [...subscriber.tags],
		unsubscribedAt: later(subscriber.unsubscribedAt),
		createdAt: later(subscriber.createdAt),
		updatedAt: later(subscriber.updatedAt),
		mails: subscriber.mails.map((mail) => ({
			...mail,
			createdAt: later(mail.createdAt),
			sentAt: later(mail.sentAt),
			openedAt: later(mail.openedAt),
			clickedAt: later(mail.clickedAt),
		})),
	});

	function copyList({ id, uuid, name, createdAt, subscribers }: ContactList): ContactList {
		const list = new ContactList(id, uuid, name, later(createdAt));
		for (const subscriber of subscribers) list.add(copySubscriber(subscriber));
		return list;
	}

	function later<M extends Moment | null>(moment: M): M {
		return (moment === null ? null : moment + by) as M;
	}

	return {
		account: { ...store.account, createdAt: later(store.account.createdAt) },
		domains: store.domains.map((domain) => ({
			...domain,
			dnsRecords: structuredClone(domain.dnsRecords),
			createdAt: later(domain.createdAt),
		})),
		templates: store.templates.map((template) => ({
			...template,
			createdAt: later(template.createdAt),
			updatedAt: later(template.updatedAt),
		})),
		contactLists: store.contactLists.map(copyList),
		campaigns: store.campaigns.map((campaign) => ({
			...campaign,
			sendingSince: later(campaign.sendingSince),
			createdAt: later(campaign.createdAt),
		})),
		outbox: [],
	};
}
