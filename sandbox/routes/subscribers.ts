import type { components } from '../../contract/types';
import { paginate } from '../paging';
import { rejected } from '../http-error';
import { found } from '../searches';
import type { ContactList } from '../store/contact-list';
import { findContactList, findSubscriber } from '../store/find';
import { taken, type Subscriber } from '../store/records';
import type { SandboxContext } from '../store/store';
import { mailToJson, subscriberToJson } from '../to-json';
import type { Routes } from './route';

type SubscriberFields = components['schemas']['CreateOrUpdateSubscriberRequest'];

export const subscriberRoutes: Routes<'subscriber'> = {
	'subscriber.getAll': ({ request }, { store, searches }) => {
		const list = findContactList(store, request.params);
		const subscribers = searches ? found(list, request.query) : list.subscribers;
		return paginate(subscribers, (subscriber) => subscriberToJson(subscriber, list, store.account), request);
	},

	'subscriber.create': ({ request }, context) => {
		const list = findContactList(context.store, request.params);
		refuseTakenEmail(list, request.requestBody.email);
		const subscriber = add(list, request.requestBody, context);
		return { message: 'Subscriber created.', subscriber: subscriberToJson(subscriber, list, context.store.account) };
	},

	'subscriber.get': ({ request }, { store }) => {
		const list = findContactList(store, request.params);
		const subscriber = findSubscriber(store, request.params);
		return {
			subscriber: subscriberToJson(subscriber, list, store.account),
			mails: paginate(subscriber.mails, mailToJson, request),
		};
	},

	'subscriber.update': ({ request }, { store, now }) => {
		const list = findContactList(store, request.params);
		const subscriber = findSubscriber(store, request.params);
		if (request.requestBody.email !== undefined) refuseTakenEmail(list, request.requestBody.email, subscriber);
		change(list, subscriber, request.requestBody, now());
		return { message: 'Subscriber updated.', subscriber: subscriberToJson(subscriber, list, store.account) };
	},

	'subscriber.delete': ({ request }, { store }) => {
		findContactList(store, request.params).remove(findSubscriber(store, request.params));
		return { message: 'Subscriber deleted.' };
	},

	'subscriber.toggleSubscription': ({ request }, { store, now }) => {
		const subscriber = findSubscriber(store, request.params);
		subscriber.updatedAt = now();
		subscriber.unsubscribedAt = subscriber.unsubscribedAt === null ? subscriber.updatedAt : null;
		return { message: subscriber.unsubscribedAt === null ? 'Subscriber subscribed.' : 'Subscriber unsubscribed.' };
	},

	'subscriber.import': ({ request }, context) => {
		const list = findContactList(context.store, request.params);
		const before = list.subscribers.length;
		for (const row of request.requestBody.subscribers) {
			const subscriber = list.withEmail(row.email);
			if (subscriber === undefined) add(list, row, context);
			else change(list, subscriber, row, context.now());
		}
		const rows = request.requestBody.subscribers.length;
		const created = list.subscribers.length - before;
		return { message: `${rows} subscribers imported: ${created} created, ${rows - created} updated.` };
	},
};

function add(
	list: ContactList,
	fields: SubscriberFields & { email: string },
	{ faker, now }: SandboxContext,
): Subscriber {
	const createdAt = now();
	const subscriber: Subscriber = {
		uuid: faker.string.uuid(),
		firstName: fields.first_name ?? null,
		lastName: fields.last_name ?? null,
		email: fields.email,
		tags: fields.tags ?? [],
		unsubscribedAt: null,
		createdAt,
		updatedAt: createdAt,
		mails: [],
	};
	list.add(subscriber);
	return subscriber;
}

/** Sets the fields that were sent, empty ones too. */
function change(list: ContactList, subscriber: Subscriber, fields: SubscriberFields, updatedAt: number): void {
	subscriber.firstName = taken(fields.first_name, subscriber.firstName);
	subscriber.lastName = taken(fields.last_name, subscriber.lastName);
	if (fields.email !== undefined) list.changeEmail(subscriber, fields.email);
	subscriber.tags = fields.tags ?? subscriber.tags;
	subscriber.updatedAt = updatedAt;
}

function refuseTakenEmail(list: ContactList, email: string, owner?: Subscriber): void {
	const holder = list.withEmail(email);
	if (holder !== undefined && holder !== owner) throw rejected({ email: ['The email has already been taken.'] });
}
