import type { PagingStyleName } from '../../sandbox/paging-styles';
import { defined, useSandbox } from './support';
import type { Response } from './support';

const bench = useSandbox({ subscribers: 103 });
const list = () => defined(bench.sandbox.state.contactLists[0]);
const path = () => `/v1/contact-lists/${list().uuid}/subscriber`;

interface List extends Array<{ uuid: string }> {
	data?: Array<{ uuid: string }>;
	links?: { next: string | null };
}

/** The address of the next page, from where the style has it. */
function nextOf({ data, headers }: Response<List>): string | null {
	return data.links?.next ?? /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '')?.[1] ?? null;
}

test.each<[PagingStyleName, unknown]>([
	['numbered', expect.objectContaining({ data: [] })],
	['links', { data: [], links: { next: null } }],
	['bare', []],
])('the style %s returns every entry once, in order, and beyond the last page an empty one', async (style, empty) => {
	bench.sandbox.paging(style);
	const uuids: string[] = [];
	for (let url: string | null = `${path()}?page=1`; url !== null;) {
		const page: Response<List> = await bench.client.get<List>(`${url}&per_page=50`);
		uuids.push(...(page.data.data ?? page.data).map(({ uuid }) => uuid));
		url = nextOf(page);
	}
	const beyond = await bench.client.get<List>(`${path()}?page=9`);

	expect(uuids).toEqual(list().subscribers.map(({ uuid }) => uuid));
	expect([beyond.data, nextOf(beyond)]).toEqual([empty, null]);
});

test('a numbered page has links to its neighbours by their number alone, and the counts', async () => {
	const { data } = await bench.client.get(`${path()}?page=2`);
	const linkTo = (page: number) => `${bench.sandbox.url}${path()}?page=${page}`;

	expect(data.links).toEqual({ first: linkTo(1), last: linkTo(7), prev: linkTo(1), next: linkTo(3) });
	expect(data.meta).toEqual({ current_page: 2, per_page: 15, last_page: 7, total: 103 });
});
