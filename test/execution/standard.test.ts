import type { EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { pick } from '../../nodes/EmailMarketing/api/response';
import { Hints } from '../../nodes/EmailMarketing/execution/Hints';
import type { ItemInput, Run } from '../../nodes/EmailMarketing/execution/Operation';
import { fetchList, sendOne, sendSimplified } from '../../nodes/EmailMarketing/execution/standard';
import type { JsonRecord } from '../../nodes/EmailMarketing/shared/values';
import { aClient, ok } from '../transport/aClient';

/** What an operation takes for one item, and the pages that were asked for. */
function given(key: EndpointKey, reply: (page: number) => unknown, settings: ItemInput['settings'] = {}) {
	const asked: number[] = [];
	const client = aClient(({ url }) => {
		const page = Number(new URL(url).searchParams.get('page') ?? 1);
		asked.push(page);
		return Promise.resolve(ok(reply(page)));
	});
	const request = { key, pathValues: { contactList: 'l1', subscriber: 's1' }, body: { first_name: 'Ann' } };
	const input: ItemInput = { item: 0, json: {}, request, settings };
	const run: Pick<Run, 'client' | 'hints'> = { client, hints: new Hints() };
	return { input, run: run as Run, asked };
}

describe('the item of one request', () => {
	it.each<[EndpointKey, unknown, object]>([
		['subscriber.update', { message: 'Saved', subscriber: { id: 9 } }, { id: 9 }],
		['subscriber.update', { message: 'Saved' }, { uuid: 's1', first_name: 'Ann', message: 'Saved' }],
		['subscriber.create', { first_name: 'Anna' }, { contactList: 'l1', subscriber: 's1', first_name: 'Anna' }],
		['subscriber.create', undefined, { contactList: 'l1', subscriber: 's1', first_name: 'Ann' }],
		['subscriber.create', ['done'], { value: ['done'] }],
		['subscriber.get', { mails: [] }, { mails: [] }],
	])('is the resource, with what was sent where that has no ID: %s, %j', async (key, body, item) => {
		const { input, run } = given(key, () => body);
		expect(await sendOne(input, run)).toEqual([item]);
	});

	it.each<[object, object]>([
		[{ id: 1, name: 'Sale', html: '…' }, { name: 'Sale' }],
		[
			{ id: 1, name: 'Sale', message: 'Done' },
			{ id: 1, name: 'Sale', message: 'Done' },
		],
		[
			{ name: 'Sale', message: 'Done' },
			{ uuid: 's1', name: 'Sale', message: 'Done', first_name: 'Ann' },
		],
	])('is shortened where the response is a resource, and whole elsewhere: %j', async (body, item) => {
		const shorten = (thing: JsonRecord) => pick(thing, ['name']);
		const { input, run } = given('subscriber.update', () => body);
		expect(await sendSimplified(shorten)(input, run)).toEqual([item]);
	});
});

describe('the entries of a list', () => {
	/** Twenty pages of two. */
	const pages = (page: number) => ({
		data: [{ uuid: `a${page}` }, { uuid: `b${page}` }],
		meta: { current_page: page, last_page: 20, total: 40 },
	});

	/** One of the first page, and all of the others: more than could be expected. */
	const isWanted = (entry: unknown) => (entry as { uuid: string }).uuid !== 'a1';

	it.each([
		['no page more than the limit needs', 2, undefined, [1]],
		['all pages that the limit needs at once', 7, undefined, [1, 2, 3, 4]],
		['at most twice as many pages each time where not all entries count', 9, isWanted, [1, 2, 3, 4, 5, 6]],
	] as const)('come with %s', async (_, limit, counts, expected) => {
		const { input, run, asked } = given('subscriber.getAll', pages, { limit });
		expect(await fetchList(input, run, counts)).toHaveLength(limit);
		expect(asked).toEqual(expected);
	});

	it.each([
		['there is no body', () => undefined],
		['a later page holds no list', (page: number) => (page === 1 ? pages(1) : { message: 'Soon' })],
	])('are none where %s: it fails', async (_, reply) => {
		const { input, run } = given('subscriber.getAll', reply, { returnAll: true });
		await expect(fetchList(input, run)).rejects.toThrow('contains no list');
	});
});
