import { pagingStyleNames } from '../../sandbox/paging-styles';
import { perPageNames } from '../../sandbox/per-page';
import { defined, useSandbox } from './support';
import type { Bench } from './support';

const refusal = { per_page: ['The per page field is prohibited.'] };

function subscribersPath({ sandbox }: Bench): string {
	return `/v1/contact-lists/${defined(sandbox.state.contactLists[0]).uuid}/subscriber`;
}

/** How many entries a list has in whatever style. */
function lengthOf(body: unknown): number {
	const { data = body } = body as { data?: unknown };
	return (data as unknown[]).length;
}

describe('where per_page is honoured', () => {
	const bench = useSandbox({ subscribers: 103 });

	it.each([
		['', 15, 7],
		['?per_page=100', 100, 2],
		['?per_page=40&page=2', 40, 3],
	])('a list asked for with "%s" has pages of %i', async (query, size, lastPage) => {
		const { data } = await bench.client.get(subscribersPath(bench) + query);

		expect(data.data).toHaveLength(size);
		expect(data.meta).toMatchObject({ per_page: size, last_page: lastPage });
	});
});

describe('where per_page is ignored', () => {
	const bench = useSandbox({ subscribers: 103, perPage: 'ignored' });

	it('the answer says how long its pages are', async () => {
		const { data } = await bench.client.get(`${subscribersPath(bench)}?per_page=100&page=7`);

		expect(data.data).toHaveLength(13);
		expect(data.meta).toEqual({ current_page: 7, per_page: 15, last_page: 7, total: 103 });
	});

	it('a number that is none is ignored too', async () => {
		const { status, data } = await bench.client.get(`${subscribersPath(bench)}?per_page=many`);

		expect([status, data.meta.per_page]).toEqual([200, 15]);
	});

	it.each(pagingStyleNames)('it is so in the style %s', async (style) => {
		bench.sandbox.paging(style);
		const { data } = await bench.client.get<unknown>(`${subscribersPath(bench)}?per_page=100`);

		expect(lengthOf(data)).toBe(15);
	});
});

describe('where per_page is refused', () => {
	const bench = useSandbox({ subscribers: 103, perPage: 'refused' });

	it.each(pagingStyleNames)('a list in the style %s is, and not without it', async (style) => {
		bench.sandbox.paging(style);
		const { status, data } = await bench.client.get(`${subscribersPath(bench)}?per_page=100`);
		const { data: without } = await bench.client.get<unknown>(`${subscribersPath(bench)}?page=2`);

		expect([status, data]).toEqual([422, { message: 'The per page field is prohibited.', errors: refusal }]);
		expect(lengthOf(without)).toBe(15);
	});

	it('the mails of a subscriber are a list too', async () => {
		const { uuid } = defined(defined(bench.sandbox.state.contactLists[0]).subscribers[0]);
		const { data } = await bench.client.get(`${subscribersPath(bench)}/${uuid}?per_page=100`);

		expect(data.errors).toEqual(refusal);
	});

	it('a wrong token and an unknown list come before it, and what is no list does not mind', async () => {
		const query = '?per_page=100';
		const wrongToken = await bench.client.get(subscribersPath(bench) + query, {
			headers: { Authorization: 'Bearer wrong' },
		});
		const unknownList = await bench.client.get(`/v1/contact-lists/unknown/subscriber${query}`);
		const account = await bench.client.get(`/v1/account${query}`);

		expect([wrongToken.status, unknownList.status, account.status]).toEqual([401, 404, 200]);
	});
});

test('there are these three', () => {
	expect(Object.keys(perPageNames)).toEqual(['honoured', 'ignored', 'refused']);
});
