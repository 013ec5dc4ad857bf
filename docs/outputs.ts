import { endpoints, isEndpointKey, type EndpointKey } from '../nodes/EmailMarketing/api/endpoints';
import { simplifyCampaign, simplifySubscriber } from '../nodes/EmailMarketing/api/response';
import { isRecord, type JsonRecord } from '../nodes/EmailMarketing/shared/values';
import { operations } from '../nodes/EmailMarketing/resources/operations';
import { propertiesOf, resolved, responseSchema, sampleOf, type Schema } from './contract';
import type { Key } from './requests';

/** What comes out for a row, said once for the three operations that return rows. */
export const rowsText =
	'Import, Create or Update and Sync List return one item per row, always with `action`, `email`, `first_name`, `last_name`, `tags`, `is_subscribed`, `changes`, `reason` and `uuid`, in this order. Text that is not there is empty; `is_subscribed` is `true`, `false` or `null`. *Include Input Fields* adds the original row under `input`. *Output: Changes* omits unchanged and skipped rows. *Output: Summary* returns one item per contact list: `contact_list` (its name, or its ID if it was not chosen from the dropdown), `rows`, the number of rows for each action, and `uuid` (its ID). An `action` is `created`, `updated`, `unchanged`, `imported`, `resubscribed`, `unsubscribed`, `deleted`, `untagged`, `skipped`, `rejected`, `failed` or `unknown`; [Contact lists](lists.md) explains these, the columns, and how rows opt out.';

const listed = 'Reads as many pages of the list as *Limit* needs, or all of them with *Return All*.';
const deletion =
	'Returns `{"deleted": true, "uuid": "…"}`. If the response is lost, the delete is sent again, and a 404 then counts as done.';
const byEmail = 'An email is looked up in the contact list first.';

