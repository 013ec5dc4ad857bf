/** Finds, beside the entries of a page and in the headers of its answer, what may be said of the list. */

import { isRecord, type JsonRecord } from '../shared/isRecord';

/** Objects beside the items, and inside each other, in which signals stand. Names are compared without case, `_`, `-` and the like. */
const places = new Set([
	'meta',
	'metadata',
	'responsemetadata',
	'links',
	'pagination',
	'paginator',
	'paging',
	'page',
	'pageinfo',
	'cursor',
	'cursors',
	'hydraview',
]);

/** The place of what stands in a header. */
export const headersPlace = 'headers';

/** One thing that an answer says, under its name. */
export interface Fact {
	/** Under which of the places it stands, or nothing. */
	readonly place: string;
	/** As the service writes it. */
	readonly name: string;
	readonly plain: string;
	readonly value: unknown;
}

/** The fields of an object and of the places in it, inner ones first. */
export function factsOf(fields: JsonRecord, place = '', depth = 0): Fact[] {
	const own = Object.entries(fields).map(([name, value]) => ({ place, name, plain: plainName(name), value }));
	const inner = own.flatMap(({ plain, value }) =>
		depth < 3 && isRecord(value) && places.has(plain) ? factsOf(value, plain, depth + 1) : [],
	);
	return [...inner, ...own];
}

/** `X-Total-Count` is `total_count`. */
export function headerFacts(headers: JsonRecord): Fact[] {
	return Object.entries(headers).flatMap(([name, value]) =>
		name.startsWith('x-') ? [{ place: headersPlace, name, plain: plainName(name.slice(2)), value }] : [],
	);
}

function plainName(name: string): string {
	return name.toLowerCase().replace(/[^a-z]/g, '');
}
