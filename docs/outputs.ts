import { endpoints, isEndpointKey, type EndpointKey } from '../nodes/EmailMarketing/api/endpoints';
import { simplifyCampaign, simplifySubscriber } from '../nodes/EmailMarketing/api/response';
import { isRecord, type JsonRecord } from '../nodes/EmailMarketing/shared/values';
import { operations } from '../nodes/EmailMarketing/resources/operations';
import { propertiesOf, resolved, responseSchema, sampleOf, type Schema } from './contract';
import type { Key } from './requests';

const rowShape =
	'Outputs an item for each row: `action`, `email`, `reason` (where there is one), `changes` (field → `from` and `to`), `uuid`, `first_name`, `last_name`, `tags` and `is_subscribed` as far as known, and the row as it came under `input`. Actions:';
const otherActions = ', `skipped`, `rejected`, `failed`, `unknown`';

/** What the output is, where it is not the service's answer with something added. */
const own: Partial<Record<Key, string>> = {
	'account.checkPaths':
		'Sends only `GET`. Returns first an item with `endpointPaths`, the JSON to paste into the credential, and `toDo`; then an item for each operation of the service, with `operation`, `result` (`ok`, `notFound`, `unknown` or `notTried`), `method`, `path`, `why` and, where several paths were tried, `tried`. See [credentials.md](credentials.md#check-them).',
	'email.send': "Gives an item with: `to_email`, `subject` and the service's `message`.",
	'subscriber.import': `${rowShape} \`imported\`, \`unchanged\`${otherActions}. With *Output* set to *Summary*, one item for each contact list: \`contactList\` (its ID), \`name\` (if it was chosen from the list), \`rows\`, the number of rows by \`action\`, and the service's \`messages\`.`,
	'subscriber.sync': `${rowShape} \`created\`, \`updated\`, \`unchanged\`, \`resubscribed\`${otherActions}. Removed subscribers (\`unsubscribed\`, \`deleted\`) come last, without \`input\`; with *Dry Run*, each item has \`dryRun\`.`,
	'subscriber.tag':
		'Gives the subscriber as Update does, with `changed`: `true` where the tags were changed, `false` where nothing was sent (then only with `uuid`, `email`, `first_name`, `last_name`, `tags` and `is_subscribed`). While *Simplify* is on: at most ten of the fields.',
	'subscriber.upsert': `${rowShape} \`created\`, \`updated\`, \`unchanged\`${otherActions}.`,
};

/** What the node adds to what the service gives. */
const added: Partial<Record<Key, { readonly fields?: readonly string[]; readonly text: string }>> = {
	'subscriber.create': {
		text: 'An opted-out item is skipped, and output with `action` (`skipped`), `email`, `reason`, `is_subscribed` (`false`) and `input`, the item as it came.',
	},
	'subscriber.get': {
		fields: ['mails'],
		text: `The node puts \`mails\` into the subscriber: a list of the mails that were sent to them (the first page of it), each with ${quoted(mailFields())} (fields inferred).`,
	},
	'subscriber.toggleSubscription': {
		fields: ['changed'],
		text: 'The subscriber is as it is afterwards; `unsubscribed_at` and `updated_at` only if the response to the toggle shows them, or nothing was toggled. The node adds `changed`: `true` where it was toggled, `false` where the state was right already.',
	},
	'template.togglePublish': { fields: ['uuid'], text: 'The node adds `uuid`, the ID that was sent.' },
};

/** What the node leaves out where the service does not show it anew. */
const left: Partial<Record<Key, readonly string[]>> = {
	'subscriber.toggleSubscription': ['unsubscribed_at', 'updated_at'],
};

/** The operations that have *Simplify*, and what it does to a thing. */
const simplify: Partial<Record<Key, (thing: JsonRecord) => JsonRecord>> = {
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
	if (key in own || !isEndpointKey(key) || key.endsWith('.delete')) return undefined;
	const extra = added[key]?.fields ?? [];
	const sample = sampleOf(thingOf(key)) as JsonRecord;
	const whole = Object.fromEntries(Object.entries(sample).filter(([field]) => !left[key]?.includes(field)));
	return {
		fields: Object.keys(whole),
		extra,
		simplified: simplifiedBy(key, { ...whole, ...Object.fromEntries(extra.map((field) => [field, []])) }),
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

/** What the page says of the output of an operation. */
export function outputText(key: Key): string[] {
	const told = own[key] ?? (key.endsWith('.delete') ? 'Gives `{"deleted": true, "uuid": "…"}`.' : undefined);
	const output = outputOf(key);
	if (told !== undefined || output === undefined) return [told ?? ''];
	const { fields, extra, simplified } = output;
	const gives = key.endsWith('.getAll') ? 'Gives items with' : 'Gives an item with';
	const whole = `${quoted(fields)} (${sourceOf(key as EndpointKey)})${extra.length === 0 ? '' : `, and ${quoted(extra)}`}`;
	const { text } = added[key] ?? {};
	return [
		...(simplified === undefined
			? [`${gives}: ${whole}.`]
			: [
					`${gives}, while *Simplify* is on: ${quoted(simplified.fields)}${only(simplified.byName)}.`,
					'',
					`With *Simplify* off: ${whole}.`,
				]),
		...(text === undefined ? [] : ['', text]),
	];
}

function only(byName: readonly string[]): string {
	return byName.length === 0 ? '' : ` (of ${byName.map((field) => quoted([field])).join(' and ')} the name alone)`;
}

/** How far it is known that an operation gives these fields. */
function sourceOf(key: EndpointKey): string {
	if (resolved(thingOf(key))['x-documented'] !== true) return 'fields inferred';
	return endpoints[key].status === 'documented'
		? 'fields documented'
		: 'documented fields; that this operation gives them is inferred';
}

function quoted(fields: readonly string[]): string {
	return fields.map((field) => `\`${field}\``).join(', ');
}

/** What an operation returns, without its envelope. MessageResponse is all that is known of a toggle, before which the subscriber is read. */
function thingOf(key: EndpointKey): Schema {
	return itemIn(responseSchema(key === 'subscriber.toggleSubscription' ? 'subscriber.get' : key));
}

/** The resource inside a response: the items of its list, or the one object beside its message. */
function itemIn(response: Schema): Schema {
	const properties = propertiesOf(response);
	const inner =
		properties.data ?? Object.values(properties).find((property) => Object.keys(propertiesOf(property)).length > 0);
	return inner === undefined ? response : (resolved(inner).items ?? inner);
}

function mailFields(): string[] {
	const { mails = {} } = propertiesOf(responseSchema('subscriber.get'));
	return Object.keys(propertiesOf(itemIn(mails)));
}
