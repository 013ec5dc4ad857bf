import { isRecord, type JsonRecord } from '../nodes/EmailMarketing/shared/isRecord';
import { resolved } from './readDocument';

/** A schema may lead into itself. */
const maxDepth = 6;

/** A field of a body or of an answer. */
export interface Field {
	/** `string`, `number` (also whole ones), `object`, `array`, several with `or` between them; '' where it is not said. `null` is left out. */
	readonly type: string;
	readonly isRequired: boolean;
}

/** By its place: `data[].uuid`. The whole, where it is no object, stands under ''. */
export type Fields = ReadonlyMap<string, Field>;

/** The fields of a schema, whether they stand in it or in what it refers to, is put together of or chooses from. */
export function fieldsIn(schema: unknown, root: JsonRecord): Fields {
	return new Map(walk(schema, root, '', true, 0));
}

function walk(
	given: unknown,
	root: JsonRecord,
	place: string,
	isRequired: boolean,
	depth: number,
): Array<[string, Field]> {
	if (depth > maxDepth) return [];
	const { properties, required, items, type } = merged(given, root);
	const own: Array<[string, Field]> =
		place === '' && ['object', ''].includes(type) ? [] : [[place, { type, isRequired }]];
	const inner = Object.entries(properties).flatMap(([name, property]) =>
		walk(property, root, place === '' ? name : `${place}.${name}`, required.has(name), depth + 1),
	);
	return [...own, ...inner, ...(items === undefined ? [] : walk(items, root, `${place}[]`, true, depth + 1))];
}

interface Merged {
	readonly properties: Readonly<Record<string, unknown>>;
	readonly required: ReadonlySet<string>;
	readonly items?: unknown;
	readonly type: string;
}

/** A schema as one, with the parts that it is put together of. What it chooses from may be there, and is required of nobody. */
export function merged(given: unknown, root: JsonRecord, depth = 0): Merged {
	const schema = depth > maxDepth ? {} : resolved(given, root);
	const all = partsOf(schema.allOf).map((part) => merged(part, root, depth + 1));
	const any = [...partsOf(schema.oneOf), ...partsOf(schema.anyOf)].map((part) => merged(part, root, depth + 1));
	const properties = Object.assign(
		{},
		...[...all, ...any].map((part) => part.properties),
		isRecord(schema.properties) ? schema.properties : {},
	) as Record<string, unknown>;
	const required = new Set([
		...(Array.isArray(schema.required) ? schema.required.map(String) : []),
		...all.flatMap((part) => [...part.required]),
	]);
	const items = schema.items ?? [...all, ...any].find((part) => part.items !== undefined)?.items;
	const types = typesOf(schema);
	const guessed = Object.keys(properties).length > 0 ? ['object'] : items !== undefined ? ['array'] : [];
	const found =
		types.length > 0 ? types : [...all, ...any].flatMap(({ type }) => (type === '' ? [] : type.split(' or ')));
	return { properties, required, items, type: [...new Set(found.length > 0 ? found : guessed)].sort().join(' or ') };
}

function partsOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

/** 3.0 has `nullable`, 3.1 a list with `null` in it; that something may be missing is no other kind of thing. */
function typesOf({ type }: JsonRecord): string[] {
	const types = (Array.isArray(type) ? type : [type]).filter(
		(one) => typeof one === 'string' && one !== 'null',
	) as string[];
	return types.map((one) => (one === 'integer' ? 'number' : one));
}

/** A value that fits a schema, with every field in it. */
export function sampleOf(given: unknown, root: JsonRecord, depth = 0): unknown {
	const { properties, items, type } = merged(given, root);
	if (depth > maxDepth) return null;
	if (Object.keys(properties).length > 0)
		return Object.fromEntries(
			Object.entries(properties).map(([name, property]) => [name, sampleOf(property, root, depth + 1)]),
		);
	if (items !== undefined) return [sampleOf(items, root, depth + 1)];
	return samples[type] ?? 'text';
}

const samples: Readonly<Record<string, unknown>> = { array: [], boolean: true, number: 1, object: {} };

/** The schema of the JSON among the media types; `application/problem+json` and the like are JSON too. */
export function jsonSchema(schemas: Readonly<Record<string, unknown>> = {}): unknown {
	return Object.entries(schemas).find(([type]) => /json|^\*\/\*$/.test(type))?.[1];
}
