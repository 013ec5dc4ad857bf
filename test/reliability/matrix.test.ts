import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { faultNames, faults, type FaultName } from '../../sandbox/faults/faults';
import type { NodeRun, NodeRunOptions } from '../engine/runNode';
import { byId, defined, useEngine } from '../engine/support';
import { tlsFront, type TlsFront } from '../engine/tlsFront';
import { isWhole, seed } from './random';

jest.mock('../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../engine/noWait'));

type Outcome = 'again' | 'done' | 'stops' | 'unsure';
/** The sandbox uses plain http: a proxy in front of it breaks TLS. */
type Fault = FaultName | 'tls-broken';

const page = readFileSync(join(__dirname, '../../docs/reliability.md'), 'utf8')
	.split('\n')
	.map((line) =>
		line
			.split('|')
			.map((cell) => cell.trim())
			.slice(1, -1),
	);
const allFaults: Fault[] = [...faultNames, 'tls-broken'];
/** docs/reliability.md: `| faults | message | Get, Update, Delete | Create, Toggle |`; N in a message is the status. */
const rows = page
	.filter((cells) => cells.length === 4)
	.flatMap(([names = '', words = '', repeatable = '', once = '']) =>
		names.split(', ').map((fault) => ({ fault, words: words.replace(/\bN\b/, fault.slice(0, 3)), repeatable, once })),
	)
	.filter(({ fault }) => allFaults.includes(fault as Fault));
/** The table below it: `| outcome in the cell | requests with Retry On Fail | outcome of the node |`. */
const underRetryOnFail = new Map(
	page
		.filter(([outcome = '', count]) => /^(again|done|stops|unsure)$/.test(outcome) && /^\d$/.test(count ?? ''))
		.map(([outcome, count, end]) => [outcome, { count: Number(count), end }]),
);

/** All operations of a column, or one that the seed chooses. */
const someOf = (keys: readonly EndpointKey[]) => (isWhole ? keys : [defined(keys[seed % keys.length])]);
const repeatable = someOf(['subscriber.get', 'subscriber.update', 'subscriber.delete']);
const once = someOf(['subscriber.create', 'subscriber.toggleSubscription']);
const cells = rows.flatMap(({ fault, words, ...row }) => [
	...repeatable.map((key) => [fault as Fault, key, row.repeatable as Outcome, words] as const),
	...once.map((key) => [fault as Fault, key, row.once as Outcome, words] as const),
]);

const notice = 'It may have happened anyway, so it was not sent again.';
// n8n treats 0 as not set, and waits a second.
const retryOnFail = { node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } };

const engine = useEngine();
let front: TlsFront;
beforeAll(async () => {
	front = await tlsFront(() => engine.sandbox.url);
});
afterAll(async () => await front.close());

/** Runs an operation on a subscriber of the first list, with a fault in the first requests. */
async function runWith(
	fault: Fault,
	key: EndpointKey,
	more: Partial<NodeRunOptions> = {},
	{ times = 1, options = {} }: { times?: number; options?: IDataObject } = {},
): Promise<NodeRun> {
	const list = defined(engine.sandbox.state.contactLists[0]);
	const subscriber = byId(defined(list.subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null)).uuid);
	const own: Partial<Record<EndpointKey, INodeParameters>> = {
		'subscriber.create': { email: 'new@example.com' },
		'subscriber.update': { subscriber, updateFields: { lastName: 'New' } },
		'subscriber.toggleSubscription': { subscriber, changeTo: 'toggle' },
	};
	const parameters = {
		contactList: byId(list.uuid),
		...(own[key] ?? { subscriber }),
		requestOptions: options,
	} as INodeParameters;
	if (fault !== 'tls-broken') {
		engine.sandbox.faults({ script: [{ fault, times, operation: key }], retryAfterSeconds: 0 });
		const forStalls = fault.startsWith('stall') ? { requestOptions: { timeout: 300 } } : {};
		return await engine.run(key, { ...parameters, ...forStalls }, more);
	}
	front.breakNext(times, key === 'subscriber.toggleSubscription' ? '/toggle' : '');
	return await engine.run(
		key,
		{ ...parameters, requestOptions: { allowUnauthorizedCerts: true } },
		{ credential: { ...engine.credential, baseUrl: front.url }, ...more },
	);
}

/** The requests of an operation, without reads before them. */
function requestsOf(key: EndpointKey) {
	return engine.sandbox.requests().filter(({ operationId }) => operationId === key);
}

/** How often the service did the work, whatever it returned. */
function timesDone(key: EndpointKey): number {
	return requestsOf(key).filter(({ fault }) => fault === undefined || faults[fault].workDone).length;
}

describe('the fault matrix of docs/reliability.md', () => {
	it('has a row for every fault that the sandbox knows', () => {
		expect(rows.map(({ fault }) => fault).sort()).toEqual([...allFaults].sort());
	});

	it.each(cells)('%s in response to %s: %s', async (fault, key, outcome, words) => {
		const list = defined(engine.sandbox.state.contactLists[0]);
		const subscriber = defined(list.subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
		const run = await runWith(fault, key);

		expect(requestsOf(key)).toHaveLength(outcome === 'again' ? 2 : 1);
		if (outcome === 'again' || outcome === 'done') {
			expect(run.error).toBeUndefined();
			expect(run.items).toHaveLength(1);
		} else {
			expect(run.error?.message).toBe(words);
			expect(run.error?.description?.includes(notice)).toBe(outcome === 'unsure');
		}

		const created = list.subscribers.filter(({ email }) => email === 'new@example.com').length;
		const worked = {
			'subscriber.update': subscriber.lastName === 'New',
			'subscriber.delete': !list.subscribers.includes(subscriber),
			'subscriber.create': created === 1,
			'subscriber.toggleSubscription': subscriber.unsubscribedAt !== null,
		}[key as string];
		expect(created).toBeLessThanOrEqual(1);
		// Reported successes have happened; a rejected request that must not happen twice has not.
		if (outcome === 'again' || outcome === 'done') expect(worked ?? true).toBe(true);
		if (outcome === 'stops' && once.includes(key)) expect(worked).toBe(false);
	});

	it.each(cells)('%s in response to %s under Retry On Fail: %s', async (fault, key, outcome) => {
		const { count, end } = defined(underRetryOnFail.get(outcome));
		const run = await runWith(fault, key, retryOnFail);

		expect(requestsOf(key)).toHaveLength(count);
		expect(run.error?.description?.includes(notice) ?? false).toBe(end === 'unsure');
		expect(run.error === undefined).toBe(end === 'done');
	});

	const notTwice = once.flatMap((key) => allFaults.map((fault) => [fault, key] as const));

	it.each(notTwice)('a persistent %s never makes %s happen twice under Retry On Fail', async (fault, key) => {
		await runWith(fault, key, retryOnFail, { times: 100, options: { maxRetries: 1 } });
		expect(requestsOf(key).length).toBeGreaterThan(0);
		expect(timesDone(key)).toBeLessThanOrEqual(1);
	});
});
