import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { ImportRow } from '../../../../nodes/EmailMarketing/resources/subscriber/rows/ImportReport';
import { RowImport } from '../../../../nodes/EmailMarketing/resources/subscriber/rows/RowImport';
import { UserFacingError } from '../../../../nodes/EmailMarketing/shared/UserFacingError';
import { textOf } from '../../../../nodes/EmailMarketing/shared/text';
import { ApiClient } from '../../../../nodes/EmailMarketing/transport/ApiClient';
import type { Result } from '../../../../nodes/EmailMarketing/transport/sendOnce';
import { AbortError } from '../../../../nodes/EmailMarketing/transport/wait';

/** What a service answers to a request with these rows. */
type Service = (rows: readonly IDataObject[], body: IDataObject) => Result;

const ok = (body: unknown = { message: 'ok' }): Result => ({ ok: true, status: 200, body, headers: {} });
const status = (code: number, body: unknown = { message: `Status ${code}` }): Result => ({
	ok: false,
	kind: 'status',
	status: code,
	body,
});
const refuse = (errors: unknown): Result => status(422, { message: 'Invalid', errors });

interface Imported {
	/** By item: how often it was told of, and as what. */
	readonly imported: number[];
	readonly rejected: Map<number, string>;
	readonly failed: number[];
	readonly thrown: unknown[];
	/** The rows of each request that the service took. */
	readonly taken: number[][];
	readonly requests: number[][];
	/** How many requests were on their way at the same time. */
	readonly most: number;
}

interface Wishes {
	readonly chunkSize?: number;
	readonly beside?: IDataObject;
	readonly parallel?: number;
	/** Stops the client at this request. */
	readonly stopAt?: number;
	readonly bodyOf?: (item: number) => IDataObject;
}

/** Imports so many rows into a service. */
async function run(
	count: number,
	service: Service,
	{
		chunkSize = 500,
		beside = {},
		parallel = 10,
		stopAt,
		bodyOf = (item) => ({ email: `p${item}@example.com` }),
	}: Wishes = {},
): Promise<Imported> {
	const requests: number[][] = [];
	const taken: number[][] = [];
	let [inFlight, most] = [0, 0];
	const client = new ApiClient({
		connection: { baseUrl: 'https://api.example.com', endpointPaths: {}, accessToken: 'token-of-the-test' },
		options: { maxParallelRequests: parallel, maxRetries: 0 },
		sendOnce: async ({ body }) => {
			const sent = body as IDataObject & { subscribers: IDataObject[] };
			const items = sent.subscribers.map(({ email }) => Number(/\d+/.exec(textOf(email))?.[0]));
			requests.push(items);
			if (requests.length === stopAt) client.stop();
			most = Math.max(most, (inFlight += 1));
			await Promise.resolve();
			inFlight -= 1;
			const result = service(sent.subscribers, sent);
			if (result.ok) taken.push(items);
			return result;
		},
	});
	const told: Imported = { imported: [], rejected: new Map(), failed: [], thrown: [], taken, requests, most: 0 };
	const rows = Array.from({ length: count }, (_, item): ImportRow => ({ item, body: bodyOf(item) }));
	await new RowImport(
		client,
		{ key: 'subscriber.import', pathValues: { contactList: 'l' }, body: beside, names: new Map([['email', 'Email']]) },
		chunkSize,
		{
			imported: (those) => told.imported.push(...those.map(({ item }) => item)),
			rejected: ({ item }, reason) => {
				expect(told.rejected.has(item)).toBe(false);
				told.rejected.set(item, reason);
			},
			refusedTogether: () => undefined,
			failed: (those, thrown) => {
				told.failed.push(...those.map(({ item }) => item));
				told.thrown.push(thrown);
			},
		},
	).run(rows);
	return { ...told, most };
}

const indices = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const sorted = (items: Iterable<number>): number[] => [...items].sort((a, b) => a - b);

