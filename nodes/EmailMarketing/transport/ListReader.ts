import { idOf, repeats } from '../api/listEntries';
import { isNumberOpen, pageOne, startingWith, stepsAfter, type Page, type Position, type Step } from '../api/pages';
import { inParallel } from '../shared/inParallel';
import { inPortions } from '../shared/inPortions';
import { UserFacingError } from '../shared/UserFacingError';
import type { Missing } from './fetchStep';
import type { ListAdvice } from './listAdvice';
import { pagesNeeded, type Wanted } from './wanted';

/** More pages than any account has; a service whose pages never end is stopped here. */
const maxPages = 100_000;

/** A service that names one further page after the other, with nothing new on any of them, has come to its end. */
const maxBarrenPages = 10;

/** Fetches the page that a query asks for, the first one without any. */
export type FetchPage = (step?: Step) => Promise<Page | Missing>;

/** Reads a list once, from its first page to its last or to a limit, in the order of the service. */
export class ListReader {
	/** Each entry once, though a list that changes while it is read may show it on two pages. */
	readonly items: unknown[] = [];

	/** How many entries the list has, by the first page and by the last that tells it; and by the page that named most, before some were deleted. 0 where it is not told. */
	readonly totals = { first: 0, newest: 0, highest: 0 };

	/** Whether a page was missing: the entries on it are out of reach. */
	lacksPage = false;

	/** Whether the list had fewer pages at the end than at the beginning: entries may have moved to pages that were read already. */
	hasShrunk = false;

	/** Entries that stood on two pages: in a list without any order, others then stand on none. */
	repeated = 0;

	/** Whether the service named further pages to the end, though they were empty. */
	isOpenEnded = false;

	/** What stood beside the entries of the last page and is not understood. */
	unread?: string;

	/** Whether the limit ended the reading, and the service is known to have more than what it lets through. */
	goesOn = false;

	/** How many of the entries are wanted. */
	private found = 0;

	private lastPage = 0;

	private readonly seen = new Set<unknown>();

	private readonly asked = new Set<string>();

