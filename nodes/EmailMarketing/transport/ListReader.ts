import { idOf } from '../api/listEntries';
import type { Page } from '../api/pages';
import { isNumberOpen, pageOne, startingWith, stepsAfter, type Position, type Step } from '../api/pageSteps';
import { inParallel } from '../shared/inParallel';
import { inPortions } from '../shared/inPortions';
import type { Missing } from './fetchStep';
import type { ListAdvice } from './listAdvice';
import { ListReading } from './ListReading';
import { endless, failureOf, isTelling, oddityOf } from './oddPages';
import { AbortError } from './wait';
import { pagesNeeded, type Wanted } from './wanted';

/** More pages than any account has; a service whose pages never end is stopped here. */
const maxPages = 100_000;

/** A service that names one further page after the other, with nothing new on any of them, has come to its end. */
const maxBarrenPages = 10;

/** Fetches the page that a query asks for, the first one without any. */
export type FetchPage = (step?: Step) => Promise<Page | Missing>;

/** Reads a list once, from its first page to its last or to a limit, in the order of the service. */
export class ListReader {
	private readonly reading: ListReading;

	private readonly asked = new Set<string>();

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly wanted: Wanted & { readonly advice: ListAdvice },
	) {
		this.reading = new ListReading(wanted);
	}

	/**
	 * @returns what it found; `undefined` when the first answer was no list
	 * @throws UserFacingError when pages repeat or never end, or, while it is strict, when one of them is no list
	 */
	async read(): Promise<ListReading | undefined> {
		const first = await this.fetchPage();
		if (typeof first === 'string') return undefined;
		this.reading.take(first);
		this.reading.totals.first = this.reading.totals.newest;
		let { last, at } = await this.findFirstNumber(first);
		for (let steps = this.stepsFrom(last, at); steps.length > 0; steps = this.stepsFrom(last, at)) {
			const pages = await this.fetchAll(steps, last, at.pages);
			await inPortions(pages, (page) => this.reading.take(page));
			const entries = pages.reduce((sum, { items }) => sum + items.length, at.entries);
			at = { ...at, pages: at.pages + pages.length, entries, query: steps.at(-1)?.query ?? '' };
			// A guess that was wrong: the list had ended before.
			if (pages.length < steps.length) break;
			last = pages.at(-1) ?? last;
		}
		this.reading.goesOn = this.reading.hasEnough && this.hasMore(last, at);
		return this.reading;
	}

	/** Beyond the limit: wanted entries that came along, or entries and pages that the service tells of. A page that is only guessed to be there is none. */
	private hasMore(last: Page, at: Position): boolean {
		return (
			this.reading.found > this.wanted.limit ||
			this.reading.totals.newest > at.entries ||
			stepsAfter(last, at).some(({ isGuess }) => !isGuess)
		);
	}

	/** A service that does not say so may count its pages from 0. */
	private async findFirstNumber(first: Page): Promise<{ last: Page; at: Position }> {
		const at = startingWith(first);
		// Entries without an ID could not be told from those of the first page.
		const isOpen = isNumberOpen(stepsAfter(first, at)[0], at) && first.items.every((item) => idOf(item) !== undefined);
		if (!isOpen || this.reading.hasEnough) return { last: first, at };
		const second = await this.fetchPage(pageOne);
		if (typeof second === 'string' || !this.reading.hasNew(second))
			return { last: first, at: { ...at, firstNumber: 1 } };
		this.reading.take(second);
		return {
			last: second,
			at: { ...at, firstNumber: 0, pages: 2, entries: at.entries + second.items.length, query: pageOne.query },
		};
	}

	private stepsFrom(last: Page, at: Position): Step[] {
		if (this.reading.hasEnough) return [];
		const steps = stepsAfter(last, at, Math.min(maxPages, pagesNeeded(this.wanted, this.reading.found, at)));
		if (this.reading.barrenPages >= maxBarrenPages && steps.length > 0) return this.giveUp(last, at);
		if (at.pages + steps.length > maxPages) throw endless(at.pages, this.wanted.advice);
		for (const { query } of steps) {
			if (this.asked.has(query)) throw endless(at.pages, this.wanted.advice);
			this.asked.add(query);
		}
		return steps;
	}

	private giveUp(last: Page, at: Position): Step[] {
		if (last.items.length > 0) throw endless(at.pages, this.wanted.advice);
		this.reading.isOpenEnded = true;
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
			if (!step.isGuess && this.wanted.isStrict) failures.push(failureOf(oddity, number, this.wanted.advice));
			this.reading.lacksPage ||= isTelling(oddity, step, number);
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
		if (failures.length > 0) throw failures.find((failure) => !(failure instanceof AbortError)) ?? failures[0];
		const inOrder = pages.slice(0, end) as Page[];
		// A page that was only guessed to be there has to bring something that was not.
		const barren = inOrder.findIndex((page, place) => steps[place]?.isGuess && !this.reading.hasNew(page));
		return barren < 0 ? inOrder : inOrder.slice(0, barren);
	}
}