/** How a service says which rows are guilty. */
const styles: Record<string, (guilty: readonly number[]) => Result> = {
	'by their place, from 0': (guilty) =>
		refuse(Object.fromEntries(guilty.map((row) => [`subscribers.${row}.email`, ['is no address']]))),
	'by their place, from 1': (guilty) =>
		refuse(Object.fromEntries(guilty.map((row) => [`subscribers.${row + 1}.email`, ['is no address']]))),
	'the first of them only': ([first = 0]) => refuse({ [`subscribers.${first}.email`]: ['is no address'] }),
	'the first of them only, from 1': ([first = 0]) => refuse({ [`subscribers.${first + 1}.email`]: ['is no address'] }),
	'the last of them only': (guilty) => refuse([{ index: guilty.at(-1), message: 'is no address' }]),
	'none of them': () => status(422, { message: 'A row is no address' }),
	'none of them, with status 400': () => status(400, { message: 'Bad request' }),
	'none of them, with a conflict': () => status(409, { message: 'A row exists' }),
	'an innocent row': () => refuse({ 'subscribers.0.email': ['is no address'] }),
};

/** Refuses requests with one of these rows, and says so in its way. */
function refusing(guilty: ReadonlySet<number>, say: (guilty: readonly number[]) => Result): Service {
	return (rows) => {
		const found = rows.flatMap(({ email }, row) => (guilty.has(Number(/\d+/.exec(textOf(email))?.[0])) ? [row] : []));
		return found.length === 0 ? ok() : say(found);
	};
}

describe('rows that are all taken', () => {
	it('travel so many at a time, the first ones alone and then the others at the same time', async () => {
		const { requests, imported, most } = await run(2300, () => ok());
		expect(requests.map((rows) => rows.length)).toEqual([500, 500, 500, 500, 300]);
		expect(sorted(imported)).toEqual(indices(2300));
		expect(most).toBeGreaterThan(1);
	});

	it('are none where there are none', async () => {
		expect(await run(0, () => ok())).toMatchObject({ requests: [], imported: [], failed: [] });
	});

	it('travel with the fields beside them', async () => {
		const bodies: IDataObject[] = [];
		await run(2, (_, body) => (bodies.push(body), ok()), { beside: { source: 'fair' }, chunkSize: 1 });
		expect(bodies.map(({ source }) => source)).toEqual(['fair', 'fair']);
	});
});

describe('a request that the service refuses for some of its rows', () => {
	const guilty = new Set([3, 250, 251, 499, 777]);

	it.each(Object.entries(styles))(
		'is split until those are alone, and the rest is imported once, where it names %s',
		async (_, say) => {
			const { imported, rejected, failed, taken, requests } = await run(1000, refusing(guilty, say));
			expect(sorted(rejected.keys())).toEqual(sorted(guilty));
			expect(sorted(imported)).toEqual(indices(1000).filter((item) => !guilty.has(item)));
			expect(sorted(taken.flat())).toEqual(sorted(imported));
			expect(failed).toEqual([]);
			expect(requests.length).toBeLessThan(130);
		},
	);

	it('is sent once more where the service names all of them', async () => {
		const { requests } = await run(
			500,
			refusing(guilty, (rows) => styles['by their place, from 0']?.(rows) ?? ok()),
		);
		expect(requests.map((rows) => rows.length)).toEqual([500, 496]);
	});

	it.each([
		['by their place, from 0', 'Email: is no address'],
		['by their place, from 1', 'Email: is no address'],
		['none of them', 'A row is no address'],
	])('tells of each the reason that the service gives, where it names %s', async (style, reason) => {
		const { rejected } = await run(
			20,
			refusing(new Set([4, 19]), (rows) => styles[style]?.(rows) ?? ok()),
		);
		expect([...rejected.values()]).toEqual([reason, reason]);
	});

	it('does not go by row numbers any more once a row was named that is not guilty', async () => {
		const { requests } = await run(128, refusing(new Set([10, 74]), styles['an innocent row'] ?? (() => ok())), {
			chunkSize: 64,
			parallel: 1,
		});
		// The second chunk is halved from the beginning: itself, and two halves at each of six steps.
		expect(requests.filter(([first = 0]) => first >= 64)).toHaveLength(13);
	});

	it('rejects a chunk whose rows are all named with one request, and goes on to the next', async () => {
		const { requests, rejected, imported } = await run(
			60,
			refusing(new Set(indices(20)), (rows) => styles['by their place, from 0']?.(rows) ?? ok()),
			{ chunkSize: 20 },
		);
		expect(requests).toHaveLength(3);
		expect([rejected.size, imported.length]).toEqual([20, 40]);
	});
});

