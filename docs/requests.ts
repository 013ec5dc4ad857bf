import type { EndpointKey } from '../nodes/EmailMarketing/api/endpoints';
import { operations } from '../nodes/EmailMarketing/resources/operations';

/** An operation of the node. */
export type Key = keyof typeof operations;

/** Requests, and when each of them is sent. Names of the panel stand between asterisks. */
export type Requests = Partial<Record<EndpointKey, string>>;

const stateReadings =
	'before the toggle (none is sent where the state is right already), and after it where its answer does not say the state';
const differences =
	'with what differs; where the service then misses the email, or has emptied what was not sent, with all that is known of them';

const tagLook = 'for everybody whose tags change where *Tags Mode* is *Add* or *Remove*, before the update';
const hiddenTagsLook =
	'for up to five of those who are in the rows, where the list shows no tags of anybody, to see that it does not leave them out';
const firstLook =
	'after the first update of a run (up to five, as long as none can be read), where its answer does not show all that was not sent, to see that it was not emptied; and after the first of somebody who is unsubscribed, where it does not show the state; once more a second later, where what was changed is shown as before';

/** What an operation sends besides its own request or, where it has none of its own, at all. test/docs/requests.test.ts sends them. */
const table: Partial<Record<Key, Requests>> = {
	'account.checkPaths': {
		'account.get':
			'once, and up to eight other spellings of its path where nothing is found; and once at a path that does not exist, to know what the service gives there',
		'campaign.getAll': 'the first page, and other spellings likewise',
		'contactList.getAll': 'likewise',
		'domain.getAll': 'likewise',
		'template.getAll': 'likewise',
		'subscriber.getAll': 'likewise, with the first contact list; where that is empty, with the second and the third',
		'subscriber.get': 'likewise, with the first subscriber that there is',
	},
	'subscriber.import': {
		'subscriber.getAll':
			'once for each contact list, before the rows, with *Read List First*, or where *Tags Mode* is *Add* or *Remove*',
		'subscriber.get': `where *Tags Mode* is *Add* or *Remove*, ${hiddenTagsLook}`,
	},
	'subscriber.sync': {
		'subscriber.getAll': 'once for each contact list, to compare it with the rows',
		'subscriber.create': 'for each row whose email is not in the list',
		'subscriber.import': 'instead of that with *Use Import*, many rows in one request',
		'subscriber.update': `for each row that differs, ${differences}`,
		'subscriber.get': `for everybody who is toggled: ${stateReadings}; ${tagLook}; where it is *Remove*, ${hiddenTagsLook}; ${firstLook}`,
		'subscriber.toggleSubscription': 'for everybody whom *Removal* unsubscribes or *Resubscribe* subscribes',
		'subscriber.delete': 'for everybody whom *Removal* deletes',
	},
	'subscriber.toggleSubscription': {
		'subscriber.get': `where *Change To* is *Unsubscribed* or *Subscribed*, ${stateReadings}; where it is *The Other State (Toggle)*, after the toggle, where its answer does not give the subscriber`,
	},
	'subscriber.update': {
		'subscriber.get':
			'for each item with tags where *Tags Mode* is *Add* or *Remove*, before the update (none is sent where nothing changes); and after the first update of a run *By Email*, as with Create or Update',
	},
	'subscriber.upsert': {
		'subscriber.create':
			'for each item whose email is not known yet, from the list where that was read, or from an item before it',
		'subscriber.getAll':
			'once for each contact list: when the service first says that an email is there, or before the first create with *Read List First* or, for items with tags, where *Tags Mode* is *Add* or *Remove*',
		'subscriber.update': `for those who are there and differ, ${differences}; also where the answer to a create shows somebody who was there before, and otherwise than was sent`,
		'subscriber.get': `for an item whose email has an update behind it that may or may not have been done, before anything else is sent for it; ${tagLook}; where it is *Remove*, for everybody who is there, where the list shows no tags of anybody; ${firstLook}`,
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
