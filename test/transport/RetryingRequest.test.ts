import type { IHttpRequestOptions } from 'n8n-workflow';

import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import type { ApiClient, ClientSetup } from '../../nodes/EmailMarketing/transport/ApiClient';
import type { ApiRequest } from '../../nodes/EmailMarketing/transport/ApiRequest';
import type { Result } from '../../nodes/EmailMarketing/transport/sendOnce';
import { AbortError, ExpiredError } from '../../nodes/EmailMarketing/transport/wait';
import { aClient, ok, status } from './aClient';

/** The requests of one execution, through its client, with a clock of the test. */

beforeEach(() => {
	jest.useFakeTimers();
	// Jitter, at its longest.
	jest.spyOn(Math, 'random').mockReturnValue(0.999);
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const lost: Result = { ok: false, kind: 'noResponse', code: 'ECONNRESET' };
const unreached: Result = { ok: false, kind: 'notSent', code: 'ECONNREFUSED' };

type Reply = Result | Promise<Result>;

/** A service that responds as the test says: in the order of the attempts, then with success. */
function clientOf(replies: Reply[] | ((options: IHttpRequestOptions) => Reply), more: Partial<ClientSetup> = {}) {
	const sent: IHttpRequestOptions[] = [];
	const sendOnce = async (options: IHttpRequestOptions): Promise<Result> => {
		sent.push(options);
		return typeof replies === 'function' ? await replies(options) : await (replies.shift() ?? ok({}));
	};
	const client = aClient(sendOnce, { options: { maxParallelRequests: 4, maxRetries: 2 }, ...more });
	return { client, sent };
}
const oneAtATime = { options: { maxParallelRequests: 1, maxRetries: 2 } };

interface Settled {
	value?: unknown;
	thrown?: unknown;
	isSettled: boolean;
}

/** The state of a promise so far. */
function follow(promise: Promise<unknown>): Settled {
	const seen: Settled = { isSettled: false };
	promise.then(
		(value) => Object.assign(seen, { value, isSettled: true }),
		(thrown: unknown) => Object.assign(seen, { thrown, isSettled: true }),
	);
	return seen;
}

const passed = async (ms = 0): Promise<void> => await jest.advanceTimersByTimeAsync(ms);

/** A reply that comes when the test says so. */
function heldReply() {
	let respond: (result: Result) => void = () => undefined;
	const reply = new Promise<Result>((resolve) => (respond = resolve));
	return { reply, respond };
}

const read: ApiRequest = { key: 'account.get', pathValues: {} };
const update: ApiRequest = { key: 'campaign.update', pathValues: { campaign: 'a/b' }, body: { name: 'x' } };
const create: ApiRequest = {
	key: 'subscriber.create',
	pathValues: { contactList: 'l1' },
	body: { email: 'a@example.com' },
};
const remove: ApiRequest = { key: 'campaign.delete', pathValues: { campaign: 'c1' } };

describe('a request that others wait for', () => {
	const brief: ApiRequest = { ...read, sending: { isBrief: true } };

	it.each([
		[undefined, 30_000],
		[1000, 1000],
		[300_000, 30_000],
	])("ends after 30 seconds, or 'Timeout' if shorter: with %p after %i ms", async (timeout, ms) => {
		const { client, sent } = clientOf([], { requestOptions: { timeout } });
		await client.send(brief);
		await client.send(read);
		expect(sent.map((options) => options.timeout)).toEqual([ms, timeout]);
	});

	it.each([
		[2, status(429, 2000)],
		[1, lost],
	])('is sent %i times after %j: again only after a rate limit', async (count, failure) => {
		const { client, sent } = clientOf([failure]);
		void follow(client.send(brief));
		await passed(3000);
		expect(sent).toHaveLength(count);
	});
});

describe('a request that waits for others', () => {
	it('is sent before them where it is urgent', async () => {
		const { reply, respond } = heldReply();
		const { client, sent } = clientOf([reply], oneAtATime);
		for (const request of [create, update, { ...read, sending: { isUrgent: true } }]) void client.send(request);
		await passed();
		respond(ok({}));
		await passed();
		expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET', 'PUT']);
	});

	it.each([
		[1000, true],
		[1001, false],
	])('until it has expired is not sent: after %i of 1000 ms it is: %s', async (ms, isSent) => {
		const { reply, respond } = heldReply();
		const { client, sent } = clientOf([reply], oneAtATime);
		void client.send(create);
		const waiting = follow(client.send({ ...update, sending: { expiresAt: Date.now() + 1000 } }));
		await passed(ms);
		respond(ok({}));
		await passed();
		expect(sent).toHaveLength(isSent ? 2 : 1);
		expect(waiting.thrown).toEqual(isSent ? undefined : expect.any(ExpiredError));
	});

	it.each([
		['not done', status(429, 2000), 1],
		['possibly done', status(500), 2],
	])('until it has expired is sent again only if the first attempt was %s', async (_name, failure, count) => {
		const { client, sent } = clientOf([failure]);
		const waiting = follow(client.send({ ...update, sending: { expiresAt: Date.now() + 100 } }));
		await passed(3000);
		expect(sent).toHaveLength(count);
		expect(waiting.thrown).toEqual(count === 2 ? undefined : expect.any(ExpiredError));
	});
});

describe('a back-off', () => {
	it('holds no other request back', async () => {
		const { client, sent } = clientOf([lost], oneAtATime);
		void client.send(read);
		void client.send(update);
		await passed(100);
		expect(sent.map(({ method }) => method)).toEqual(['GET', 'PUT']);
	});
});

describe('a delete that finds nothing', () => {
	const done = { value: { body: undefined, headers: {} } };
	const missing = { thrown: expect.objectContaining({ status: 404 }) };

	it.each<[string, Result[], object, ApiRequest?]>([
		['is done after a 500', [status(500)], done],
		['is done after one that was lost and one that was rate-limited', [lost, status(429, 0)], done],
		['fails after a rate limit', [status(429, 0)], missing],
		['fails after an attempt that did not reach the service', [unreached], missing],
		['differs from an update', [lost], missing, update],
	])('%s', async (...[, before, expected, request = remove]) => {
		const sending = follow(clientOf([...before, status(404)]).client.exchange(request));
		await passed(5000);
		expect(sending).toMatchObject(expected);
	});
});

describe('a rate limit', () => {
	it.each<[string, (rateLimits: number) => Result, number]>([
		['a retry while other requests are lost or do not reach the service', (n) => (n === 1 ? lost : unreached), 3],
		['none while other requests are accepted', () => ok({}), 5],
	])('that names no time uses up %s', async (_name, others, attempts) => {
		let asked = 0;
		const { client } = clientOf(({ method }) => {
			if (method !== 'GET') return others(asked);
			asked += 1;
			if (asked === 5) return ok({ done: true });
			void follow(client.send(create));
			return status(429);
		});
		const sending = follow(client.send(read));
		await passed(60_000);
		expect(asked).toBe(attempts);
		expect(sending).toMatchObject(attempts === 5 ? { value: { done: true } } : { thrown: { status: 429 } });
	});

	it('pauses all requests, and the one that was refused is the first to leave after it', async () => {
		const { client, sent } = clientOf([status(429, 1000)], oneAtATime);
		void client.send(create);
		void client.send(update);
		await passed(999);
		expect(sent).toHaveLength(1);
		await passed(1);
		expect(sent.map(({ method }) => method)).toEqual(['POST', 'POST', 'PUT']);
	});
});

describe('the number of parallel requests', () => {
	it.each<[string, number, Result]>([
		['successes', 20, ok({})],
		['rejections', 20, status(422)],
		['failures of the service', 10, status(500)],
		['rate limits', 5, status(429, 0)],
		['lost responses', 5, lost],
		['closed ports', 5, unreached],
	])(
		'after ten %s is %i: more while the service responds, fewer after too much load',
		async (_name, inFlight, result) => {
			const pending: Array<(result: Result) => void> = [];
			const reply = async () => await new Promise<Result>((resolve) => pending.push(resolve));
			const { client } = clientOf(reply, { options: { maxParallelRequests: 40, maxRetries: 0 } });
			for (let n = 0; n < 40; n += 1) void follow(client.send(create));
			await passed();
			for (const respond of [...pending]) respond(result);
			await passed();
			expect(pending.length - 10).toBe(inFlight);
		},
	);
});

describe('a client that is stopped', () => {
	it('sends nothing more, and leaves what is in flight to finish', async () => {
		const { reply, respond } = heldReply();
		const { client, sent } = clientOf([reply], oneAtATime);
		const [inFlight, waiting] = [follow(client.send(create)), follow(client.send(create))];
		await passed();
		client.stop();
		const late = follow(client.send(read));
		await passed();
		expect([waiting.thrown, late.thrown]).toEqual([expect.any(AbortError), expect.any(AbortError)]);
		respond(ok({ done: true }));
		await passed();
		expect(inFlight.value).toEqual({ done: true });
		expect(sent).toHaveLength(1);
	});

	it.each<[string, Result[], ApiRequest, boolean]>([
		['an update that was lost: it may have been done', [lost], update, true],
		['an update that was lost before a rate limit: it may have been done', [lost, status(429, 10_000)], update, true],
		['a request that was refused: it was not sent', [status(429, 10_000)], create, false],
		['a request that did not reach the service: it was not sent', [unreached], create, false],
	])('in the wait after %s', async (_name, replies, request, outcomeUnknown) => {
		const { client, sent } = clientOf([...replies]);
		const sending = follow(client.send(request));
		await passed(replies.length * 510 - 510);
		client.stop();
		await passed(1000);
		expect(sending.thrown).toBeInstanceOf(outcomeUnknown ? UserFacingError : AbortError);
		if (outcomeUnknown) expect(sending.thrown).toMatchObject({ outcomeUnknown: true, mustNotRepeat: false });
		expect(sent).toHaveLength(replies.length);
	});

	it.each([true, false])('stops at the first failure where the node does: %s', async (stopsAtFailure) => {
		const { client, sent } = clientOf([status(422)], { ...oneAtATime, stopsAtFailure });
		const [first, second] = [follow(client.send(create)), follow(client.send(create))];
		await passed();
		expect(first.thrown).toMatchObject({ status: 422 });
		expect(second.thrown).toEqual(stopsAtFailure ? expect.any(AbortError) : undefined);
		expect(sent).toHaveLength(stopsAtFailure ? 1 : 2);
	});

	it.each([true, false])('is so when its execution is cancelled, before it began: %s', async (isBefore) => {
		const cancelling = new AbortController();
		if (isBefore) cancelling.abort();
		const { client, sent } = clientOf([], { cancelled: cancelling.signal });
		cancelling.abort();
		await expect(client.send(read)).rejects.toBeInstanceOf(AbortError);
		expect(sent).toEqual([]);
	});
});

describe('a service that never responds in time', () => {
	const late: Result = { ok: false, kind: 'noResponse', code: 'ETIMEDOUT' };
	const one = async (client: ApiClient, id: number, more = {}) =>
		await client
			.send({ key: 'campaign.update', pathValues: { campaign: String(id) }, body: {}, ...more })
			.then(() => 'done')
			.catch((thrown: Error) => thrown.message);
	const many = async (client: ApiClient, count = 40) => {
		const all = Promise.all(Array.from({ length: count }, async (_, id) => await one(client, id)));
		await jest.advanceTimersByTimeAsync(600_000);
		return await all;
	};

	it('is down only if nothing responds in between; a broken connection is no response', async () => {
		const script = [late, late, late, late, ok({}), late, late, lost, late, late, late];
		const { client, sent } = clientOf([...script], oneAtATime);
		await many(client);
		expect(sent).toHaveLength(script.length);
		const message = 'Not sent after 5 requests without a response in time';
		expect(client.signal.reason).toMatchObject({ message, canRetry: true });
		const passing = clientOf([late, late, late, late, status(422), late, late, late, late, ok({})], oneAtATime);
		expect(await many(passing.client, 5)).toContain('done');
		expect(passing.client.signal.aborted).toBe(false);
	});

	it('may be a search that is not needed: it ends nothing', async () => {
		const { client } = clientOf(() => late, { options: { maxParallelRequests: 1, maxRetries: 9 } });
		const asked = one(client, 1, { sending: { isOptional: true } });
		await jest.advanceTimersByTimeAsync(600_000);
		expect(await asked).toContain('did not respond in time');
		expect(client.signal.aborted).toBe(false);
	});
});