describe('any guilty rows, whatever the service says of them', () => {
	it('are rejected, and every other row is imported exactly once, in a bounded number of requests', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc
					.integer({ min: 1, max: 60 })
					.chain((count) => fc.tuple(fc.constant(count), fc.uniqueArray(fc.nat(count - 1)))),
				fc.constantFrom(...Object.keys(styles)),
				fc.integer({ min: 1, max: 40 }),
				fc.integer({ min: 1, max: 5 }),
				async ([count, guilty], style, chunkSize, parallel) => {
					const { imported, rejected, failed, taken, requests } = await run(
						count,
						refusing(new Set(guilty), (rows) => styles[style]?.(rows) ?? ok()),
						{ chunkSize, parallel },
					);
					expect(sorted([...imported, ...rejected.keys(), ...failed])).toEqual(indices(count));
					expect(sorted(taken.flat())).toEqual(sorted(imported));
					// Only where ten rows were refused alone and none was taken may the rest stay unsent.
					if (failed.length > 0) expect([imported, rejected.size]).toEqual([[], 10]);
					else expect(sorted(rejected.keys())).toEqual(sorted(guilty));
					expect([...rejected.keys()].filter((item) => !guilty.includes(item))).toEqual([]);
					const chunks = Math.ceil(count / chunkSize);
					expect(requests.length).toBeLessThanOrEqual(
						chunks + 12 + guilty.length * (2 * Math.ceil(Math.log2(Math.min(chunkSize, count))) + 8),
					);
				},
			),
			{ numRuns: 400 },
		);
	}, 60_000);
});

describe('a request that is too large', () => {
	/** Takes no more rows, and no more text, than this in one request. */
	const takes =
		(most: number, longest = Infinity): Service =>
		(rows) =>
			rows.length > most || JSON.stringify(rows).length > longest ? status(413) : ok();

	it.each([1, 7, 100, 499])(
		'is split until it is not, and what follows is split before it is sent: %i rows at most',
		async (most) => {
			const { imported, rejected, requests, taken } = await run(1500, takes(most));
			expect(sorted(imported)).toEqual(indices(1500));
			expect(rejected.size).toBe(0);
			expect(sorted(taken.flat())).toEqual(indices(1500));
			// Most of the requests are taken: what is too large is found out once, not for each chunk.
			expect(requests.length).toBeLessThanOrEqual(taken.length + 20);
		},
	);

	it('loses one large row alone, and does not send all others in small requests because of it', async () => {
		const { imported, rejected, requests } = await run(5000, takes(500, 100_000), {
			bodyOf: (item) => ({ email: `p${item}@example.com`, first_name: item === 40 ? 'x'.repeat(300_000) : 'Ann' }),
		});
		expect([...rejected]).toEqual([[40, 'Status 413']]);
		expect(imported).toHaveLength(4999);
		expect(requests.length).toBeLessThan(40);
	});

	it('is told of, and the rest is not sent, where even single rows are too large', async () => {
		const { imported, rejected, failed, requests, thrown } = await run(2000, () => status(413));
		expect([imported.length, rejected.size, failed.length]).toEqual([0, 10, 1990]);
		expect((thrown[0] as UserFacingError).message).toBe(
			'The request is too large for the service, and it takes no more rows',
		);
		expect(requests.length).toBeLessThan(40);
	});

	it('says nothing of longer ones that were taken', async () => {
		const guilty = new Set([900]);
		const { requests, rejected } = await run(5000, (rows) => refusing(guilty, () => status(413))(rows, {}));
		expect([...rejected.keys()]).toEqual([900]);
		expect(requests.length).toBeLessThan(40);
	});
});

