import { byId, defined, useEngine } from '../engine/support';
import { scaled } from '../scaled';

const engine = useEngine({ requestLogSize: 10_000 });
const list = () => defined(engine.sandbox.state.contactLists[0]);
const total = scaled(2000);
const limit = 10;

describe(`${total} creates through a service that is failing and limits the rate`, () => {
	it('end on exactly one output each, with their row, and are held once', async () => {
		engine.sandbox.faults({
			script: [
				{ fault: 'none', times: total / 10 },
				{ fault: '429-seconds', times: 2 },
			],
			rate: 0.25,
			seed: 7,
			kinds: ['500', '502', '503', 'reset-before', 'reset-after', '500-after'],
			latencyMs: [0, 3],
			rateLimit: { perSecond: 250, burst: 100 },
		});
		const input = Array.from({ length: total }, (_, row) => ({ row, email: `person${row}@example.com` }));
		const run = await engine.run(
			'subscriber.create',
			{
				contactList: byId(list().uuid),
				dataMode: 'autoMapInputData',
				requestOptions: { maxParallelRequests: limit, maxRetries: 20 },
			},
			{ input, node: { onError: 'continueErrorOutput' } },
		);
		expect(run.error).toBeUndefined();

		// Each item is on one output, and the failed ones hold their row.
		const done = run.items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		const failed = run.errorItems.map(({ json }) => json.row as number);
		expect([...done, ...failed].sort((a, b) => a - b)).toEqual(input.map(({ row }) => row));
		expect(failed.length).toBeGreaterThan(total / 20);
		for (const { json } of run.errorItems)
			expect(json).toMatchObject({ email: `person${json.row as number}@example.com`, error: expect.any(String) });

		// Each done one is held exactly once; a failed one at most once, and only where the message said that it may have happened.
		const held = new Map<string, number>();
		for (const { email } of list().subscribers) held.set(email, (held.get(email) ?? 0) + 1);
		expect(done.filter((row) => held.get(`person${row}@example.com`) !== 1)).toEqual([]);
		for (const { json } of run.errorItems) {
			const times = held.get(json.email as string) ?? 0;
			expect(times).toBeLessThanOrEqual(1);
			expect(json.details).toContain('It may have happened anyway');
		}

		// Nothing was sent twice that may have happened: the service would have refused it as taken.
		expect(engine.sandbox.requests().filter(({ status }) => status === 422)).toEqual([]);
		expect(engine.sandbox.peakInFlight()).toBeLessThanOrEqual(limit);
		expect(engine.sandbox.requests().length).toBeLessThan(10_000);
		for (const count of startedInPauses()) expect(count).toBeLessThanOrEqual(limit);
	}, 120_000);

	/** How many requests arrived within each second that a 429 asked everybody to wait: those that were on their way. */
	function startedInPauses(): number[] {
		const requests = engine.sandbox.requests();
		const asked = requests
			.filter(({ fault }) => fault === '429-seconds')
			.map(({ startedMs, durationMs }) => startedMs + (durationMs ?? 0));
		expect(asked.length).toBeGreaterThan(0);
		// A timer may fire a few milliseconds early.
		return asked.map((at) => requests.filter(({ startedMs }) => startedMs > at && startedMs < at + 995).length);
	}
});
