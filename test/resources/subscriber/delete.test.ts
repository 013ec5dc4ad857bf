import type { INode } from 'n8n-workflow';

import type { FaultName } from '../../../sandbox/faults/faults';
import { itSinceOldest } from '../../engine/itSinceOldest';
import { byEmail, byId, defined, errorText, jsonOf, useEngine } from '../../engine/support';

const engine = useEngine();

describe('Subscriber → Delete', () => {
	it('counts as done when an unanswered delete, sent again by Retry On Fail, finds nothing', async () => {
		const list = defined(engine.sandbox.state.contactLists[0]);
		const { uuid } = defined(list.subscribers[0]);
		engine.sandbox.faults({ script: [{ fault: 'reset-after' }] });
		const run = await engine.run(
			'subscriber.delete',
			{ contactList: byId(list.uuid), subscriber: byId(uuid), requestOptions: { maxRetries: 0 } },
			{ node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
		);
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual([{ deleted: true, uuid }]);
		expect(engine.sandbox.requests().map(({ status }) => status)).toEqual([null, 404]);
	});

	const comesBack = async (fault: FaultName, node: Partial<INode> = {}): Promise<void> => {
		const list = defined(engine.sandbox.state.contactLists[0]);
		const { uuid, email } = defined(list.subscribers[0]);
		engine.sandbox.faults({ script: [{ fault, operation: 'subscriber.delete' }] });
		const run = await engine.run(
			'subscriber.delete',
			{ contactList: byId(list.uuid), subscriber: byEmail(email), requestOptions: { maxRetries: 0 } },
			{ node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1, ...node } },
		);
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual([{ deleted: true, uuid }]);
		expect(engine.sandbox.requests().filter(({ method }) => method === 'DELETE')).toHaveLength(2);
	};

	it.each<FaultName>(['reset-after', '302'])(
		'counts as done when Retry On Fail comes back to an email that is gone, because the delete that was not answered was done: %s',
		async (fault) => await comesBack(fault),
	);

	// Older versions of n8n do not try a node again that goes on.
	itSinceOldest(
		'counts as done when Retry On Fail comes back to an email that is gone, where the node goes on too',
		async () => await comesBack('reset-after', { onError: 'continueRegularOutput' }),
	);

	it('deletes after all by Retry On Fail what the delete that was not answered left there', async () => {
		const list = defined(engine.sandbox.state.contactLists[0]);
		const { uuid, email } = defined(list.subscribers[0]);
		engine.sandbox.faults({ script: [{ fault: 'reset-before', operation: 'subscriber.delete' }] });
		const run = await engine.run(
			'subscriber.delete',
			{ contactList: byId(list.uuid), subscriber: byEmail(email), requestOptions: { maxRetries: 0 } },
			{ node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
		);
		expect(jsonOf(run)).toEqual([{ deleted: true, uuid }]);
		expect(list.subscribers.some((subscriber) => subscriber.email === email)).toBe(false);
	});

	it('has failed when a delete that was refused, sent again by Retry On Fail, finds nothing', async () => {
		const list = defined(engine.sandbox.state.contactLists[0]);
		engine.sandbox.faults({ script: [{ fault: '401' }] });
		const run = await engine.run(
			'subscriber.delete',
			{ contactList: byId(list.uuid), subscriber: byId('6f1a0c7e-0000-4000-8000-000000000000') },
			{ node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
		);
		expect(run.error?.httpCode).toBe('404');
	});

	it('has failed when the service says that it deleted nothing', async () => {
		const list = defined(engine.sandbox.state.contactLists[0]);
		const { uuid } = defined(list.subscribers[0]);
		engine.sandbox.faults({ script: [{ fault: 'says-failed' }] });
		const run = await engine.run('subscriber.delete', { contactList: byId(list.uuid), subscriber: byId(uuid) });
		expect(run.items).toEqual([]);
		expect(errorText(run)).toMatch(/this was not done.*"Not today\."/);
	});

	it('says that nothing was found when there never was such a subscriber', async () => {
		const list = defined(engine.sandbox.state.contactLists[0]);
		const run = await engine.run('subscriber.delete', { contactList: byId(list.uuid), subscriber: byId('never') });
		expect(run.error?.message).toContain('Nothing was found at DELETE');
	});
});
