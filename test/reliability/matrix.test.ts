import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';

import type { EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { faultNames, type FaultName } from '../../sandbox/faults/faults';
import { byId, defined, useEngine } from '../engine/support';

type Outcome = 'again' | 'done' | 'stops' | 'unsure';

/** The rows of the matrix in docs/reliability.md: `| fault | what is read | Get | Update | Delete | Create | Toggle |`. */
const rows = readFileSync(join(__dirname, '../../docs/reliability.md'), 'utf8')
	.split('\n')
	.map((line) => line.split('|').map((cell) => cell.trim()).slice(1, -1))
	.filter((cells) => cells.length === 7 && faultNames.includes(cells[0] as FaultName));

const columns: EndpointKey[] = ['subscriber.get', 'subscriber.update', 'subscriber.delete', 'subscriber.create', 'subscriber.toggleSubscription'];
const cells = rows.flatMap(([fault, words, ...outcomes]) => outcomes.map((outcome, column) => [fault as FaultName, defined(columns[column]), outcome as Outcome, defined(words)] as const));

const engine = useEngine();

describe('the fault matrix of docs/reliability.md', () => {
	// Full jitter may wait no time at all; the waits themselves are tested in retry.test.ts.
	beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
	afterEach(() => jest.restoreAllMocks());

	it('has a row for every fault that the sandbox knows', () => {
		expect(rows.map(([fault]) => fault).sort()).toEqual([...faultNames].sort());
	});

	it.each(cells)('%s in answer to %s: %s', async (fault, key, outcome, words) => {
		const list = defined(engine.sandbox.state.contactLists[0]);
		const subscriber = defined(list.subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
		const parameters: Partial<Record<EndpointKey, INodeParameters>> = {
			'subscriber.create': { email: 'new@example.com' },
			'subscriber.update': { subscriber: byId(subscriber.uuid), updateFields: { lastName: 'New' } },
		};
		engine.sandbox.faults({ script: [{ fault }], retryAfterSeconds: 0 });
		const run = await engine.run(key, {
			contactList: byId(list.uuid),
			...(parameters[key] ?? { subscriber: byId(subscriber.uuid) }),
			...(fault.startsWith('stall') ? { requestOptions: { timeout: 300 } } : {}),
		});

		expect(engine.sandbox.requests()).toHaveLength(outcome === 'again' ? 2 : 1);
		if (outcome === 'again' || outcome === 'done') {
			expect(run.error).toBeUndefined();
			expect(run.items).toHaveLength(1);
		} else {
			expect(run.error?.message).toBe(words);
			expect(run.error?.description?.includes('It may have happened all the same, so it was not sent again.')).toBe(outcome === 'unsure');
		}

		const created = list.subscribers.filter(({ email }) => email === 'new@example.com').length;
		const worked = {
			'subscriber.update': subscriber.lastName === 'New',
			'subscriber.delete': !list.subscribers.includes(subscriber),
			'subscriber.create': created === 1,
			'subscriber.toggleSubscription': subscriber.unsubscribedAt !== null,
		}[key as string];
		expect(created).toBeLessThanOrEqual(1);
		// What is called done has happened; what is refused for good has not.
		if (outcome === 'again' || outcome === 'done') expect(worked ?? true).toBe(true);
		if (outcome === 'stops') expect(worked ?? false).toBe(false);
	});

	it.each<[FaultName, string]>([
		['500', 'The service could not handle the request (status 500)'],
		['reset-before', 'The connection was closed before the answer was complete'],
		['429-seconds', 'The service is limiting how many requests it accepts'],
	])('%s that stays is met as often as the retries allow, and then explained', async (fault, words) => {
		engine.sandbox.faults({ script: [{ fault, times: 100 }], retryAfterSeconds: 0 });
		const run = await engine.run('account.get', { options: { maxRetries: 3 } });
		expect(engine.sandbox.requests()).toHaveLength(4);
		expect(run.error?.message).toBe(words);
		expect(run.error?.description).toContain('Sent 4 times');
	});
});
