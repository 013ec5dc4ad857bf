import { defined, useSandbox } from './support';

const bench = useSandbox({ subscribers: 103 });

function firstList(): string {
	return `/v1/contact-lists/${defined(bench.sandbox.state.contactLists[0]).uuid}/subscriber`;
}

test('a page has 15 items, links to its neighbours by their number alone, and the counts', async () => {
	const { data } = await bench.client.get(`${firstList()}?page=2`);

	const address = bench.sandbox.url + firstList();
	expect(data.data).toHaveLength(15);
	expect(data.links).toEqual({
		first: `${address}?page=1`,
		last: `${address}?page=7`,
		prev: `${address}?page=1`,
		next: `${address}?page=3`,
	});
	expect(data.meta).toEqual({ current_page: 2, per_page: 15, last_page: 7, total: 103 });
});

test.each([7, 50, 100])('following the next links by %i gives everyone once, in order', async (perPage) => {
	const emails: string[] = [];
	let next: string | null = `${bench.sandbox.url}${firstList()}?page=1`;
	while (next !== null) {
		const { data }: { data: { data: Array<{ email: string }>; links: { next: string | null } } } =
			await bench.client.get(`${next}&per_page=${perPage}`);
		emails.push(...data.data.map(({ email }) => email));
		next = data.links.next;
	}

	expect(emails).toEqual(bench.sandbox.state.contactLists[0]?.subscribers.map(({ email }) => email));
});

test('the first page has none before it, the last none after it', async () => {
	const first = await bench.client.get(firstList());
	const last = await bench.client.get(`${firstList()}?page=7`);

	expect(first.data.links.prev).toBeNull();
	expect(last.data.links.next).toBeNull();
	expect(last.data.data).toHaveLength(13);
});

test('a page beyond the last is empty and leads back', async () => {
	const { status, data } = await bench.client.get(`${firstList()}?page=9`);

	expect(status).toBe(200);
	expect(data.data).toEqual([]);
	expect(data.links.prev).toContain('page=7');
	expect(data.links.next).toBeNull();
});

test('an empty list is one empty page', async () => {
	const empty = defined(bench.sandbox.state.contactLists.find(({ subscribers }) => subscribers.length === 0));
	const { data } = await bench.client.get(`/v1/contact-lists/${empty.uuid}/subscriber`);

	expect(data.data).toEqual([]);
	expect(data.meta).toEqual({ current_page: 1, per_page: 15, last_page: 1, total: 0 });
	expect(data.links.next).toBeNull();
});

test.each([
	['page=0', 'page', 'The page field must be at least 1.'],
	['page=two', 'page', 'The page field must be an integer.'],
	['page=1&page=2', 'page', 'The page field must be an integer.'],
	['per_page=0', 'per_page', 'The per page field must be at least 1.'],
	['per_page=101', 'per_page', 'The per page field must not be greater than 100.'],
])('?%s is refused', async (query, field, text) => {
	const { status, data } = await bench.client.get(`/v1/contact-lists?${query}`);

	expect(status).toBe(422);
	expect(data.errors).toEqual({ [field]: [text] });
});
