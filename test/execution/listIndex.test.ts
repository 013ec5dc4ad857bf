import {
	completeListIndex,
	hasListIndex,
	listIndex,
	listIndexFor,
} from '../../nodes/EmailMarketing/execution/listIndex';
import type { Call } from '../../nodes/EmailMarketing/execution/Operation';
import { ApiClient } from '../../nodes/EmailMarketing/transport/ApiClient';
import type { Result } from '../../nodes/EmailMarketing/transport/sendOnce';

const ok = (body: unknown): Result => ({ ok: true, status: 200, body, headers: {} });

/** A client of a service that gives these pages, and counts how often it was asked. */
function clientOf(
	pages: readonly unknown[][],
	meta: object = { last_page: pages.length },
	entriesOf = (page: number): readonly unknown[] | undefined => pages[page - 1],
) {
	let requests = 0;
	const client = new ApiClient({
		connection: { baseUrl: 'https://api.example.com', endpointPaths: {}, accessToken: 'token-of-the-test' },
		options: { maxParallelRequests: 5, maxRetries: 0 },
		sendOnce: ({ url }) => {
			requests += 1;
			const page = Number(new URL(url).searchParams.get('page') ?? 1);
			return Promise.resolve(ok({ data: entriesOf(page) ?? [], meta: { current_page: page, ...meta } }));
		},
	});
	const call = { client, request: { key: 'subscriber.import', pathValues: { contactList: 'l' } } } as unknown as Call;
	return { client, call, requests: () => requests };
}

const person = (email: unknown, more: object = {}) => ({ uuid: `u-${String(email)}`, email, ...more });

describe('a contact list by email', () => {
	it('is read once for all that need it, list by list', async () => {
		const { client, requests } = clientOf([[person('a@example.com')], [person('b@example.com')]]);
		expect(hasListIndex(client, 'l')).toBe(false);
		const [one, same] = await Promise.all([listIndex(client, 'l'), listIndex(client, 'l')]);
		expect(one).toBe(same);
		expect([requests(), hasListIndex(client, 'l'), hasListIndex(client, 'other')]).toEqual([2, true, false]);
		expect([one.count, [...one.byEmail.keys()]]).toEqual([2, ['a@example.com', 'b@example.com']]);
	});

	it('finds an address however it is written, and everybody who has it', async () => {
		const { client } = clientOf([
			[person('Ann@Müller.de'), person('ann@xn--mller-kva.de', { uuid: 'u2' }), person('b@example.com')],
		]);
		const { byEmail } = await listIndex(client, 'l');
		expect(byEmail.get('ann@xn--mller-kva.de')).toHaveLength(2);
	});

	it.each(['Ann <ann@example.com>', 'o&#039;brien@example.com', 'a&amp;b@example.com', 'ann%40example.com'])(
		'does not pass for whole with an address that is not written as in mail: %s',
		async (email) => {
			const { call } = clientOf([[person('b@example.com'), person(email)]]);
			await expect(completeListIndex(call, ['c@example.com'])).rejects.toMatchObject({
				message: 'The contact list may have been read incompletely',
				description: expect.stringMatching(
					/^1 of its 2 entries came without a legible email( \(such as .+\))?\..* signs of HTML/,
				),
			});
		},
	);

	it('has somebody once who stands twice on one page, and everybody of whom no ID tells that', async () => {
		const { client } = clientOf([
			[
				person('a@example.com'),
				person('a@example.com', { uuid: 'u2' }),
				person('a@example.com'),
				{ email: 'b@example.com' },
				{ email: 'b@example.com', first_name: 'B' },
			],
		]);
		const { byEmail } = await listIndex(client, 'l');
		expect([...byEmail.values()].map((same) => same.map(({ id }) => id))).toEqual([
			['u-a@example.com', 'u2'],
			[undefined, undefined],
		]);
	});

	it('keeps those without an ID: they are there', async () => {
		const { client } = clientOf([[{ email: 'a@example.com' }]]);
		expect((await listIndex(client, 'l')).byEmail.get('a@example.com')).toEqual([
			expect.objectContaining({ id: undefined }),
		]);
	});
});

describe('a contact list that somebody leaves and somebody joins while it is read', () => {
	const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => person(`${name}@example.com`));
	/** Of the first reading, with c on neither page; and of all that come after it. */
	const moving = () => {
		let reading = 0;
		return clientOf([[], []], { last_page: 2, total: 4 }, (page) => {
			if (page === 1) reading += 1;
			return reading === 1
				? [
						[a, b],
						[d, e],
					][page - 1]
				: [
						[b, c],
						[d, e],
					][page - 1];
		});
	};

	it('is read again where somebody who is asked for is not in it, once, and has whoever was in either', async () => {
		const { client, requests } = moving();
		const [one, same] = await Promise.all([
			listIndexFor(client, 'l', ['a@example.com', 'c@example.com']),
			listIndexFor(client, 'l', ['x@example.com']),
		]);
		expect([...one.byEmail.keys()].sort()).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`));
		expect(same).toBe(one);
		expect(requests()).toBe(4);
	});

	it('has each as the second reading shows them, with an address that was changed meanwhile', async () => {
		let reading = 0;
		const { client } = clientOf([[], []], { last_page: 2, total: 2 }, (page) => {
			if (page === 1) reading += 1;
			return page === 1 ? [a] : [{ uuid: 'u', email: reading === 1 ? 'old@example.com' : 'new@example.com' }];
		});
		const { byEmail, count } = await listIndexFor(client, 'l', ['x@example.com']);
		expect([[...byEmail.keys()], count]).toEqual([['a@example.com', 'new@example.com'], 2]);
	});

	it('is read once where all who are asked for are in it, or where it is one page', async () => {
		const several = moving();
		await listIndexFor(several.client, 'l', ['a@example.com', 'd@example.com']);
		const single = clientOf([[a]]);
		await listIndexFor(single.client, 'l', ['x@example.com']);
		expect([several.requests(), single.requests()]).toEqual([2, 1]);
	});
});

describe('a contact list on which rests who is not in it', () => {
	it('is given where it was read to its end', async () => {
		const { call } = clientOf([[person('a@example.com')], [person('b@example.com')]], { last_page: 2, total: 2 });
		expect((await completeListIndex(call, ['a@example.com'])).count).toBe(2);
	});

	it.each<[string, unknown[][], object, RegExp]>([
		[
			'the service counts more',
			[[person('a@example.com')]],
			{ last_page: 1, total: 3 },
			/The service says that the list has 3 entries, but 1 came/,
		],
		[
			'an entry has no email',
			[[person('a@example.com'), { uuid: 'u' }]],
			{},
			/^1 of its 2 entries came without a legible email\./,
		],
	])('is none where %s', async (_, pages, meta, words) => {
		const { call } = clientOf(pages, meta);
		await expect(completeListIndex(call, [])).rejects.toMatchObject({
			message: 'The contact list may have been read incompletely',
			description: expect.stringMatching(words),
		});
		await expect(completeListIndex(call, [])).rejects.toMatchObject({
			description: expect.stringMatching(
				/So nobody can be said not to be in it\.( Entries without an email can be found with|$)/,
			),
		});
	});
});
