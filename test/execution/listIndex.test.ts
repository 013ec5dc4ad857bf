import { completeListIndex, hasListIndex, listIndex } from '../../nodes/EmailMarketing/execution/listIndex';
import type { Call } from '../../nodes/EmailMarketing/execution/Operation';
import { ApiClient } from '../../nodes/EmailMarketing/transport/ApiClient';
import type { Result } from '../../nodes/EmailMarketing/transport/sendOnce';

const ok = (body: unknown): Result => ({ ok: true, status: 200, body, headers: {} });

/** A client of a service that gives these pages, and counts how often it was asked. */
function clientOf(pages: readonly unknown[][], meta: object = { last_page: pages.length }) {
	let requests = 0;
	const client = new ApiClient({
		connection: { baseUrl: 'https://api.example.com', endpointPaths: {}, accessToken: 'token-of-the-test' },
		options: { maxParallelRequests: 5, maxRetries: 0 },
		sendOnce: ({ url }) => {
			requests += 1;
			const page = Number(new URL(url).searchParams.get('page') ?? 1);
			return Promise.resolve(ok({ data: pages[page - 1] ?? [], meta: { current_page: page, ...meta } }));
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

	it('keeps those without an ID: they are there', async () => {
		const { client } = clientOf([[{ email: 'a@example.com' }]]);
		expect((await listIndex(client, 'l')).byEmail.get('a@example.com')).toEqual([
			expect.objectContaining({ id: undefined }),
		]);
	});
});

describe('a contact list on which rests who is not in it', () => {
	it('is given where it was read to its end', async () => {
		const { call } = clientOf([[person('a@example.com')], [person('b@example.com')]], { last_page: 2, total: 2 });
		expect((await completeListIndex(call)).count).toBe(2);
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
			/^1 of its 2 entries came without an email\./,
		],
	])('is none where %s', async (_, pages, meta, words) => {
		const { call } = clientOf(pages, meta);
		await expect(completeListIndex(call)).rejects.toMatchObject({
			message: 'The contact list may have been read incompletely',
			description: expect.stringMatching(words),
		});
		await expect(completeListIndex(call)).rejects.toMatchObject({
			description: expect.stringContaining('So nobody can be said not to be in it.'),
		});
	});
});
