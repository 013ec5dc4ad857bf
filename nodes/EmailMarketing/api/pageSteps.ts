/** How far a list has been read, and with which queries it goes on. */

import { idOf } from './listEntries';
import type { Page } from './pages';

/** How far a list has been read. */
export interface Position {
	/** How many pages. */
	readonly pages: number;
	/** How many entries, with those that came twice. */
	readonly entries: number;
	/** How many entries the first page has. */
	readonly pageSize: number;
	/** The number of the first page; `undefined` while nothing has told it. */
	readonly firstNumber?: number;
	/** What the page read last was asked with. */
	readonly query: string;
	/** What the first page says of the whole list: some services say it there alone. */
	readonly told: Told;
}

type Told = Pick<Page, 'lastPage' | 'total' | 'perPage' | 'offsetName'>;

/** Where the first page leaves off. */
export function startingWith(page: Page): Position {
	const { items, number, next } = page;
	const isLinked = next !== undefined && numberedLink(next, 2) !== undefined;
	const firstNumber = number === undefined ? (isLinked ? 1 : undefined) : Math.min(number, 1);
	return {
		pages: 1,
		entries: items.length,
		pageSize: items.length,
		query: '',
		told: toldBy(page),
		...(firstNumber === undefined ? {} : { firstNumber }),
	};
}

function toldBy({ lastPage, total, perPage, offsetName }: Page): Told {
	return { lastPage, total, perPage, offsetName };
}

/** A page that can be asked for. */
export interface Step {
	readonly query: string;
	/** Whether nothing told that there is such a page: that it is missing, or shows again what was there, is no surprise. */
	readonly isGuess: boolean;
}

/** A shorter list is hardly the first page of a longer one. */
const minPageSize = 10;

/**
 * The pages that are known to follow, in order: all of them where they have numbers and the last one is told, else the next one.
 * Any word of the service that there is more is believed, whatever else it says.
 * @param page the page read last
 * @param most no more than this
 */
export function stepsAfter(page: Page, at: Position, most = 1): Step[] {
	const next = namesItself(page.next, at) ? undefined : page.next;
	// Where a page says nothing of the whole list, what the first one said still holds.
	const said = { ...at.told, ...page, next };
	const queryOf = numberedQuery(said, at);
	const lastPage = lastPageOf(said, at);
	if (queryOf !== undefined && lastPage !== undefined && at.pages < lastPage) {
		const isEnd = page.hasMore === false && page.lastPage === undefined;
		// Where the last page is only reckoned, one page more has to prove that pages can be asked for like this.
		const isGuess = (index: number): boolean => isEnd || (said.lastPage === undefined && at.pages + index > 1);
		return Array.from({ length: Math.min(most, lastPage - at.pages) }, (_, index) => ({
			query: queryOf(index + 1),
			isGuess: isGuess(index),
		}));
	}
	if (next !== undefined) return [{ query: next, isGuess: false }];
	if (queryOf === undefined) return [];
	if (page.hasMore && page.next === undefined) return [{ query: queryOf(1), isGuess: false }];
	return mayGoOn(said, at) ? [{ query: queryOf(1), isGuess: true }] : [];
}

/** At the end of a list, the link to the next page of some services leads to the last one. */
function namesItself(next: string | undefined, at: Position): boolean {
	if (next === undefined || next === '') return false;
	return (
		next === at.query ||
		(at.pages === 1 && at.query === '' && at.firstNumber !== 0 && numberedLink(next, 1) !== undefined)
	);
}

/** Whether one more request has to tell if this was all: the service counts more entries, or says nothing of its pages. */
function mayGoOn({ items, total = 0, perPage, hasMore, lastPage }: Page, { entries, pageSize }: Position): boolean {
	if (items.length > 0 && total > entries) return true;
	// What is no more than the entries of a page may have been meant as just that.
	const isSilent =
		hasMore === undefined &&
		lastPage === undefined &&
		(total < entries || (total === pageSize && perPage === undefined));
	return isSilent && items.length >= Math.max(minPageSize, pageSize) && items.every((item) => idOf(item) !== undefined);
}

/** The number of the last page, counted from 1; reckoned where the service tells only how many entries there are. */
function lastPageOf({ lastPage, total, perPage }: Page, { pageSize }: Position): number | undefined {
	if (lastPage !== undefined || total === undefined) return lastPage;
	// Some tell how many they would give at most.
	const size = Math.min(perPage ?? pageSize, pageSize);
	return size === 0 ? undefined : Math.ceil(total / size);
}

/** The query of the page that is so many further, where pages can be asked for by number or offset. */
function numberedQuery(
	{ next, offsetName, perPage }: Page,
	{ pages, entries, pageSize, firstNumber = 1 }: Position,
): ((further: number) => string) | undefined {
	const number = pages + firstNumber - 1;
	if (next !== undefined) return numberedLink(next, number + 1);
	if (offsetName === undefined) return (further) => `page=${number + further}`;
	const limit = perPage === undefined ? '' : `&limit=${perPage}`;
	return (further) => `${offsetName}=${entries + (further - 1) * pageSize}${limit}`;
}

/** `page=2`, `page_number=2`, `page[number]=2`. */
const pageParameter = /^(page(?:_?number|%5bnumber%5d|\[number\])?)=(\d+)$/i;

/** A link to the page of this number leads to all others, too. */
function numberedLink(link: string, nextNumber: number): ((further: number) => string) | undefined {
	const parameters = link.split('&');
	const found = parameters.map((parameter) => pageParameter.exec(parameter));
	const index = found.findIndex((match) => match?.[2] === String(nextNumber));
	const name = found[index]?.[1];
	return name === undefined
		? undefined
		: (further) => parameters.with(index, `${name}=${nextNumber + further - 1}`).join('&');
}

/** Whether nothing tells from which number the service counts its pages, and they are asked for by number. */
export function isNumberOpen(step: Step | undefined, { firstNumber }: Position): boolean {
	return firstNumber === undefined && step?.query === 'page=2';
}

/** Asks for the second page of a service that counts from 0; to all others it is the first. */
export const pageOne: Step = { query: 'page=1', isGuess: true };
