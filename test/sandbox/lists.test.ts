import type { PagingStyleName } from '../../sandbox/paging-styles';
import { defined } from '../defined';
import { useSandbox } from './support';

const bench = useSandbox({ subscribers: 103, searches: true });
const list = () => defined(bench.sandbox.state.contactLists[0]);
const path = () => `/v1/contact-lists/${list().uuid}/subscriber`;

test.each<[PagingStyleName, unknown]>([
	['numbered', expect.objectContaining({ data: [] })],
	['links', { data: [], links: { next: null } }],
	['bare', []],
])('the style %s returns every entry once, in order, and beyond the last page an empty one', async (style, empty) => {
	bench.sandbox.paging(style);
	const uuids: string[] = [];
	let url: string | null = `${path()}?page=1`;
	while (url !== null) {
		const { answer, headers } = await bench.ask('GET', `${url}&per_page=50`);
		uuids.push(...(Array.isArray(answer) ? (answer as typeof answer.data) : answer.data).map(({ uuid }) => uuid));
		url = answer.links?.next ?? /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null;
	}

	expect(uuids).toEqual(list().subscribers.map(({ uuid }) => uuid));
	expect((await bench.ask('GET', `${path()}?page=9`)).answer).toEqual(empty);
});

/** What a query finds: the emails of the page, and how many there are on all. */
async function find(query: string) {
	const { answer } = await bench.ask('GET', `${path()}?${query}`);
	return { emails: answer.data.map(({ email }) => email), total: answer.meta.total };
}

test('filter[email] finds the whole address alone, search a part of it or of the name, in any case', async () => {
	const email = 'ann.lee@example.com';
	await bench.ask('POST', path(), { email, first_name: 'Zoë-Ann', last_name: 'Öztürkoğlu' });

	for (const query of [`filter[email]=${email.toUpperCase()}`, 'search=ANN.LEE@', 'search=Zoë-Ann Ö'])
		expect(await find(query)).toEqual({ emails: [email], total: 1 });
	for (const query of [`filter[email]=${email.slice(1)}`, 'search=zz.nobody'])
		expect(await find(query)).toEqual({ emails: [], total: 0 });
});
