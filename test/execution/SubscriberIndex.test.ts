import { SubscriberIndex } from '../../nodes/EmailMarketing/execution/SubscriberIndex';
import { ApiClient } from '../../nodes/EmailMarketing/transport/ApiClient';
import type { Result } from '../../nodes/EmailMarketing/transport/sendOnce';

const email = (page: number) => `p${page}@example.com`;

interface Page {
	readonly people: readonly object[];
	readonly total?: number;
}

/** One subscriber on each page. */
function pagesOf(count: number, total?: number): Page[] {
	return Array.from({ length: count }, (_, index) => ({
		people: [{ uuid: `u${index + 1}`, email: email(index + 1) }],
		total,
	}));
}

/**
 * The index of a list with these pages.
 * @param readings the pages, for each time that the list is read
 * @param refused the number of a page that is refused
 * @param isClosed whether it says how many pages it has
 */
function indexOf(readings: readonly Page[][], { parallel = 40, refused = 0, isClosed = true } = {}) {
	const asked: number[] = [];
	let [inFlight, most] = [0, 0];
	const client = new ApiClient({
		connection: { baseUrl: 'https://api.example.com', endpointPaths: {}, accessToken: 'token-of-the-test' },
		options: { maxParallelRequests: parallel, maxRetries: 0 },
		sendOnce: async ({ url }): Promise<Result> => {
			const number = Number(new URL(url).searchParams.get('page') ?? 1);
			asked.push(number);
			most = Math.max(most, (inFlight += 1));
			await new Promise(setImmediate);
			inFlight -= 1;
			if (number === refused) return { ok: false, kind: 'status', status: 403, body: { message: 'No' } };
			const reading = readings[asked.filter((one) => one === 1).length - 1] ?? [];
			const { people = [], total } = reading[number - 1] ?? {};
			const meta = isClosed ? { current_page: number, last_page: reading.length, total } : { cursor: 'x' };
			return { ok: true, status: 200, body: { data: people, meta }, headers: {} };
		},
	});
	const index = new SubscriberIndex(client, { key: 'subscriber.getAll', pathValues: { contactList: 'l' } });
	return { index, asked, most: () => most };
}

const emailsIn = ({ byEmail }: SubscriberIndex) => [...byEmail.keys()];

describe('finding a subscriber by email', () => {
	it.each([1, 4, 40])(
		'reads at most as many pages without success as it needed, and never more than are in flight: %i at once',
		async (parallel) => {
			for (let page = 1; page <= 64; page += 1) {
				const { index, asked, most } = indexOf([pagesOf(64)], { parallel });
				expect(await index.find(email(page))).toMatchObject([{ id: `u${page}` }]);
				expect(asked.length - page).toBeLessThan(Math.min(page, parallel));
				expect(most()).toBeLessThanOrEqual(parallel);
			}
		},
	);

	it('reads on where the one before stopped, asks for no page twice, and ends with the list', async () => {
		const { index, asked } = indexOf([pagesOf(8)]);
		await index.find(email(3));
		expect(asked).toEqual([1, 2, 3, 4]);
		expect(await index.find(' P2@Example.COM ')).toHaveLength(1);
		expect(asked).toHaveLength(4);
		expect(await index.find('nobody@example.com')).toEqual([]);
		expect([asked, index.warning]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], undefined]);
	});

	it('shares a step with those who ask meanwhile', async () => {
		const { index, asked } = indexOf([pagesOf(6)]);
		const found = await Promise.all([4, 1, 4].map(async (page) => await index.find(email(page))));
		expect(found.map((people) => people.length)).toEqual([1, 1, 1]);
		expect(asked).toEqual([1, 2, 3, 4]);
	});

	it('fails with the page that was refused, for those who ask later too, and asks nobody again', async () => {
		const { index, asked } = indexOf([pagesOf(6)], { refused: 2 });
		const failures = await Promise.allSettled([
			index.find(email(5)),
			index.find(email(6)),
			index.find(email(1)).then(async () => await index.find(email(4))),
		]);
		expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
		await expect(index.whole()).rejects.toMatchObject({ status: 403 });
		expect(asked).toEqual([1, 2]);
		expect(await index.find(email(1))).toHaveLength(1);
	});

	it('gives all that have the email on the pages that were read', async () => {
		const people = [
			{ uuid: 'u1', email: 'Ann@example.com' },
			{ uuid: 'u2', email: 'ann@example.com' },
		];
		const { index } = indexOf([[{ people }]]);
		expect((await index.find('ann@example.com')).map(({ id }) => id)).toEqual(['u1', 'u2']);
	});
});

describe('the whole list', () => {
	it('is read once, whoever wants it', async () => {
		const { index, asked } = indexOf([pagesOf(5)]);
		await index.find(email(2));
		await Promise.all([index.whole(), index.whole()]);
		await index.whole();
		expect(emailsIn(index)).toEqual([1, 2, 3, 4, 5].map(email));
		expect(asked).toEqual([1, 2, 3, 4, 5]);
	});

	it.each([
		[20, 20, undefined],
		[19, 20, 'counts 20 entries in this list, but returned 19'],
	])('is taken with %i of %i entries', async (count, total, warning) => {
		const { index } = indexOf([pagesOf(count, total)]);
		await index.whole();
		if (warning === undefined) expect(index.warning).toBeUndefined();
		else expect(index.warning).toContain(warning);
	});

	it('is refused with less than 95 % of its entries', async () => {
		const { index } = indexOf([pagesOf(18, 20)]);
		await expect(index.whole()).rejects.toMatchObject({
			message: 'The contact list may be incomplete',
			description: expect.stringContaining('counts 20 entries in this list, but returned 18'),
		});
	});
});

describe('the whole list, for an import', () => {
	it('is read once where its total stays the same', async () => {
		const { index, asked } = indexOf([pagesOf(5, 5)]);
		await index.wholeForImport();
		await index.wholeForImport();
		expect(asked).toEqual([1, 2, 3, 4, 5]);
	});

	it('is read once more where its total differed between two pages, and both readings count', async () => {
		// The first one was deleted after page 1 was read: the second moved to that page, and total and count fit all the same.
		const pages = (...numbers: number[]) =>
			numbers.map((number) => ({
				people: number === 0 ? [] : [{ uuid: `u${number}`, email: email(number) }],
				total: 3,
			}));
		const { index, asked } = indexOf([[...pagesOf(1, 4), ...pages(3, 4, 0)], pages(2, 3, 4)]);
		await Promise.all([index.wholeForImport(), index.wholeForImport()]);
		expect(emailsIn(index).sort()).toEqual([1, 2, 3, 4].map(email));
		expect(await index.known(email(3))).toHaveLength(1);
		expect(asked).toEqual([1, 2, 3, 4, 1, 2, 3]);
	});

	it('is refused where it may go on in a way that this node does not understand', async () => {
		const { index } = indexOf([[{ people: [{ uuid: 'u1', email: email(1) }] }]], { isClosed: false });
		await index.whole();
		await expect(index.wholeForImport()).rejects.toMatchObject({
			message: 'The contact list may be incomplete',
			description: expect.stringContaining('"cursor"'),
		});
	});
});
