import { byId, jsonOf, defined, useEngine } from '../../engine/support';

const engine = useEngine();

describe('Subscriber → Delete', () => {
	it('counts as done when an unanswered delete, sent again by Retry On Fail, finds nothing', async () => {
		const list = defined(engine.sandbox.state.contactLists[0]);
		const { uuid } = defined(list.subscribers[0]);
		engine.sandbox.faults({ script: [{ fault: 'reset-after' }] });
		const run = await engine.run(
			'subscriber.delete',
			{ contactList: byId(list.uuid), subscriber: byId(uuid), options: { maxRetries: 0 } },
			{ node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } },
		);
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual([{ deleted: true, uuid }]);
		expect(engine.sandbox.requests().map(({ status }) => status)).toEqual([null, 404]);
	});

	it('says that nothing was found when there never was such a subscriber', async () => {
		const list = defined(engine.sandbox.state.contactLists[0]);
		const run = await engine.run('subscriber.delete', { contactList: byId(list.uuid), subscriber: byId('never') });
		expect(run.error?.message).toContain('Nothing was found at DELETE');
	});
});
