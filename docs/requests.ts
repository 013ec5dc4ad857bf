import type { EndpointKey } from '../nodes/EmailMarketing/api/endpoints';
import { operations } from '../nodes/EmailMarketing/resources/operations';

/** An operation of the node. */
export type Key = keyof typeof operations;

/** Requests, and when each of them is sent. Names of the panel stand between asterisks. */
export type Requests = Partial<Record<EndpointKey, string>>;

const missingFields =
	'before the update, if the list does not show email, names and tags, or was read more than a minute ago';

/** What an operation sends besides its own request or, where it has none of its own, at all. test/docs/requests.test.ts sends them. */
const table: Partial<Record<Key, Requests>> = {
	'account.checkPaths': {
		'account.get': 'once, and with up to eight other spellings of its path where nothing is found',
		'campaign.getAll': 'for the first page, with other spellings likewise',
		'contactList.getAll': 'likewise',
		'domain.getAll': 'likewise',
		'template.getAll': 'likewise',
		'subscriber.getAll': 'likewise, with the first contact list; up to sixteen more times to find searches',
		'subscriber.get': 'likewise, with the first subscriber of that list',
	},
	'subscriber.import': {
		'subscriber.getAll':
			'once for each contact list, before the rows, if *Skip Unsubscribed People* is on; once more if entries may be missing',
	},
	'subscriber.sync': {
		'subscriber.getAll':
			'once for each contact list, to compare it with the rows; once more if much is missing, with *Create in Bulk* if anything is',
		'subscriber.create': 'for each row that is not in the list',
		'subscriber.import': 'instead with *Create in Bulk*, many rows in one request',
		'subscriber.update': 'for each row that differs, and each subscriber who loses a tag by *Remove Tag*',
		'subscriber.get': `for each subscriber to toggle, before the toggle; for each subscriber to delete whom the list showed more than a minute ago; ${missingFields}`,
		'subscriber.toggleSubscription': 'for each subscriber to unsubscribe or resubscribe, *Rows That Opt Out* included',
		'subscriber.delete': 'for each subscriber to delete',
	},
	'subscriber.tag': {
		'subscriber.get':
			'for each subscriber given *By ID*, or if the list does not show email, names and tags, or was read more than a minute ago',
		'subscriber.update': 'where the tags change',
	},
	'subscriber.toggleSubscription': {
		'subscriber.get':
			'before the toggle, which is not sent if the state is already right; again while it contradicts what was set within the last minute, or if the toggle has to wait',
	},
	'subscriber.update': { 'subscriber.get': `where *Subscriber* is given *By Email*, ${missingFields}` },
	'template.togglePublish': {
		'template.getAll': 'before the toggle, which is not sent if the state is already right; once per template in a run',
	},
	'subscriber.upsert': {
		'subscriber.create': 'for each item whose email is not known from an earlier item or from the list',
		'subscriber.getAll':
			'once for each contact list, the first time the service rejects an email as taken, or first if its create is known to update; once more if much is missing',
		'subscriber.update': 'for each item whose subscriber is in the list and differs',
		'subscriber.get': `before each toggle; ${missingFields}`,
		'subscriber.toggleSubscription': 'for each subscriber to resubscribe, with *Resubscribe*',
	},
};

/** What an operation may send besides its own request; what is sent again after a failure is the same request. */
export function requestsOf(key: Key): Requests {
	const modes = operations[key].description.flatMap((property) => property.modes ?? []);
	const lookUp: Requests = modes.some(({ name }) => name === 'email')
		? { 'subscriber.getAll': 'once for each contact list, where *Subscriber* is given *By Email*' }
		: {};
	return { ...table[key], ...lookUp };
}
