import type { ListReading } from '../../nodes/EmailMarketing/transport/ListReading';
import { adviceForRuns } from '../../nodes/EmailMarketing/transport/listAdvice';
import {
	agree,
	doubtAbout,
	haveAllTogether,
	mayMiss,
	shortfallOf,
	together,
} from '../../nodes/EmailMarketing/transport/twoReadings';

const people = (...ids: string[]) => ids.map((uuid) => ({ uuid }));

interface Facts {
	readonly items?: readonly unknown[];
	readonly first?: number;
	readonly newest?: number;
	readonly highest?: number;
	readonly lacksPage?: boolean;
	readonly hasShrunk?: boolean;
	readonly hasEnough?: boolean;
	readonly isOpenEnded?: boolean;
	readonly repeated?: number;
	readonly copies?: number;
	readonly unread?: string;
}

/** What a reading has found; of a list that names its length, unless it says otherwise. */
function reading({
	items = people('a', 'b'),
	newest = 2,
	first = newest,
	highest = newest,
	copies = 0,
	...more
}: Facts = {}) {
	const found = { lacksPage: false, hasShrunk: false, hasEnough: false, isOpenEnded: false, repeated: 0 };
	const count = items.length + copies;
	return { ...found, ...more, items, copies, count, totals: { first, newest, highest } } as unknown as ListReading;
}

describe('a reading', () => {
	it.each<[string, Facts, boolean]>([
		['that gave as many as there are', {}, false],
		['of a list that names no length', { newest: 0 }, false],
		['that gave fewer than there were', { highest: 3 }, true],
		['with a copy that the service counts', { highest: 3, copies: 1 }, false],
		['without a page', { lacksPage: true }, true],
		['of a list that became shorter', { hasShrunk: true }, true],
		['with an entry on two pages, of a list that names no length', { newest: 0, repeated: 1 }, true],
		['with an entry on two pages, that gave as many as there are', { repeated: 1 }, false],
		['that has as many as are wanted', { hasEnough: true, lacksPage: true, highest: 9 }, false],
	])('%s: may miss some: %s', (_, facts, expected) => {
		expect(mayMiss(reading(facts))).toBe(expected);
	});

	it('raises a doubt by what it does not understand, and by pages that never end', () => {
		expect(doubtAbout(reading())).toBeUndefined();
		expect(doubtAbout(reading({ unread: 'has_more' }))).toContain('Beside the 2 entries');
		expect(doubtAbout(reading({ unread: 'has_more' }))).toContain('"has_more"');
		expect(doubtAbout(reading({ unread: 'has_more', hasEnough: true }))).toBeUndefined();
		expect(doubtAbout(reading({ isOpenEnded: true, newest: 0 }))).toContain('reading ended after 2 entries');
		expect(doubtAbout(reading({ isOpenEnded: true }))).toBeUndefined();
	});
});

describe('two readings together', () => {
	it('give each once, those of the second first', () => {
		expect(together(people('b', 'c'), people('a', 'b'))).toEqual(people('b', 'c', 'a'));
	});

	it('give the longer one where entries cannot be told apart', () => {
		const nameless = [{ name: 'a' }, { name: 'b' }];
		expect(together(nameless, nameless.slice(0, 1))).toBe(nameless);
		expect(together(nameless.slice(0, 1), nameless)).toBe(nameless);
		const [one, other] = [[...nameless], [...nameless]];
		expect(together(one, other)).toBe(one);
		expect(together([...people('a'), nameless[0]], people('b'))).toHaveLength(2);
	});

	it.each<[string, Facts, Facts, boolean]>([
		[
			'as many as there were at the beginning',
			{ items: people('a', 'b'), newest: 3 },
			{ items: people('b', 'c'), newest: 3 },
			true,
		],
		['one too few', { items: people('a', 'b'), newest: 3 }, { items: people('a', 'b'), newest: 3 }, false],
		[
			'as many as there ever were, where the first page names no length',
			{ items: people('a', 'b'), newest: 0, highest: 3 },
			{ items: people('a', 'b'), newest: 2 },
			false,
		],
		[
			'and the longest is of the second',
			{ items: people('a', 'b'), newest: 0 },
			{ items: people('a', 'b'), newest: 2, highest: 3 },
			false,
		],
		['with a copy that the service counts', { newest: 3 }, { newest: 3, copies: 1 }, true],
		['of a list that names no length', { newest: 0 }, { newest: 0 }, true],
		['the first without a page', { lacksPage: true }, {}, false],
		['the second without a page', {}, { lacksPage: true }, false],
		['the first in doubt', { unread: 'has_more' }, {}, false],
		['the second in doubt', {}, { unread: 'has_more' }, false],
		['with somebody nameless', { items: [{}, {}] }, {}, false],
		['with somebody nameless in the second', {}, { items: [{}, {}] }, false],
	])('have all: %s', (_, first, second, expected) => {
		expect(haveAllTogether(reading(first), reading(second))).toBe(expected);
	});
});

describe('two readings that fall short', () => {
	const short = { newest: 5 };

	it.each<[string, Facts, Facts, boolean]>([
		['by as many', short, short, true],
		['by as many, with somebody who has joined', short, { items: people('a', 'b', 'c'), newest: 6 }, true],
		['by as many, without somebody', short, { ...short, items: people('a', 'c') }, false],
		['by more', short, { newest: 6 }, false],
		['by fewer', { newest: 6 }, short, false],
		[
			'of a list that names no length, with somebody new',
			{ newest: 0 },
			{ items: people('a', 'b', 'c'), newest: 0 },
			true,
		],
		['without a page', { ...short, lacksPage: true }, short, false],
		['the second without a page', short, { ...short, lacksPage: true }, false],
		['of a list that became shorter', { ...short, hasShrunk: true }, short, false],
		['of a list that had more', { ...short, highest: 6 }, short, false],
		['of a list that shows nobody', { items: [], newest: 5 }, { items: [], newest: 5 }, false],
		['with the same that is not understood', { ...short, unread: 'more' }, { ...short, unread: 'more' }, true],
		['with something else', { ...short, unread: 'more' }, short, false],
		['with errors', { ...short, unread: 'Errors' }, { ...short, unread: 'Errors' }, false],
	])('agree %s', (_, first, second, expected) => {
		expect(agree(reading(first), reading(second))).toBe(expected);
	});

	it.each<[string, number, Facts, string]>([
		['fewer came than there are', 2, { newest: 5 }, 'The service says that the list has 5 entries, but 2 came'],
		[
			'the list had more',
			2,
			{ highest: 3 },
			'The list became shorter while it was read, from 3 entries to 2, and again',
		],
		[
			'a page was not given',
			2,
			{ newest: 0, lacksPage: true },
			'The service did not give the page after these 2 entries, although the list was read twice: there may be more. Run it again later.',
		],
		[
			'the list had more pages',
			2,
			{ newest: 0, hasShrunk: true },
			'The list became shorter while it was read, and again when it was read a second time: some may be missing among these 2. Run it again when the list is quiet.',
		],
		['a copy is counted, and neither was whole', 2, { newest: 3, copies: 1 }, 'The list changed'],
		['neither was whole', 2, {}, 'The list changed while it was read, and again'],
		[
			'one stood on two pages',
			2,
			{ newest: 0, repeated: 1 },
			'1 entry stood on two pages of the list, so others may stand on none: 2 came',
		],
		['some stood on two pages', 2, { newest: 0, repeated: 3 }, '3 entries stood on two pages'],
	])('say why: %s', (_, count, facts, expected) => {
		expect(shortfallOf(count, reading(facts), adviceForRuns)).toContain(expected);
	});
});
