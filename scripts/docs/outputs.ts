import type { INodePropertyOptions } from 'n8n-workflow';

import { endpoints, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { simplifyCampaign, simplifySubscriber } from '../../nodes/EmailMarketing/api/response';
import { isRecord, type JsonRecord } from '../../nodes/EmailMarketing/shared/values';
import { operations, resources } from '../../nodes/EmailMarketing/resources/operations';
import { itemIn, responseSchema, sampleOf, type Schema } from './contract';
import { kinds, quoted, row, texts, type Key, type Requests } from './texts';

/** The parts of a key: `['campaign', 'getAll']`. */
export function partsOf(key: string): [resource: string, operation: string] {
	const [resource = '', operation = ''] = key.split('.');
	return [resource, operation];
}

/** An operation as its menu has it. */
export function menuRowOf(key: Key): INodePropertyOptions {
	const [resource, operation] = partsOf(key);
	const { menu } = resources.find(({ value }) => value === resource) ?? {};
	const rows = (menu?.options ?? []) as INodePropertyOptions[];
	const row = rows.find(({ value }) => value === operation);
	if (row === undefined) throw new Error(`The menu has no row for ${key}`);
	return row;
}

/** What 'Simplify' does to a resource. */
const shorteners: Readonly<Record<string, (resource: JsonRecord) => JsonRecord>> = {
	campaign: simplifyCampaign,
	subscriber: simplifySubscriber,
};

/** @returns what an operation does, in five sentences at most */
export function behaviourOf(key: Key): string {
	const { does } = texts[key] ?? {};
	if (does !== undefined) return does;
	const ofKind = kinds[partsOf(key)[1]]?.does;
	return [sentenceOf(menuRowOf(key).description), ...(ofKind === undefined ? [] : [ofKind])].join(' ');
}

/** 'Get many campaigns' → 'Returns campaigns.' */
function sentenceOf(description = ''): string {
	return `${description.replace(/^Get (many )?/, 'Return ').replace(/^\w+/, '$&s')}.`;
}

/** What an operation may send besides its own request; what is sent again after a failure is the same request. */
export function requestsOf(key: Key): Requests {
	const modes = operations[key].description.flatMap((property) => property.modes ?? []);
	const lookUp: Requests = modes.some(({ name }) => name === 'email')
		? { 'subscriber.getAll': 'once for each contact list, where *Subscriber* is given *By Email*' }
		: {};
	return { ...texts[key]?.sends, ...lookUp };
}

/** A sample of an output that is not the resource in the response. */
function ownOutputOf(key: Key): JsonRecord | undefined {
	if ('executeRows' in operations[key]) return row;
	return texts[key]?.returns ?? kinds[partsOf(key)[1]]?.returns;
}

/** A sample of an operation's output, with every field of the resource and without 'Simplify'. */
export function wholeOutputOf(key: Key): JsonRecord {
	return { ...(sampleOf(resourceOf(key as EndpointKey)) as JsonRecord), ...texts[key]?.adds };
}

/** @returns a sample of an operation's output with its defaults */
export function sampleOutputOf(key: Key): JsonRecord {
	return ownOutputOf(key) ?? shortenerOf(key)?.(wholeOutputOf(key)) ?? wholeOutputOf(key);
}

interface Output {
	/** The fields of the service, in its order. */
	readonly fields: readonly string[];
	/** Fields that the node adds. */
	readonly extra: readonly string[];
	/** The fields that *Simplify* keeps, and those of them that it reduces to a name. */
	readonly simplified?: { readonly fields: readonly string[]; readonly byName: readonly string[] };
}

/** The fields of an operation's output, from contract and code; `undefined` if its behaviour describes them. */
export function outputOf(key: Key): Output | undefined {
	if (ownOutputOf(key) !== undefined) return undefined;
	const whole = wholeOutputOf(key);
	const extra = Object.keys(texts[key]?.adds ?? {});
	return {
		fields: Object.keys(whole).filter((field) => !extra.includes(field)),
		extra,
		simplified: simplifiedBy(key, whole),
	};
}

function shortenerOf(key: Key): ((resource: JsonRecord) => JsonRecord) | undefined {
	const hasSimplify = operations[key].description.some(({ name }) => name === 'simplify');
	const shorten = shorteners[partsOf(key)[0]];
	if (hasSimplify && shorten === undefined) throw new Error(`What does 'Simplify' do to ${key}?`);
	return hasSimplify ? shorten : undefined;
}

function simplifiedBy(key: Key, whole: JsonRecord): Output['simplified'] {
	const short = shortenerOf(key)?.(whole);
	if (short === undefined) return undefined;
	const fields = Object.keys(short);
	return { fields, byName: fields.filter((field) => isRecord(whole[field]) && typeof short[field] === 'string') };
}

/** Operations whose simplified output is shown once for all that return the same. */
const examples = { Campaign: 'campaign.update', Subscriber: 'subscriber.update' } as const;

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

/** The resource in a response, without its envelope. A toggle outputs the subscriber that is read before it. */
function resourceOf(key: EndpointKey): Schema {
	return itemIn(responseSchema(key === 'subscriber.toggleSubscription' ? 'subscriber.get' : key));
}
