/**
 * Reads one page of a list.
 * The shape `{data, links, meta}` is inferred, so these are read alike: a bare array, `data` nested once more,
 * a named array (`subscribers: [...]`), page numbers at the top level, and no page numbers at all.
 */

export interface Page {
	readonly items: readonly unknown[];
	/** The number of the last page, when the service tells it. */
	readonly lastPage?: number;
	/** The address of the next page; `null` when the service says that there is none, `undefined` when it says nothing. */
	readonly next?: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Keys that hold no items, even where they are lists: Laravel's `links` is a list of page buttons. */
const notItems = new Set(['links', 'meta', 'errors', 'message']);

/** @returns the page, or `undefined` when the answer holds no list */
export function readPage(body: unknown): Page | undefined {
	if (Array.isArray(body)) return { items: body };
	if (!isFields(body)) return undefined;
	const own = itemsOf(body);
	if (own !== undefined) return { items: own, ...pageNumbers(body) };
	const inner = candidates(body).find((value) => isFields(value) && itemsOf(value) !== undefined);
	if (!isFields(inner)) return undefined;
	return { items: itemsOf(inner) ?? [], ...pageNumbers(body), ...pageNumbers(inner) };
}

function itemsOf(fields: Fields): readonly unknown[] | undefined {
	return candidates(fields).find((value): value is unknown[] => Array.isArray(value));
}

/** The values that may hold items, `data` first. */
function candidates(fields: Fields): unknown[] {
	return [fields.data, ...Object.entries(fields).filter(([key]) => !notItems.has(key)).map(([, value]) => value)];
}

function pageNumbers(fields: Fields): Omit<Page, 'items'> {
	const meta = isFields(fields.meta) ? fields.meta : fields;
	const links = isFields(fields.links) ? fields.links : fields;
	const lastPage = positive(meta.last_page);
	const next = links.next ?? links.next_page_url ?? fields.next_page_url;
	const saidNone = next === null || 'next' in links || 'next_page_url' in fields;
	return {
		...(lastPage === undefined ? {} : { lastPage }),
		...(typeof next === 'string' && next !== '' ? { next } : saidNone ? { next: null } : {}),
	};
}

function positive(value: unknown): number | undefined {
	const number = typeof value === 'string' ? Number(value) : value;
	return typeof number === 'number' && Number.isInteger(number) && number > 0 ? number : undefined;
}

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
