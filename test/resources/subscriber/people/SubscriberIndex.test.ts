import { SubscriberIndex } from '../../../../nodes/EmailMarketing/resources/subscriber/people/SubscriberIndex';
import { ApiClient } from '../../../../nodes/EmailMarketing/transport/ApiClient';
import type { Result } from '../../../../nodes/EmailMarketing/transport/sendOnce';
import { until } from '../../../engine/until';

const email = (page: number) => `p${page}@example.com`;

interface Page {
	readonly people: readonly object[];
	readonly total?: number;
}

/** One subscriber on each page. */
const pagesOf = (count: number, total?: number): Page[] =>
	Array.from({ length: count }, (_, index) => ({
		people: [{ uuid: `u${index + 1}`, email: email(index + 1) }],
		total,
	}));

/**
 * The index of a list with these pages.
 * @param readings the pages, for each time that the list is read
 * @param forbidden the number of a page that is not shown
 * @param isClosed whether it says how many pages it has
 */
function indexOf(readings: readonly Page[][], { parallel = 40, forbidden = 0, isClosed = true } = {}) {
	const asked: number[] = [];
	const client = new ApiClient({
		connection: { baseUrl: 'https://api.example.com', endpointPaths: {}, accessToken: 'token-of-the-test' },
		options: { maxParallelRequests: parallel, maxRetries: 0 },
		sendOnce: async ({ url }): Promise<Result> => {
			const number = Number(new URL(url).searchParams.get('page') ?? 1);
			asked.push(number);
			await new Promise(setImmediate);
			if (number === forbidden) return { ok: false, kind: 'status', status: 403, body: { message: 'No' } };
			const reading = readings[asked.filter((one) => one === 1).length - 1] ?? [];
			const { people = [], total } = reading[number - 1] ?? {};
			const meta = isClosed ? { current_page: number, last_page: reading.length, total } : { cursor: 'x' };
			return { ok: true, status: 200, body: { data: people, meta }, headers: {} };
		},
	});
	const index = new SubscriberIndex(client, { key: 'subscriber.getAll', pathValues: { contactList: 'l' } });
	return { index, asked };
}

const emailsIn = ({ byEmail }: SubscriberIndex) => [...byEmail.keys()].sort();

describe('a subscriber looked up by email', () => {
	it('is looked for from where the one before was found, and no page is read twice', async () => {
		const { index, asked } = indexOf([pagesOf(8)]);
		await index.find(email(3));
		expect(asked).toEqual([1, 2, 3, 4]);
		expect(await index.find(' P2@Example.COM ')).toHaveLength(1);
		expect(asked).toHaveLength(4);
		expect(await index.find('nobody@example.com')).toEqual([]);
		expect([asked, index.list.verdict?.warning]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], undefined]);
	});

	it('shares each step with others who are looked for meanwhile', async () => {
		const { index, asked } = indexOf([pagesOf(6)]);
		const found = await Promise.all([4, 1, 4].map(async (page) => await index.find(email(page))));
		expect(found.map((people) => people.length)).toEqual([1, 1, 1]);
		expect(asked).toEqual([1, 2, 3, 4]);
	});

	it('is found while the page that shows them is still being taken in', async () => {
		const people = [...Array(20_000).keys()].map((n) => ({ uuid: `u${n}`, email: email(n) }));
		const { index, asked } = indexOf([[{ people }]]);
		const whole = index.whole();
		await until(() => index.byEmail.size > 0);
		expect(index.known(email(19_999))).toEqual([]);
		expect(await index.find(email(19_999))).toHaveLength(1);
		await whole;
		expect(asked).toEqual([1]);
	});

	it.each([
		[10, 4],
		[11, 30],
	])('has the rest of the list read at once with the eleventh taken address: %i', async (taken, read) => {
		const { index, asked } = indexOf([pagesOf(30)]);
		await Promise.all(Array.from({ length: taken }, async () => await index.find(email(3), 1)));
		expect(asked).toHaveLength(read);
	});

	it.each([
		['at that moment', 1000, [1, 2]],
		['while the list was read', 1001, [1, 2, 1, 2, 3]],
		['afterwards', 3000, [1, 2, 1, 2, 3]],
	])(
		'is looked for in a second reading where the address was taken after the first one began: %s',
		async (_, takenAt, read) => {
			const { index, asked } = indexOf([pagesOf(2), pagesOf(3)]);
			const now = jest.spyOn(Date, 'now').mockReturnValue(1000);
			await index.find(email(1));
			now.mockReturnValue(2000);
			await index.find(email(2));
			const found = await index.find(email(3), takenAt);
			now.mockRestore();
			expect([asked, found.length]).toEqual([read, read.length === 2 ? 0 : 1]);
		},
	);

	it('needs no page to be read twice for the number of pages', async () => {
		const { index, asked } = indexOf([pagesOf(8)]);
		expect([await index.list.pages(), await index.list.pages(), asked]).toEqual([8, 8, [1]]);
	});

	it('fails with the page that is not shown, also later, and that page is not read again', async () => {
		const { index, asked } = indexOf([pagesOf(6)], { forbidden: 2 });
		const failures = await Promise.allSettled([5, 6].map(async (page) => await index.find(email(page))));
		expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		await expect(index.whole()).rejects.toMatchObject({ status: 403 });
		expect(asked).toEqual([1, 2]);
		expect(await index.find(email(1))).toHaveLength(1);
	});
});