describe('a service that refuses every row for something else than what is in it', () => {
	it.each<[string, Service]>([
		['naming none', () => status(422, { message: 'The account is locked' })],
		['with status 400', () => status(400, { message: 'The account is locked' })],
		['naming the first', () => refuse({ 'subscribers.0': 'The account is locked' })],
	])('is asked some times and not for each row: %s', async (_, service) => {
		const { imported, rejected, failed, requests, thrown } = await run(10_000, service);
		expect(requests.length).toBeLessThan(80);
		expect([imported.length, rejected.size, failed.length]).toEqual([0, 10, 9990]);
		expect(thrown[0]).toBeInstanceOf(UserFacingError);
		expect((thrown[0] as UserFacingError).message).toContain('it takes no more rows');
		expect((thrown[0] as UserFacingError).description).toContain(
			'10 rows were sent alone and refused, and none was taken, so the rest was not sent.',
		);
	});

	it.each([401, 403, 404, 405])('is asked once with status %i, and the other rows are not sent', async (code) => {
		const { failed, requests, rejected } = await run(5000, () => status(code));
		expect(requests).toHaveLength(1);
		expect(sorted(failed)).toEqual(indices(5000));
		expect(rejected.size).toBe(0);
	});

	it('is asked once where a field beside the rows is refused', async () => {
		const { failed, requests, thrown } = await run(5000, () => refuse({ source: ['is not known'] }), {
			beside: { source: 'fair' },
		});
		expect(requests).toHaveLength(1);
		expect(failed).toHaveLength(5000);
		expect((thrown[0] as UserFacingError).description).toContain('is not known');
	});

	it('has its rows split all the same where it names a row beside the field', async () => {
		const { rejected, imported, failed } = await run(
			20,
			(rows) =>
				rows.some(({ email }) => email === 'p7@example.com')
					? refuse({ source: ['is odd'], 'subscribers.7.email': ['is odd'] })
					: ok(),
			{ beside: { source: 'fair' } },
		);
		expect([[...rejected.keys()], imported.length, failed]).toEqual([[7], 19, []]);
	});
});

describe('a request that fails', () => {
	it.each<[string, Result]>([
		['without an answer', { ok: false, kind: 'noAnswer', code: 'ECONNRESET' }],
		['with status 500', status(500)],
		['with a web page', { ok: false, kind: 'unreadable', status: 200, body: '<html>' }],
	])('is not sent again, split or whole, and its rows may be done: %s', async (_, result) => {
		let count = 0;
		const { failed, thrown, imported, requests } = await run(1500, () => ((count += 1) === 2 ? result : ok()));
		expect(requests).toHaveLength(3);
		expect(failed).toHaveLength(500);
		expect(imported).toHaveLength(1000);
		expect(thrown[0]).toMatchObject({ isOutcomeUnknown: true, notRetryable: true });
	});

	it('does not end the others where it is the first', async () => {
		let count = 0;
		const { failed, imported } = await run(1500, () => ((count += 1) === 1 ? status(500) : ok()));
		expect([failed.length, imported.length]).toEqual([500, 1000]);
	});

	it('tells of no row that was not sent because the client has stopped', async () => {
		const { requests, imported, rejected, failed, thrown } = await run(5000, () => ok(), { stopAt: 1 });
		expect(requests).toHaveLength(1);
		expect(imported).toHaveLength(500);
		expect([rejected.size, failed, thrown]).toEqual([0, [], []]);
	});

	it('tells of no row as done or refused that is in a split which was stopped', async () => {
		const { imported, rejected, taken, thrown } = await run(
			500,
			refusing(new Set([100]), () => status(422)),
			{ stopAt: 6, parallel: 1 },
		);
		expect(sorted(imported)).toEqual(sorted(taken.flat()));
		expect(rejected.size).toBe(0);
		expect(thrown.filter((one) => !(one instanceof AbortError))).toEqual([]);
	});
});