/** What each operation does, in five sentences at most. */
const behaviours: Record<Key, string> = {
	'account.checkPaths':
		'Sends only read requests: to the known paths, to up to eight other spellings where nothing is found, and to searches that the service may have. The first item has in `path` the JSON to paste into the credential, and in `why` what to do. One item for each operation and search of the service follows: `operation`, `result` (*found*, *not found*, *unclear* or *not tested*), `path`, `why` and `tried` (if several paths were tried). [Credentials](credentials.md#check-them) explains the results.',
	'account.get': 'Returns the account that the access token belongs to.',
	'campaign.create': 'Creates a campaign with the fields that are set.',
	'campaign.delete': `Deletes a campaign. ${deletion}`,
	'campaign.getAll': `Returns campaigns with their counters. ${listed}`,
	'campaign.update':
		'Sends only the fields that you add. That the service keeps the others is inferred. *Clear Fields* empties fields on purpose. Returns the campaign and, with *Simplify*, the fields that were sent, too. If the campaign was already sent, or is being sent, a hint says so.',
	'contactList.create': 'Creates a contact list.',
	'contactList.getAll': `Returns contact lists. ${listed}`,
	'domain.create': 'Creates a sending domain. The response has the DNS records that verify it.',
	'domain.delete': `Deletes a sending domain. ${deletion}`,
	'domain.getAll': `Returns sending domains with their DNS records. ${listed}`,
	'email.send':
		'Sends one email per item to one address. An expression in *HTML* needs the field to be switched to Expression; otherwise the item fails. Returns `to_email`, `subject` and the `message` of the service. An email is never sent twice: if the response is lost, the item fails with a note that it may have been sent.',
	'subscriber.create':
		'Creates one subscriber per item. An item that opts out is skipped: its output is a row as in Import, with `action` `skipped`. If the address is taken, the item fails, and the message suggests *Create or Update*. A create is never sent twice: if the response is lost, the item fails with a note that it may have been created.',
	'subscriber.delete': `Deletes a subscriber with all data. ${byEmail} ${deletion}`,
	'subscriber.get': `Returns the subscriber. ${byEmail} The field \`mails\` lists the emails sent to them (the first page), each with ${quoted(mailFields())} (fields inferred).`,
	'subscriber.getAll':
		'Returns the subscribers of a contact list. Reads as many pages as *Limit* needs, or all of them with *Return All*. *Filters* are applied to what was read; *Limit* counts only matching subscribers.',
	'subscriber.import':
		'Reads the list, skips people who are unsubscribed in it, and sends the other rows, 500 per request. Tags are added to those in the list, and rows that change nothing are not sent. If the service rejects a request, the rows that it names are rejected and the others sent again; if it names none, the request is split in half. An import is never sent twice: if the response is lost, its rows are `unknown`. A summary also has the `message` of the service.',
	'subscriber.sync':
		'Reads the list, compares it with the rows, and sends one request for each difference (two to unsubscribe or resubscribe). Subscribers in no row are kept unless *Subscribers Not in Input* says otherwise; they come last. No change is sent if all items are empty, more than *Safety Limit (%)* would be removed or opt out, or less than 95% of the list could be read and a second reading differs. No subscriber is removed if a row failed or is unknown, or was rejected without *Remove Despite Rejected Rows*. With *Dry Run*, nothing is changed, and an `action` is `would create`, `would update`, `would resubscribe`, `would unsubscribe`, `would delete` or `would remove tag`.',
	'subscriber.tag': `Adds and removes tags, and keeps the others. ${byEmail} Email, names and all tags are then sent, unless nothing changes. Returns \`action\` (\`updated\` or \`unchanged\`), \`email\`, \`uuid\`, \`first_name\`, \`last_name\`, \`is_subscribed\` and \`tags\`.`,
	'subscriber.toggleSubscription': `Reads the state, and toggles it only if it differs from *Change To*, because the service can only toggle. ${byEmail} Returns \`action\` (\`unsubscribed\`, \`resubscribed\` or \`unchanged\`), then the subscriber afterwards. After a toggle, \`unsubscribed_at\` and \`updated_at\` are \`null\` unless the service shows them. *Toggle* toggles whatever the state is, so running it twice undoes it.`,
	'subscriber.update': `By ID, only the fields that you add are sent. By email, the subscriber is looked up, and what the list shows of email, names and tags is sent along, which is safe whether the service replaces or merges. *Clear Fields* empties names and tags on purpose. The subscription is not changed.`,
	'subscriber.upsert':
		'Creates a subscriber for each row. If the service rejects the address as taken, the list is read once, and the subscriber is updated if anything differs; *Extra Fields (JSON)* always count as different. Empty fields change nothing, and tags are added. Rows with the same address are applied in order. People unsubscribed in the list stay unsubscribed, and `reason` says so, unless *Resubscribe* is on for the row.',
	'template.getAll': `Returns templates. ${listed}`,
	'template.togglePublish':
		'Reads the state (`is_published`, inferred) in the template list, and toggles it only if it differs from *Change To*, because the service can only toggle. Returns `action` (`published`, `unpublished` or `unchanged`), `uuid`, `name` and `is_published`. If the list does not show the state, nothing is sent, except for *Toggle*: then `action` is `updated`, unless the response shows the state. A toggle is never sent twice: if the response is lost, the item fails and says so.',
};

/** @returns what an operation does, in five sentences at most */
export function behaviourOf(key: Key): string {
	return behaviours[key];
}

/** Operations whose output is not the resource in the service's response. */
const ownOutput: readonly Key[] = [
	'account.checkPaths',
	'email.send',
	'subscriber.import',
	'subscriber.sync',
	'subscriber.tag',
	'subscriber.upsert',
	'template.togglePublish',
];

/** The fields that the node adds to the service's. */
const added: Partial<Record<Key, readonly string[]>> = {
	'subscriber.get': ['mails'],
	'subscriber.toggleSubscription': ['action'],
};

/** The operations that have *Simplify*, and what it does to a thing. */
export const simplify: Partial<Record<Key, (thing: JsonRecord) => JsonRecord>> = {
	'campaign.create': simplifyCampaign,
	'campaign.getAll': simplifyCampaign,
	'campaign.update': simplifyCampaign,
	'subscriber.create': simplifySubscriber,
	'subscriber.get': simplifySubscriber,
	'subscriber.getAll': simplifySubscriber,
	'subscriber.toggleSubscription': simplifySubscriber,
	'subscriber.update': simplifySubscriber,
};

