import { defined, useSandbox } from './support';

const bench = useSandbox({ subscribers: 103, searches: true });
const list = () => defined(bench.sandbox.state.contactLists[0]);
const path = () => `/v1/contact-lists/${list().uuid}/subscriber`;
const someone = () => defined(list().subscribers[70]);

/** What a query finds: the emails of the page, and how many there are on all. */
async function find(query: string, { client } = bench) {
	const { data } = await client.get(`${path()}?${query}`);
	return { emails: data.data.map(({ email }) => email), total: data.meta.total };
}

test('filter[email] finds the whole address alone, in any case, in its own list only', async () => {
	const { email } = someone();
	await bench.client.post(path(), { email: `jo${email}` });
	const other = defined(bench.sandbox.state.contactLists.find((one) => one !== list() && !one.withEmail(email)));
	const elsewhere = await bench.client.get(`/v1/contact-lists/${other.uuid}/subscriber?filter[email]=${email}`);

	expect(await find(`filter[email]=${email.toUpperCase()}`)).toEqual({ emails: [email], total: 1 });
	expect(await find(`filter%5Bemail%5D=${encodeURIComponent(email)}`)).toEqual({ emails: [email], total: 1 });
	expect(await find(`filter[email]=${email.slice(1)}`)).toEqual({ emails: [], total: 0 });
	expect(elsewhere.data.data).toEqual([]);
});

test('search finds a part of the address or of the name, in any case', async () => {
	const email = 'ann.lee@example.com';
	await bench.client.post(path(), { email, first_name: 'Zoë-Ann', last_name: 'Öztürkoğlu' });

	for (const part of ['ANN.LEE@', 'zoë-a', 'ztürkoğ', 'Zoë-Ann Ö'])
		expect(await find(`search=${encodeURIComponent(part)}`)).toEqual({ emails: [email], total: 1 });
	expect(await find('search=zz.nobody')).toEqual({ emails: [], total: 0 });
});

test.each([
	['-updated_at', -1],
	['updated_at', 1],
])('sort=%s orders the whole list by its latest change, on every page', async (sort, direction) => {
	const { uuid } = someone();
	bench.wait(60_000);
	await bench.client.put(`${path()}/${uuid}`, { first_name: 'Changed' });
	const pages = [1, 2, 3].map((page) => bench.client.get(`${path()}?sort=${sort}&per_page=40&page=${page}`));
	const shown = (await Promise.all(pages)).flatMap(({ data }) => data.data);
	const times = shown.map(({ updated_at }) => Date.parse(updated_at));

	expect(shown.at(direction === 1 ? -1 : 0)?.uuid).toBe(uuid);
	expect(times).toEqual(times.toSorted((one, other) => direction * (one - other)));
	expect(new Set(shown.map((one) => one.uuid)).size).toBe(103);
});

describe('a sandbox without searches', () => {
	const ignoring = useSandbox({ subscribers: 103 });

	it.each(['filter[email]=nobody@example.com', 'search=nobody', 'sort=-updated_at'])('ignores %s', async (query) => {
		expect(await find(query, ignoring)).toEqual(await find('', ignoring));
	});
});
