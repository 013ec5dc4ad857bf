import { idOf } from '../api/listEntries';
import type { Page } from '../api/pages';
import type { Wanted } from './wanted';

/** What one reading of a list has found so far. */
export class ListReading {
	/** Each entry once, though a list that changes while it is read may show it on two pages. */
	readonly items: unknown[] = [];

	/** How many entries the list has, by the first page and by the last that tells it; and by the page that named most, before some were deleted. 0 where it is not told. */
	readonly totals = { first: 0, newest: 0, highest: 0 };

	/** Whether a page was missing: the entries on it are out of reach. */
	lacksPage = false;

	/** Whether the list had fewer pages at the end than at the beginning: entries may have moved to pages that were read already. */
	hasShrunk = false;

	/** Entries that stood twice on one page, alike: each is given once. */
	copies = 0;

	/** Entries that stood on two pages: in a list without any order, others then stand on none. */
	repeated = 0;

	/** Whether the service named further pages to the end, though they were empty. */
	isOpenEnded = false;

	/** What stood beside the entries of the last page and is not understood. */
	unread?: string;

	/** Whether the limit ended the reading, and the service is known to have more than what it lets through. */
	goesOn = false;

	/** How many pages were read. */
	pages = 0;

	/** How many of the entries are wanted. */
	found = 0;

	/** How many pages in a row, up to the last one, had nothing new. */
	barrenPages = 0;

	private lastPage = 0;

	private readonly seen = new Set<unknown>();

	constructor(private readonly wanted: Pick<Wanted, 'limit' | 'isWanted'>) {}

	/** How many entries its pages had, as the service may count them. */
	get count(): number {
		return this.items.length + this.copies;
	}

	get hasEnough(): boolean {
		return this.found >= this.wanted.limit;
	}

	/** Whether a page has an entry that was not there before. */
	hasNew({ items }: Page): boolean {
		return items.some((item) => idOf(item) === undefined || !this.seen.has(idOf(item)));
	}

	/** Adds the entries of a page that were not there before, and what it says of the list. */
	take(page: Page): void {
		// What only the first page tells holds for the others too.
		const { items, total = this.totals.newest, lastPage = this.lastPage, unread } = page;
		this.pages += 1;
		this.barrenPages = this.hasNew(page) ? 0 : this.barrenPages + 1;
		this.totals.newest = total;
		this.totals.highest = Math.max(total, this.totals.highest);
		this.hasShrunk ||= lastPage < this.lastPage;
		this.lastPage = lastPage;
		this.unread = unread;
		const unlike = withoutCopies(items);
		const fresh = unlike.filter((item) => !this.seen.has(idOf(item)));
		for (const item of fresh) this.items.push(item);
		this.found += this.wanted.isWanted === undefined ? fresh.length : fresh.filter(this.wanted.isWanted).length;
		this.copies += items.length - unlike.length;
		this.repeated += unlike.length - fresh.length;
		// Only now: what stands twice on one page is not an entry that moved.
		for (const item of items) if (idOf(item) !== undefined) this.seen.add(idOf(item));
	}
}

/** The entries of a page, those that are alike once: a service may join a table of its own and show a person for each row of that. */
function withoutCopies(items: readonly unknown[]): readonly unknown[] {
	const ids = items.map(idOf);
	if (new Set(ids).size === items.length) return items;
	const texts = new Set<string>();
	return items.filter((item) => {
		if (idOf(item) === undefined) return true;
		const text = JSON.stringify(item);
		return !texts.has(text) && texts.add(text);
	});
}