interface Output {
	/** What the service gives, in its order. */
	readonly fields: readonly string[];
	/** What the node adds. */
	readonly extra: readonly string[];
	/** What *Simplify* leaves, and of which things only the name. */
	readonly simplified?: { readonly fields: readonly string[]; readonly byName: readonly string[] };
}

/** The fields that an operation gives, as the contract and the code have them; `undefined` where its output is told in words. */
export function outputOf(key: Key): Output | undefined {
	if (ownOutput.includes(key) || !isEndpointKey(key) || key.endsWith('.delete')) return undefined;
	const extra = added[key] ?? [];
	const sample = sampleOf(resourceOf(key)) as JsonRecord;
	return {
		fields: Object.keys(sample),
		extra,
		simplified: simplifiedBy(key, { ...sample, ...Object.fromEntries(extra.map((field) => [field, []])) }),
	};
}

function simplifiedBy(key: Key, whole: JsonRecord): Output['simplified'] {
	const shorten = simplify[key];
	const hasSimplify = operations[key].description.some(({ name }) => name === 'simplify');
	if (hasSimplify !== (shorten !== undefined)) throw new Error(`What does 'Simplify' do to ${key}?`);
	if (shorten === undefined) return undefined;
	const short = shorten(whole);
	const fields = Object.keys(short);
	return { fields, byName: fields.filter((field) => isRecord(whole[field]) && typeof short[field] === 'string') };
}

/** The operations whose simplified output stands for all that return the same. */
const examples = { Campaign: 'campaign.update', Subscriber: 'subscriber.create' } as const;

/** @returns the fields of an operation's output as a line of the page; nothing where its behaviour names them */
export function outputLine(key: Key): string | undefined {
	const output = outputOf(key);
	if (output === undefined) return undefined;
	const { fields, extra, simplified } = output;
	const source = sourceOf(key as EndpointKey);
	if (simplified === undefined) return `- Output: ${quoted([...fields, ...extra])} (${source})`;
	const like = Object.entries(examples).find(
		([, example]) => quoted(outputOf(example)?.simplified?.fields ?? []) === quoted(simplified.fields),
	);
	return like === undefined
		? `- Output: ${quoted(simplified.fields)}; all fields with *Simplify* off (${source})`
		: `- Output: a [${like[0].toLowerCase()}](#fields) (${source})`;
}

/** The fields of a campaign and of a subscriber, simplified and all of them. */
export function fieldLines(): string[] {
	return Object.entries(examples).map(([name, key]) => {
		const { fields = [], simplified } = outputOf(key) ?? {};
		const rest = fields.filter((field) => simplified?.fields.includes(field) !== true);
		return `- ${name}: ${quoted(simplified?.fields ?? [])}${only(simplified?.byName ?? [])}; with *Simplify* off also ${quoted(rest)} (documented)`;
	});
}

function only(byName: readonly string[]): string {
	return byName.length === 0 ? '' : ` (of ${byName.map((field) => quoted([field])).join(' and ')} only the name)`;
}

/** How far it is known that an operation returns these fields. */
function sourceOf(key: EndpointKey): string {
	if (endpoints[key].status === 'documented') return 'documented';
	const [resource = ''] = key.split('.');
	const isShown = Object.entries(endpoints).some(
		([other, { status }]) => other.startsWith(`${resource}.`) && status === 'documented',
	);
	return isShown ? 'inferred for this operation' : 'fields inferred';
}

function quoted(fields: readonly string[]): string {
	return fields.map((field) => `\`${field}\``).join(', ');
}

/** What an operation returns, without its envelope. MessageResponse is all that is known of a toggle, before which the subscriber is read. */
export function resourceOf(key: EndpointKey): Schema {
	return itemIn(responseSchema(key === 'subscriber.toggleSubscription' ? 'subscriber.get' : key));
}

/** The resource inside a response: the items of its list, or the one object beside its message. */
export function itemIn(response: Schema): Schema {
	const properties = propertiesOf(response);
	const inner =
		properties.data ?? Object.values(properties).find((property) => Object.keys(propertiesOf(property)).length > 0);
	return inner === undefined ? response : (resolved(inner).items ?? inner);
}

function mailFields(): string[] {
	const { mails = {} } = propertiesOf(responseSchema('subscriber.get'));
	return Object.keys(propertiesOf(itemIn(mails)));
}
