import { isAnswerOf } from '../nodes/EmailMarketing/api/answerKinds';
import { endpoints, isReading, placeholdersOf, type EndpointKey } from '../nodes/EmailMarketing/api/endpoints';
import { otherWords } from '../nodes/EmailMarketing/api/pathSpellings';
import type { FoundOperation, OpenApiDocument } from './readDocument';
import { fieldsIn, jsonSchema, sampleOf } from './schemaFields';

const keys = Object.keys(endpoints) as EndpointKey[];

/** Which operation of the document is which of the node. */
export type Matches = ReadonlyMap<EndpointKey, FoundOperation>;

/** Methods by which a document may have what the node sends by another one. */
const otherMethods: Readonly<Record<string, readonly string[]>> = { PUT: ['PATCH', 'POST'] };

/** What a path does at its end, besides reading and writing what it names. */
const actions: ReadonlyArray<[string, RegExp]> = [
	['import', /^(import|imports|bulk|batch)\b|import$/i],
	['toggle', /toggle|^(un)?publish(ed)?$|^(publish-)?status$|^subscription(-status)?$/i],
];

/** Sending is what emails are for: `/emails/send`, and `/send` where nothing else is sent. */
const sending = /(?:\/(?:e-?mails?|mails?|messages?)|(?<=^|\/v\d+))\/send(?:-?e?-?mails?)?$/i;

/** How sure a match is: the sum of what speaks for it. */
const weights = {
	operationId: 100,
	samePath: 60,
	alikePath: 40,
	literally: 20,
	method: 10,
	name: 40,
	otherAnswer: -40,
};
const enough = 50;

/**
 * Finds the operations of the node in a document: by name, by path and by what people call them. Each is given away once, the surest first.
 * @param names what the service's document calls each operation
 */
export function matchOperations(
	{ operations, root }: OpenApiDocument,
	names: Readonly<Record<EndpointKey, string>>,
): Matches {
	const pairs = keys.flatMap((key) =>
		operations.map((operation) => ({
			key,
			operation,
			score:
				scoreOf(key, operation, names[key]) + (isReadable(key, operation, root) === false ? weights.otherAnswer : 0),
		})),
	);
	const taken = new Set<FoundOperation>();
	const matches = new Map<EndpointKey, FoundOperation>();
	for (const { key, operation, score } of pairs.sort((one, other) => other.score - one.score)) {
		if (score < enough || matches.has(key) || taken.has(operation)) continue;
		taken.add(operation);
		matches.set(key, operation);
	}
	return new Map(keys.flatMap((key) => (matches.has(key) ? [[key, matches.get(key) as FoundOperation]] : [])));
}

/** Whether the node understands the answer that the document describes; `undefined` where it describes none, or the operation reads nothing. */
export function isReadable(
	key: EndpointKey,
	{ answer }: FoundOperation,
	root: OpenApiDocument['root'],
): boolean | undefined {
	const schema = jsonSchema(answer);
	if (!isReading(key) || schema === undefined || fieldsIn(schema, root).size === 0) return undefined;
	return isAnswerOf(key, sampleOf(schema, root));
}

function scoreOf(key: EndpointKey, { method, path, operationId, summary = '' }: FoundOperation, name: string): number {
	const own = endpoints[key];
	const isSameMethod = method === own.method;
	if (!isSameMethod && !otherMethods[own.method]?.includes(method)) return 0;
	const likeness = Math.max(alike(name, summary), alike(name, operationId ?? ''));
	const byPath = pathScore(own.path, path);
	// What ends otherwise is another thing, whatever its name.
	if (byPath === 0 && operationId !== key) return 0;
	return (
		(operationId === key ? weights.operationId : 0) +
		byPath +
		(isSameMethod ? weights.method : 0) +
		weights.name * likeness
	);
}

function pathScore(own: string, path: string): number {
	const [mine, other] = [shapeOf(own), shapeOf(path)];
	if (mine.end !== other.end) return 0;
	if (mine.segments.join('/') === other.segments.join('/'))
		return weights.samePath + (unnamed(path).endsWith(unnamed(own)) ? weights.literally : 0);
	const isAlike =
		mine.end === 'import'
			? mine.nouns.some((noun) => other.nouns.includes(noun))
			: mine.nouns.at(-1) === other.nouns.at(-1);
	return isAlike ? weights.alikePath : 0;
}

interface Shape {
	readonly segments: readonly string[];
	readonly nouns: readonly string[];
	/** What it ends in: a thing, the ID of one, or what is done with it. */
	readonly end: string;
}

/** A path without what services write differently: versions, hyphens, plurals, other words for the same. */
function shapeOf(path: string): Shape {
	const parts = path
		.replace(sending, '/emails')
		.split('/')
		.filter((part) => part !== '' && !/^(api|rest|info|details?|v\d+(\.\d+)?)$/i.test(part));
	const action = parts
		.flatMap((part) => actions.find(([, pattern]) => !part.includes('{') && pattern.test(part))?.[0] ?? [])
		.at(0);
	const segments = parts.map((part) =>
		part.includes('{') ? '{}' : (actions.find(([, pattern]) => pattern.test(part))?.[0] ?? nounOf(part)),
	);
	const nouns = segments.filter((part) => part !== '{}' && part !== action);
	return { segments, nouns, end: action ?? (segments.at(-1) === '{}' ? '{}' : 'thing') };
}

function nounOf(segment: string): string {
	const noun = singular(segment);
	return canonical.get(noun) ?? noun;
}

function singular(word: string): string {
	return word
		.toLowerCase()
		.replace(/[^a-z0-9]/g, '')
		.replace(/s$/, '');
}

/** Another word for a thing → its own. */
const canonical = new Map(
	Object.entries(otherWords).flatMap(([word, others]) =>
		others.filter((other) => !other.includes('/')).map((other) => [singular(other), singular(word)]),
	),
);

/** With nameless placeholders. */
function unnamed(path: string): string {
	return placeholdersOf(path).reduce((rest, name) => rest.replace(`{${name}}`, '{}'), path);
}

/** How many of the words of two names are the same, from 0 to 1. */
function alike(one: string, other: string): number {
	const [mine, others] = [wordsOf(one), wordsOf(other)];
	const common = [...mine].filter((word) => others.has(word)).length;
	return mine.size + others.size === 0 ? 0 : (2 * common) / (mine.size + others.size);
}

/** `getContactLists`, `get_contact_lists` and "Get contact lists" are the same. */
function wordsOf(name: string): Set<string> {
	const words = name
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.split(/[^A-Za-z0-9]+/)
		.map(singular);
	return new Set(
		words.filter((word) => word !== '' && !['a', 'an', 'the', 'for', 'of', 'in', 'into', 'to', 'by'].includes(word)),
	);
}
