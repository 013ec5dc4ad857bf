import type { EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { operations } from '../../nodes/EmailMarketing/resources/operations';
import { rowKeys } from '../../nodes/EmailMarketing/rows/results';
import type { JsonRecord } from '../../nodes/EmailMarketing/shared/values';
import { itemIn, propertiesOf, responseSchema, sampleOf } from './contract';

/** An operation of the node. */
export type Key = keyof typeof operations;

/** Requests, and when each of them is sent. */
export type Requests = Readonly<Partial<Record<EndpointKey, string>>>;

/** What menu, endpoint and contract do not say about an operation. */
interface Text {
	/** What it does, in five sentences at most. */
	readonly does: string;
	/** Requests besides its own. Names of the panel are between asterisks. test/docs/requests.test.ts sends them. */
	readonly sends?: Requests;
	/** A sample of its output, if that is neither a row nor the resource in the response. */
	readonly returns?: JsonRecord;
	/** What the node adds to the resource. */
	readonly adds?: JsonRecord;
}

/** The output for a row, described once for the operations that return rows. */
export const rowsText =
	'Import, Create, Create or Update and Sync List return one item per row, always with `action`, `email`, `note`, `first_name`, `last_name`, `tags` and `is_subscribed`, in this order; Create adds `uuid`. `note` says in a few words what changed and why. Text that is not there is empty; `is_subscribed` is `true`, `false` or `null`. *Add Details* adds `uuid`, `changes`, `reason` and `consent` (the cells that agreed, or `Everyone`), and *Include Input Fields* the original row under `input`. *Output: Changes* omits unchanged and skipped rows, but for opt-outs of people who are still subscribed. *Output: Summary* returns one item per contact list: `contact_list` (its name, or its ID if it was chosen by ID), `rows`, the number of rows for each action, of skipped ones those that are `opted_out`, `contradicted` or `repeated`, and `uuid` (its ID). An `action` is `created`, `updated`, `unchanged`, `imported`, `resubscribed`, `unsubscribed`, `deleted`, `untagged`, `held`, `skipped`, `rejected`, `failed` or `unknown`; [Contact lists](lists.md) explains these, the columns, and how rows opt out.';

const listed = 'Reads as many pages of the list as *Limit* needs, or all of them with *Return All*.';
const deletion =
	'Returns `{"deleted": true, "uuid": "…"}`. If the response is lost, the delete is sent again, and a 404 then counts as done.';
const byEmail = 'An email is looked up in the contact list first.';
const missingFields =
	'before the update, if the list does not show email, names and tags, or was read more than a minute ago';

/** As code, separated by commas. */
export function quoted(fields: readonly string[]): string {
	return fields.map((field) => `\`${field}\``).join(', ');
}

const text = '';

/** A row, in which only the state is no text. */
export const row: JsonRecord = Object.fromEntries(
	rowKeys.map((name) => [name, name === 'is_subscribed' ? true : text]),
);

const mail = sampleOf(itemIn(propertiesOf(responseSchema('subscriber.get')).mails ?? {})) as JsonRecord;

/** What all operations of one name do, after the sentence of their menu. */
export const kinds: Readonly<Record<string, Text>> = {
	delete: { does: deletion, returns: { deleted: true, uuid: text } },
	getAll: { does: listed },
};

/** Operations of which there is more to say than their menu and their kind do. */
export const texts: Partial<Record<Key, Text>> = {
	'account.checkPaths': {
		does: 'Sends only read requests: to the known paths, and to up to eight other spellings where nothing is found. The first item has in `path` the JSON to paste into the credential, if any, and in `why` what to do. One item for each operation follows: `operation`, `result` (*found*, *not found*, *unclear* or *not tested*), `path`, `why` and `tried` (if several paths were tried). [Credentials](credentials.md#check-them) explains the results.',
		sends: {
			'account.get': 'once, and with up to eight other spellings of its path where nothing is found',
			'campaign.getAll': 'for the first page, with other spellings likewise',
			'contactList.getAll': 'likewise',
			'domain.getAll': 'likewise',
			'template.getAll': 'likewise',
			'subscriber.getAll': 'likewise, with the first contact list',
			'subscriber.get': 'likewise, with the first subscriber of that list',
		},
		returns: { operation: text, result: text, path: text, why: text, tried: text },
	},
	'campaign.update': {
		does: 'Sends only the fields that you add. That the service keeps the others is inferred. *Clear Fields* sends fields empty. Returns the campaign and, with *Simplify*, the fields that were sent, too. If the campaign was already sent, or is being sent, a hint says so.',
	},
	'domain.create': {
		does: 'Creates a sending domain. The response should have the DNS records that verify it.',
	},
	'email.send': {
		does: 'Sends one email per item to one address. A text with an expression that n8n did not evaluate, because the field is not switched to Expression, fails the item. An item whose own `email` is the recipient is skipped if its `is_subscribed` is a no, unless *Also to Unsubscribed* is on, or if it is a row that was `skipped`, or of a dry run. Returns `to_email`, `subject` and the `message` of the service, or why it was skipped. An email is never sent twice: if the response is lost, the item fails with a note that it may have been sent.',
		returns: { to_email: text, subject: text, message: text },
	},
	'subscriber.create': {
		does: 'Creates one subscriber per item, and returns a row as Import does, or with *Simplify* off the whole subscriber. An item that opts out, or shares its address with one that does, is skipped: `action` is `skipped`. If the address is taken, the item fails, and the message suggests *Create or Update*. A create is never sent twice: if the response is lost, the item fails with a note that it may have been created.',
		returns: { ...row, uuid: text },
	},
	'subscriber.delete': {
		does: `Deletes a subscriber. ${byEmail} ${deletion}`,
	},
	'subscriber.get': {
		does: `Returns the subscriber. ${byEmail} The field \`mails\` lists the emails sent to them (the first page), each with ${quoted(Object.keys(mail))} (fields inferred).`,
		adds: { mails: [mail] },
	},
	'subscriber.getAll': {
		does: 'Returns the subscribers of a contact list. Reads as many pages as *Limit* needs, or all of them with *Return All*. *Filters* are applied to what was read; *Limit* counts only matching subscribers.',
	},
	'subscriber.import': {
		does: 'Reads the list, and changes nothing of people who are unsubscribed in it. New people are imported, many in one request (*Batch Size*); people in the list who differ are updated one by one, tags added, or with *Known People: Include in Import* imported, too. If the service rejects a request, the rows that it names are rejected and the others sent again; if it names none, the request is split in half. An import is never sent twice: if the response is lost, its rows are `unknown`. A summary also has the `message` of the service; with *Dry Run*, nothing is changed, and an `action` is `would import`, `would update` or `would stop`.',
		sends: {
			'subscriber.getAll':
				'once for each contact list, before the rows, if *Skip Unsubscribed People* is on; once more if entries may be missing',
			'subscriber.update': 'for each person in the list who differs',
			'subscriber.get': missingFields,
		},
	},
	'subscriber.sync': {
		does: 'Reads the list, compares it with the rows, and sends one request for each difference (two to unsubscribe or resubscribe). Subscribers in no row are kept unless *Subscribers Not in Input* says otherwise; they come last, those who are kept all the same as `held`. No change is sent if all items are empty, more than *Safety Limit (%)* would be removed, opt out or lose tags, more than *Rename Limit (%)* get another name, or less than 95% of the list could be read and a second reading differs. No subscriber is removed if a row failed or is unknown, if the list does not show who was imported, or was rejected without *Remove Anyway*. With *Dry Run*, nothing is changed, and an `action` is `would create` (`would import` with *Add People in Bulk*), `would update`, `would resubscribe`, `would unsubscribe`, `would delete`, `would remove tag` or `would stop`.',
		sends: {
			'subscriber.getAll':
				'once for each contact list, to compare it with the rows; once more if much is missing, with *Add People in Bulk* if anything is, and before somebody is removed after an import',
			'subscriber.create': 'for each row that is not in the list',
			'subscriber.import': 'instead with *Add People in Bulk*, many rows in one request',
			'subscriber.update': 'for each row that differs, and each subscriber who loses a tag by *Remove Tag*',
			'subscriber.get': `for each subscriber to toggle, before the toggle, and after it if its response does not show the state; for each subscriber to delete whom the list showed more than a minute ago; ${missingFields}`,
			'subscriber.toggleSubscription':
				'for each subscriber to unsubscribe or resubscribe, *If a Row Opts Out* included',
			'subscriber.delete': 'for each subscriber to delete',
		},
	},
	'subscriber.tag': {
		does: `Adds and removes tags, and keeps the others. ${byEmail} Email, names and all tags are then sent, unless nothing changes. Returns \`action\` (\`updated\`, \`unchanged\`, or \`skipped\` where tags are only removed, of an address that is not in the list), \`email\`, \`first_name\`, \`last_name\`, \`is_subscribed\`, \`tags\` and \`uuid\`.`,
		sends: {
			'subscriber.get':
				'for each subscriber given *By ID*, or if the list does not show email, names and tags, or was read more than a minute ago',
			'subscriber.update': 'where the tags change',
		},
		returns: {
			action: text,
			email: text,
			first_name: text,
			last_name: text,
			is_subscribed: true,
			tags: text,
			uuid: text,
		},
	},
	'subscriber.toggleSubscription': {
		does: `Reads the state, and toggles it only if it differs from *Change To*, because the API has only a toggle. ${byEmail} Returns \`action\` (\`unsubscribed\`, \`resubscribed\`, \`unchanged\`, or \`skipped\` for an address to unsubscribe that is not in the list), then the subscriber afterwards. After a toggle, \`unsubscribed_at\` and \`updated_at\` are \`null\` unless the service shows them. *Toggle* toggles whatever the state is, so running it twice undoes it.`,
		sends: {
			'subscriber.get':
				'before the toggle, which is not sent if the state is already right, and after it if its response does not show the state; again while it contradicts what was set within the last minute, or if the toggle has to wait',
		},
		adds: { action: text },
	},
	'subscriber.update': {
		does: `By ID, only the fields that you add are sent. By email, the subscriber is looked up, and what the list shows of email, names and tags is sent along, which is safe whether the service replaces or merges. *Clear Fields* sends names and tags empty. The subscription is not sent.`,
		sends: { 'subscriber.get': `where *Subscriber* is given *By Email*, ${missingFields}` },
	},
	'subscriber.upsert': {
		does: 'Creates a subscriber for each row. If the service rejects the address as taken, the list is read once, and the subscriber is updated if anything differs; *Extra Fields (JSON)* always count as different. Empty fields change nothing, and tags are added. Rows with the same address are applied in order. People unsubscribed in the list stay unsubscribed, and `note` says so, unless *Resubscribe* is on for the row.',
		sends: {
			'subscriber.create': 'for each item whose email is not known from an earlier item or from the list',
			'subscriber.getAll':
				'once for each contact list, the first time the service rejects an email as taken, or first if its create is known to update; once more if much is missing',
			'subscriber.update': 'for each item whose subscriber is in the list and differs',
			'subscriber.get': `before each toggle, and after it if its response does not show the state; ${missingFields}`,
			'subscriber.toggleSubscription': 'for each subscriber to resubscribe, with *Resubscribe*',
		},
	},
	'template.togglePublish': {
		does: 'Reads the state (`is_published`, inferred) in the template list, and toggles it only if it differs from *Change To*, because the API has only a toggle. Returns `action` (`published`, `unpublished` or `unchanged`), `uuid`, `name` and `is_published`. If the list does not show the state, nothing is sent, except for *Toggle*: then `action` is `updated`, unless the response shows the state. A toggle is never sent twice: if the response is lost, the item fails and says so.',
		sends: {
			'template.getAll':
				'before the toggle, which is not sent if the state is already right; once per template in a run',
		},
		returns: { action: text, uuid: text, name: text, is_published: true },
	},
};
