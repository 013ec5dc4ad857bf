import type { Request } from 'openapi-backend';
import type { Answer } from './answer';
import { HttpError, rejected } from './http-error';

/** A part of a list: from which place on, and how many at most. */
interface Position {
	offset: number;
	limit: number;
}

interface ListPart extends Position {
	items: unknown[];
	/** How many the whole list has. */
	total: number;
	/** Where the next part begins; null where this is the last. */
	next: number | null;
	/** The list's own, absolute, without a query. */
	address: string;
}

/** What a query asks for, and how the answer says what comes next. A style understands its own query and no other. */
interface Translation {
	/** Throws a 422. */
	read(query: URLSearchParams): Position;
	write(part: ListPart): { list: unknown; headers?: Answer['headers'] };
}

interface PagingStyle {
	readonly about: string;
	/** Null for the style of the contract itself. */
	readonly translation: Translation | null;
}

const table = {
	numbered: {
		about: 'page numbers, links and counts, as the contract has them',
		translation: null,
	},
	links: {
		about: '{data, links: {next}}, with an address or null; ?page=, ?per_page=',
		translation: { read: byPage, write: (part) => ({ list: { data: part.items, links: { next: nextPage(part) } } }) },
	},
	cursor: {
		about: '{data, meta: {next_cursor}}, with a text or null; ?cursor=, ?per_page=',
		translation: {
			read: byCursor,
			write: ({ items, next }) => ({
				list: { data: items, meta: { next_cursor: next === null ? null : cursorTo(next) } },
			}),
		},
	},
	offset: {
		about: '{data, meta: {total, offset, limit}}; ?offset=, ?limit=',
		translation: {
			read: byOffset,
			write: ({ items, total, offset, limit }) => ({ list: { data: items, meta: { total, offset, limit } } }),
		},
	},
	bare: {
		about: 'a bare array, and the next page in a Link header; ?page=, ?per_page=',
		translation: { read: byPage, write: (part) => ({ list: part.items, headers: linkHeader(nextPage(part)) }) },
	},
} satisfies Record<string, PagingStyle>;

export type PagingStyleName = keyof typeof table;

/** How lists can be paged. The service's document does not say how it does it. */
export const pagingStyles: Readonly<Record<PagingStyleName, PagingStyle>> = table;

export const pagingStyleNames = Object.keys(table) as PagingStyleName[];

const firstPart: Position = { offset: 0, limit: 15 };
const longestPart = 100;
const longestList = 1_000_000_000;

/**
 * Answers a call in a style, by asking for it in the contract's own.
 *
 * @param ask Answers by the contract.
 */
export async function answerInStyle(
	name: PagingStyleName,
	request: Request,
	ask: (request: Request) => Promise<Answer>,
): Promise<Answer> {
	const { translation } = pagingStyles[name];
	if (translation === null || request.method !== 'GET') return await ask(request);
	const [path = '', query] = request.path.split('?');
	const wanted = read(translation, new URLSearchParams(query));
	const { offset, limit } = wanted instanceof HttpError ? firstPart : wanted;
	const askForPage = (page: number) => ask({ ...request, path: `${path}?page=${page}&per_page=${limit}` });

	const page = Math.floor(offset / limit) + 1;
	const answer = await askForPage(page);
	const list = listIn(answer);
	// A wrong token or path is reported before a wrong query, and where there is no list no query is wrong.
	if (list === undefined) return answer;
	if (wanted instanceof HttpError) return wanted;

	const { data, meta } = list;
	const skipped = meta === undefined ? offset : offset % limit;
	// A part that does not begin where a page does lies on two of them.
	const following = meta === undefined || skipped === 0 ? undefined : listIn(await askForPage(page + 1));
	const items = [...data, ...(following?.data ?? [])].slice(skipped, skipped + limit);
	const total = meta?.total ?? data.length;
	const next = offset + limit < total ? offset + limit : null;
	return rewrite(
		answer,
		translation.write({ items, offset, limit, total, next, address: `http://${String(request.headers.host)}${path}` }),
	);
}

interface ListBody {
	data: unknown[];
	/** Not in a collection, where the contract gives all at once. */
	meta?: { total: number };
}

/** The list in an answer: the answer itself, or the mails beside a subscriber. */
function listIn({ status, body }: Answer): ListBody | undefined {
	if (status !== 200) return undefined;
	const list = (body as { mails?: unknown }).mails ?? body;
	return Array.isArray((list as Partial<ListBody>).data) ? (list as ListBody) : undefined;
}

/** Puts another form of the list in its place. */
function rewrite({ status, body }: Answer, { list, headers }: ReturnType<Translation['write']>): Answer {
	const beside = body as { mails?: unknown };
	return { status, body: beside.mails === undefined ? list : { ...beside, mails: list }, headers };
}

function read(translation: Translation, query: URLSearchParams): Position | HttpError {
	try {
		return translation.read(query);
	} catch (thrown) {
		if (thrown instanceof HttpError) return thrown;
		throw thrown;
	}
}

function byPage(query: URLSearchParams): Position {
	const limit = perPage(query);
	return { offset: (wholeNumber(query, 'page', 1, longestList, 1) - 1) * limit, limit };
}

function byCursor(query: URLSearchParams): Position {
	return { offset: placeOf(query.get('cursor')), limit: perPage(query) };
}

function byOffset(query: URLSearchParams): Position {
	return {
		offset: wholeNumber(query, 'offset', 0, longestList, firstPart.offset),
		limit: wholeNumber(query, 'limit', 1, longestPart, firstPart.limit),
	};
}

function perPage(query: URLSearchParams): number {
	return wholeNumber(query, 'per_page', 1, longestPart, firstPart.limit);
}

function wholeNumber(query: URLSearchParams, name: string, min: number, max: number, otherwise: number): number {
	const given = query.get(name);
	if (given === null) return otherwise;
	if (/^\d+$/.test(given) && min <= Number(given) && Number(given) <= max) return Number(given);
	throw rejected({ [name]: [`The ${name.replace('_', ' ')} field must be an integer from ${min} to ${max}.`] });
}

/** Only this service can read it, as with real ones. */
function cursorTo(offset: number): string {
	return Buffer.from(`from ${offset}`).toString('base64url');
}

function placeOf(cursor: string | null): number {
	if (cursor === null) return firstPart.offset;
	const [, offset] = /^from (\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
	if (offset === undefined) throw rejected({ cursor: ['The cursor field is invalid.'] });
	return Number(offset);
}

function nextPage({ next, limit, address }: ListPart): string | null {
	return next === null ? null : `${address}?page=${next / limit + 1}`;
}

function linkHeader(next: string | null): Answer['headers'] {
	return next === null ? {} : { link: `<${next}>; rel="next"` };
}
