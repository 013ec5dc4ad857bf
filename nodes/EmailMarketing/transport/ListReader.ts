import { idOf, repeats } from '../api/listEntries';
import { startingWith, stepsAfter, type Page, type Position, type Step } from '../api/pages';
import { inParallel } from '../shared/inParallel';
import { UserFacingError } from '../shared/UserFacingError';

/** More pages than any account has; a service whose pages never end is stopped here. */
const maxPages = 100_000;

/** A service that names one further page after the other, all of them empty, has come to its end. */
const maxEmptyPages = 10;

/** Fetches the page that a query asks for, the first one without any. `undefined`: the answer is no page of a list. */
export type FetchPage = (step?: Step) => Promise<Page | undefined>;

/** Reads a list once, from its first page to its last or to a limit, in the order of the service. */
export class ListReader {
	/** Each entry once, though a list that changes while it is read may show it on two pages. */
	readonly items: unknown[] = [];

	/** How many entries the list has, by the answer that came last. */
	total?: number;

	/** Whether it became fewer meanwhile: then entries moved to pages that had been read already. */
	hasShrunk = false;

	private readonly seen = new Set<unknown>();

	private readonly asked = new Set<string>();

	private emptyPages = 0;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly limit: number,
		private readonly parallel: number,
	) {}

	/** Whether the service named further pages to the end, though they were empty. */
	get isOpenEnded(): boolean {
		return this.emptyPages >= maxEmptyPages;
	}

	/**
	 * @returns whether the first answer was a list at all
	 * @throws UserFacingError when pages repeat, never end, or one of them is no list
	 */
	async read(): Promise<boolean> {
		const first = await this.fetch();
		if (first === undefined) return false;
		this.take(first);
		let at = startingWith(first);
		for (let last = first, steps = this.stepsFrom(last, at); steps.length > 0; steps = this.stepsFrom(last, at)) {
			const pages = await this.fetchAll(steps, { last, pages: at.pages });
			pages.forEach((page) => this.take(page));
			at = { ...at, pages: at.pages + pages.length, entries: pages.reduce((sum, { items }) => sum + items.length, at.entries) };
			// A guess that was wrong: the list had ended before.
			if (pages.length < steps.length) break;
			last = pages.at(-1) ?? last;
		}
		return true;
	}

	private stepsFrom(last: Page, at: Position): Step[] {
		const wanted = this.limit - this.items.length;
		if (wanted <= 0 || this.isOpenEnded) return [];
		const steps = stepsAfter(last, at, Math.min(maxPages, Math.ceil(wanted / Math.max(1, at.pageSize))));
		if (at.pages + steps.length > maxPages) throw endless(at.pages);
		for (const { query } of steps) {
			if (this.asked.has(query)) throw endless(at.pages);
			this.asked.add(query);
		}
		return steps;
	}

	/** The pages of these steps, as far as the first one that was guessed wrong. */
	private async fetchAll(steps: readonly Step[], { last, pages: pagesBefore }: { last: Page; pages: number }): Promise<Page[]> {
		const pages: Array<Page | undefined> = [];
		const failures: unknown[] = [];
		let end = steps.length;
		const check = (place: number): void => {
			const oddity = place in pages ? oddityOf(pages[place], place === 0 ? last : pages[place - 1], pagesBefore + place + 1) : undefined;
			if (oddity === undefined) return;
			if (steps[place]?.isGuess) end = Math.min(end, place);
			else failures.push(oddity);
		};
		// All readers end before the item does: nothing is read for an item that has failed.
		await inParallel([...steps.entries()], this.parallel, async ([place, step]) => {
			if (failures.length > 0 || place >= end) return;
			try {
				pages[place] = await this.fetch(step);
				check(place);
				check(place + 1);
			} catch (thrown) {
				failures.push(thrown);
			}
		});
		for (const failure of failures) throw failure;
		return pages.slice(0, end) as Page[];
	}

	private async fetch(step?: Step): Promise<Page | undefined> {
		const page = await this.fetchPage(step);
		this.hasShrunk ||= (page?.total ?? Infinity) < (this.total ?? 0);
		this.total = page?.total ?? this.total;
		return page;
	}

	private take({ items }: Page): void {
		this.emptyPages = items.length === 0 ? this.emptyPages + 1 : 0;
		for (const item of items) if (!this.seen.has(idOf(item))) this.items.push(item);
		// Only now: what stands twice on one page is not an entry that moved.
		for (const item of items) if (idOf(item) !== undefined) this.seen.add(idOf(item));
	}
}

/** What is wrong with the page after another one. */
function oddityOf(page: Page | undefined, before: Page | undefined, number: number): UserFacingError | undefined {
	if (page === undefined) return notAList(number);
	return before !== undefined && repeats(page.items, before.items) ? endless(number) : undefined;
}

function notAList(page: number): UserFacingError {
	return new UserFacingError(
		`Page ${page} of this list came without a list`,
		"The service answered it with something else, so the entries after it are out of reach. Run it again; if it stays so, set 'Limit' to get the pages before.",
	);
}

function endless(pages: number): UserFacingError {
	return new UserFacingError(
		`The pages of this list repeat or never end: stopped after ${pages}`,
		"Turn off 'Return All' and set 'Limit' to get the first items. The service may count its pages in a way that is not documented.",
	);
}
