import { endpoints, type EndpointKey } from '../nodes/EmailMarketing/api/endpoints';
import { operations } from '../nodes/EmailMarketing/resources/operations';
import { isReadable } from './matchOperations';
import type { FoundOperation, OpenApiDocument } from './readDocument';
import { fieldsIn, jsonSchema, type Fields } from './schemaFields';

/** An operation with the document that it stands in. */
interface Side {
	readonly operation: FoundOperation;
	readonly root: OpenApiDocument['root'];
}

/** More than this many fields of one kind are counted, not named. */
const maxNamed = 12;

/**
 * What differs between an operation as the node has it and as the document has it, a sentence each.
 * @param own from the node's contract @param other from the document
 */
export function differences(key: EndpointKey, own: Side, other: Side): string[] {
	return [...methodDifference(key, other), ...bodyDifferences(key, own, other), ...answerDifferences(key, own, other)];
}

function methodDifference(key: EndpointKey, { operation: { method } }: Side): string[] {
	return method === endpoints[key].method
		? []
		: [`method: the document has ${method}, and the node sends ${endpoints[key].method}, which no setting changes`];
}

function bodyDifferences(key: EndpointKey, own: Side, { operation: { body, isBodyRequired }, root }: Side): string[] {
	const types = Object.keys(body);
	const schema = jsonSchema(body);
	const sent = fieldsIn(jsonSchema(own.operation.body), own.root);
	if (types.length > 0 && schema === undefined)
		return [`body: the document has ${types.join(' or ')}, and the node sends JSON`];
	const taken = fieldsIn(schema, root);
	if (taken.size === 0)
		return sent.size > 0 && types.length === 0 ? ['body: the document has none, and the node sends one'] : [];
	if (sent.size === 0)
		return isBodyRequired
			? [`body: the document requires one (${named(taken, () => true)}), and the node sends none`]
			: [];
	const missing = topmost([...taken.keys()].filter((place) => !sent.has(place)));
	const isRequired = (place: string): boolean => taken.get(place)?.isRequired === true;
	const way = hasExtraFields(key) ? ", which can be given as 'Extra Fields (JSON)'" : '';
	return [
		...listed(
			'body: the document has no',
			topmost([...sent.keys()].filter((place) => !taken.has(place))),
			', which the node sends',
		),
		...listed(
			'body: the document requires',
			missing.filter(isRequired),
			way === '' ? ', which the node does not send' : way,
		),
		...listed(
			'body: the document also takes',
			missing.filter((place) => !isRequired(place)),
			way,
		),
		...typeDifferences('body', sent, taken),
	];
}

function answerDifferences(key: EndpointKey, own: Side, { operation, root }: Side): string[] {
	const { answer = {} } = operation;
	const types = Object.keys(answer);
	const schema = jsonSchema(answer);
	if (types.length > 0 && schema === undefined && !('application/json' in answer))
		return [`answer: the document has ${types.join(' or ')}, and the node reads JSON`];
	const given = fieldsIn(schema, root);
	const known = fieldsIn(jsonSchema(own.operation.answer), own.root);
	// A document that does not describe an answer does not contradict it.
	if (given.size === 0) return [];
	const isUnderstood = isReadable(key, operation, root);
	return [
		...(isUnderstood === false ? ['answer: the node does not understand this one'] : []),
		...listed(
			'answer: the document has no',
			topmost([...known.keys()].filter((place) => !given.has(place))),
			isUnderstood ? ' (the node reads the answer all the same)' : '',
		),
		...listed('answer: the document also has', topmost([...given.keys()].filter((place) => !known.has(place))), ''),
		...typeDifferences('answer', known, given),
	];
}

function typeDifferences(what: string, own: Fields, other: Fields): string[] {
	const differing = [...own].flatMap(([place, { type }]) => {
		const found = other.get(place)?.type ?? '';
		return type === '' || found === '' || found === type
			? []
			: [`${place === '' ? 'the whole' : place} (${found}, not ${type})`];
	});
	return listed(`${what}: the document has another type for`, differing, '');
}

/** Without what stands inside something that is named already. */
function topmost(places: readonly string[]): string[] {
	return places.filter(
		(place) =>
			!places.some(
				(outer) => outer !== place && (outer === '' || place.startsWith(`${outer}.`) || place.startsWith(`${outer}[]`)),
			),
	);
}

function listed(lead: string, places: readonly string[], end: string): string[] {
	if (places.length === 0) return [];
	const more = places.length - maxNamed;
	return [
		`${lead} ${places
			.slice(0, maxNamed)
			.map((place) => (place === '' ? 'such a whole' : place))
			.join(', ')}${more > 0 ? ` and ${more} more` : ''}${end}`,
	];
}

function named(fields: Fields, isWanted: (place: string) => boolean): string {
	return topmost([...fields.keys()].filter(isWanted))
		.slice(0, maxNamed)
		.join(', ');
}

function hasExtraFields(key: EndpointKey): boolean {
	return operations[key].description.some(({ options = [] }) =>
		options.some((option) => option.name === 'extraFields'),
	);
}