	private barrenPages = 0;

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly wanted: Wanted & { readonly advice: ListAdvice },
	) {}

	get hasEnough(): boolean {
		return this.found >= this.wanted.limit;
	}

	/**
	 * @returns whether the first answer was a list at all
	 * @throws UserFacingError when pages repeat or never end, or, while it is strict, when one of them is no list
	 */
	async read(): Promise<boolean> {
		const first = await this.fetchPage();
		if (typeof first === 'string') return false;
		this.take(first);
		this.totals.first = this.totals.newest;
		let { last, at } = await this.findFirstNumber(first);
		for (let steps = this.stepsFrom(last, at); steps.length > 0; steps = this.stepsFrom(last, at)) {
			const pages = await this.fetchAll(steps, last, at.pages);
			await inPortions(pages, (page) => this.take(page));
			const entries = pages.reduce((sum, { items }) => sum + items.length, at.entries);
			at = { ...at, pages: at.pages + pages.length, entries, query: steps.at(-1)?.query ?? '' };
			// A guess that was wrong: the list had ended before.
			if (pages.length < steps.length) break;
			last = pages.at(-1) ?? last;
		}
		this.goesOn = this.hasEnough && this.hasMore(last, at);
		return true;
	}

	/** Beyond the limit: wanted entries that came along, or entries and pages that the service tells of. A page that is only guessed to be there is none. */
	private hasMore(last: Page, at: Position): boolean {
		return (
			this.found > this.wanted.limit ||
			this.totals.newest > at.entries ||
			stepsAfter(last, at).some(({ isGuess }) => !isGuess)
		);
	}

	/** A service that does not say so may count its pages from 0. */
	private async findFirstNumber(first: Page): Promise<{ last: Page; at: Position }> {
		const at = startingWith(first);
		// Entries without an ID could not be told from those of the first page.
		const isOpen = isNumberOpen(stepsAfter(first, at)[0], at) && first.items.every((item) => idOf(item) !== undefined);
		if (!isOpen || this.hasEnough) return { last: first, at };
		const second = await this.fetchPage(pageOne);
		if (typeof second === 'string' || !this.hasNew(second)) return { last: first, at: { ...at, firstNumber: 1 } };
		this.take(second);
		return {
			last: second,
			at: { ...at, firstNumber: 0, pages: 2, entries: at.entries + second.items.length, query: pageOne.query },
		};
	}

	private stepsFrom(last: Page, at: Position): Step[] {
		if (this.hasEnough) return [];
		const steps = stepsAfter(last, at, Math.min(maxPages, pagesNeeded(this.wanted, this.found, at)));
		if (this.barrenPages >= maxBarrenPages && steps.length > 0) return this.giveUp(last, at);
		if (at.pages + steps.length > maxPages) throw endless(at.pages, this.wanted.advice);
		for (const { query } of steps) {
			if (this.asked.has(query)) throw endless(at.pages, this.wanted.advice);
			this.asked.add(query);
		}
		return steps;
	}

	private giveUp(last: Page, at: Position): Step[] {
		if (last.items.length > 0) throw endless(at.pages, this.wanted.advice);
		this.isOpenEnded = true;
		return [];
	}

	/** The pages of these steps, as far as the first that is missing or odd. */
	private async fetchAll(steps: readonly Step[], last: Page, pagesBefore: number): Promise<Page[]> {
		const pages: Array<Page | Missing> = [];
		const failures: unknown[] = [];
		let end = steps.length;
		const check = (place: number): void => {
			const oddity = place in pages ? oddityOf(pages[place], place === 0 ? last : pages[place - 1]) : undefined;
			const step = steps[place];
			if (oddity === undefined || step === undefined) return;
			const number = pagesBefore + place + 1;
			if (!step.isGuess && this.wanted.isStrict)
				failures.push(
					oddity === 'repeats' ? endless(number, this.wanted.advice) : notAList(number, this.wanted.advice),
				);
			this.lacksPage ||= isTelling(oddity, step, number);
			end = Math.min(end, place);
		};
		// All readers end before the item does: nothing is read for an item that has failed.
		await inParallel([...steps.entries()], this.wanted.parallel, async ([place, step]) => {
			if (failures.length > 0 || place >= end) return;
			try {
				pages[place] = await this.fetchPage(step);
				check(place);
				check(place + 1);
			} catch (thrown) {
				failures.push(thrown);
			}
		});
		for (const failure of failures) throw failure;
		const inOrder = pages.slice(0, end) as Page[];
		// A page that was only guessed to be there has to bring something that was not.
		const barren = inOrder.findIndex((page, place) => steps[place]?.isGuess && !this.hasNew(page));
		return barren < 0 ? inOrder : inOrder.slice(0, barren);
	}

	private hasNew({ items }: Page): boolean {
		return items.some((item) => idOf(item) === undefined || !this.seen.has(idOf(item)));
	}

	private take(page: Page): void {
		// What only the first page tells holds for the others too.
		const { items, total = this.totals.newest, lastPage = this.lastPage, unread } = page;
		this.barrenPages = this.hasNew(page) ? 0 : this.barrenPages + 1;
		this.totals.newest = total;
		this.totals.highest = Math.max(total, this.totals.highest);
		this.hasShrunk ||= lastPage < this.lastPage;
		this.lastPage = lastPage;
		this.unread = unread;
		const fresh = items.filter((item) => !this.seen.has(idOf(item)));
		for (const item of fresh) this.items.push(item);
		this.found += this.wanted.isWanted === undefined ? fresh.length : fresh.filter(this.wanted.isWanted).length;
		this.repeated += items.length - fresh.length;
		// Only now: what stands twice on one page is not an entry that moved.
		for (const item of items) if (idOf(item) !== undefined) this.seen.add(idOf(item));
	}
}

type Oddity = Missing | 'repeats';

/** What is wrong with the page after another one. */
function oddityOf(page: Page | Missing | undefined, before: Page | Missing | undefined): Oddity | undefined {
	if (typeof page === 'string') return page;
	return page !== undefined && typeof before === 'object' && repeats(page.items, before.items) ? 'repeats' : undefined;
}

/** Whether it means that entries may be out of reach, and not just that the list had ended. */
function isTelling(oddity: Oddity, { isGuess }: Step, number: number): boolean {
	if (!isGuess || oddity === 'broken') return true;
	// A service that had understood the pages before refuses this one for another reason.
	return oddity === 'notUnderstood' && number > 2;
}

function notAList(page: number, { unreachable }: ListAdvice): UserFacingError {
	return new UserFacingError(
		`Page ${page} of this list came without a list`,
		`The service names this page and then answers with something else, so the entries from there on are out of reach. ${unreachable}`,
	);
}

function endless(pages: number, { endless: toDo }: ListAdvice): UserFacingError {
	return new UserFacingError(
		`The pages of this list repeat or never end: stopped after ${pages}`,
		`${toDo} The service may count its pages in a way that is not documented.`,
	);
}