describe('the whole list', () => {
	it('is taken with 95 % of its entries, with a warning', async () => {
		const { index } = indexOf([pagesOf(19, 20)]);
		await index.whole();
		expect(index.list.verdict?.warning).toContain('counts 20 entries in this list, but returned 19');
	});

	const some = (total: number, ...numbers: number[]): Page[] => [
		{ people: numbers.map((n) => ({ uuid: `u${n}`, email: email(n) })), total },
	];

	it.each<[string, Page[], Page[], number, boolean]>([
		['shows the same', some(9, 1, 2, 3), some(9, 1, 2, 3), 3, true],
		['shows the same, of a smaller total', some(9, 1, 2, 3), some(8, 3, 2, 1), 3, true],
		['is as long as its total, which is smaller', some(4, 1, 2, 3), some(3, 1, 2, 3), 3, false],
		['shows all', some(4, 1, 2, 3), some(4, 1, 2, 3, 4), 4, false],
	])('is taken with less where a second reading %s', async (_, first, second, count, warns) => {
		const { index, asked } = indexOf([first, second]);
		await index.whole();
		expect([asked, emailsIn(index).length, index.list.verdict?.warning !== undefined]).toEqual([[1, 1], count, warns]);
		await expect(indexOf([first, second]).index.wholeBeforeAdding()).rejects.toMatchObject({
			description: expect.stringContaining('but returned 3'),
		});
	});

	it.each<[string, Page[]]>([
		['shows somebody new', some(9, 1, 2, 4)],
		['shows fewer', some(9, 1)],
		['shows nobody', some(0)],
	])('is refused with less where a second reading %s', async (_, second) => {
		const { index } = indexOf([some(9, 1, 2, 3), second]);
		await expect(index.whole()).rejects.toMatchObject({
			message: 'The contact list may be incomplete',
			description: expect.stringContaining('counts 9 entries in this list, but returned 3'),
		});
	});

	it('is refused by all who wait for its second reading', async () => {
		const { index, asked } = indexOf([some(9, 1, 2, 3), some(4, 1, 2, 4, 5)]);
		const found = index.find('nobody@example.com', Date.now() + 1000);
		const readings = await Promise.allSettled([index.whole(), index.wholeBeforeAdding(), index.whole()]);
		expect(readings.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
		expect([await found, asked]).toEqual([[], [1, 1]]);
	});

	it.each([
		['with emails', (n: number) => ({ uuid: `u${n}`, email: email(n) })],
		['without emails', (n: number) => ({ uuid: `u${n}` })],
	])('is taken in by portions, so that n8n can do other work, and each entry once: %s', async (_, entryOf) => {
		const people = [...Array(60_000).keys()].map(entryOf);
		const { index, asked } = indexOf([[{ people, total: people.length }]]);
		let turns = 0;
		const timer = setInterval(() => (turns += asked.length), 1);
		await index.whole();
		clearInterval(timer);
		expect(turns).toBeGreaterThan(2);
		expect([...index.byEmail.values()].flat()).toHaveLength(people.length);
	});

	it('is read once more for an import where its total differed between two pages, and both readings count', async () => {
		// The first one was deleted after page 1 was read: the second moved to that page, and total and count fit anyway.
		const pages = (...numbers: number[]) => numbers.map((n) => ({ people: pagesOf(n)[n - 1]?.people ?? [], total: 3 }));
		const { index, asked } = indexOf([[...pagesOf(1, 4), ...pages(3, 4, 0)], pages(2, 3, 4)]);
		await Promise.all([index.wholeBeforeAdding(), index.wholeBeforeAdding()]);
		expect(emailsIn(index)).toEqual([1, 2, 3, 4].map(email));
		expect(index.known(email(3))).toHaveLength(1);
		expect(asked).toEqual([1, 2, 3, 4, 1, 2, 3]);
	});

	it('is read once more for an import where it falls short of its total, and both readings count', async () => {
		const { index } = indexOf([pagesOf(19, 20), pagesOf(20, 20)]);
		await index.wholeBeforeAdding();
		expect(emailsIn(index)).toHaveLength(20);
	});

	it.each([
		['first', [false, true]],
		['second', [true, false]],
	])('shows as unsubscribed who is so in the %s of two readings', async (_name, states) => {
		const readings = states.map((state): Page[] => [
			{ people: [{ uuid: 'u1', email: email(1), is_subscribed: state }], total: 1 },
			...pagesOf(2, 2).slice(1),
		]);
		const { index } = indexOf(readings);
		await index.wholeBeforeAdding();
		expect(index.known(email(1))).toMatchObject([{ isSubscribed: false }]);
	});

	it('shows a person by both addresses of whom two readings show different ones', async () => {
		const readings = [email(1), 'new@example.com'].map((one): Page[] => [
			{ people: [{ uuid: 'u1', email: one }], total: 2 },
		]);
		const { index } = indexOf(readings);
		await index.whole();
		expect(emailsIn(index)).toEqual(['new@example.com', email(1)]);
	});

	it('has each person once whom two readings show without an ID', async () => {
		const reading: Page[] = [{ people: [1, 2].map((n) => ({ email: email(n) })), total: 3 }];
		const { index } = indexOf([reading, reading]);
		await index.whole();
		expect(index.known(email(1))).toHaveLength(1);
	});

	it('is refused for an import where it may continue in a way that this node does not understand', async () => {
		const { index } = indexOf([pagesOf(1)], { isClosed: false });
		await index.whole();
		await expect(index.wholeBeforeAdding()).rejects.toMatchObject({ description: expect.stringContaining('"cursor"') });
	});
});
