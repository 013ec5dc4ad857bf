import { byId, defined, useEngine } from '../engine/support';

const engine = useEngine();

/** Calls `then` as soon as `condition` holds. */
function when(condition: () => boolean, then: () => void): void {
	const timer = setInterval(() => {
		if (!condition()) return;
		clearInterval(timer);
		then();
	}, 10);
}

describe('cancelling an execution', () => {
	it('ends a back-off of a minute at once, and sends nothing more', async () => {
		engine.sandbox.faults({ script: [{ fault: '503-retry-after', times: 100 }], retryAfterSeconds: 60 });
		const input = Array.from({ length: 50 }, (_, row) => ({ email: `person${row}@example.com` }));
		let cancelledAt = 0;
		await engine.run(
			'subscriber.create',
			{ contactList: byId(defined(engine.sandbox.state.contactLists[0]).uuid), dataMode: 'autoMapInputData' },
			{
				input,
				onStart: (cancel) =>
					when(
						() => engine.sandbox.requests().filter(({ status }) => status === 503).length >= 10,
						() => {
							cancelledAt = performance.now();
							cancel();
						},
					),
			},
		);
		// A minute would have been waited; the bound leaves room for a busy machine.
		expect(performance.now() - cancelledAt).toBeLessThan(20_000);
		const sent = engine.sandbox.requests().length;
		await new Promise((resolve) => setTimeout(resolve, 600));
		expect(engine.sandbox.requests()).toHaveLength(sent);
		expect(sent).toBeLessThanOrEqual(20);
	});

	it('ends requests that are never answered', async () => {
		engine.sandbox.faults({ script: [{ fault: 'stall', times: 100 }] });
		await engine.run('account.get', {}, { onStart: (cancel) => when(() => engine.sandbox.requests().length > 0, cancel) });
		expect(engine.sandbox.requests()).toHaveLength(1);
	});
});
