import type { IPollFunctions } from 'n8n-workflow';

import { withPollLock } from '../../nodes/EmailMarketingTrigger/pollLock';

const contextOf = (workflow: string, name: string, id = name): IPollFunctions =>
	({ getWorkflow: () => ({ id: workflow }), getNode: () => ({ id, name }) }) as unknown as IPollFunctions;

/** A poll that lasts until it is ended, and gives whether it was outdated then. */
function lasting() {
	let end = (): void => undefined;
	const poll = async (outdated: AbortSignal): Promise<boolean> => {
		await new Promise<void>((resolve) => (end = resolve));
		return outdated.aborted;
	};
	return { poll, end: () => end() };
}

describe('polls of one node', () => {
	it.each<[string, IPollFunctions, boolean]>([
		['of the same name', contextOf('w', 'Trigger'), true],
		['of the same name with another ID, which has the same state', contextOf('w', 'Trigger', 'copied'), true],
		['of another name with the same ID, which has another state', contextOf('w', 'Renamed', 'Trigger'), false],
		['in another workflow', contextOf('v', 'Trigger'), false],
	])('are outdated by a newer one: %s', async (_, newer, isOutdated) => {
		const [first, second] = [lasting(), lasting()];
		const one = withPollLock(contextOf('w', 'Trigger'), first.poll);
		const other = withPollLock(newer, second.poll);
		second.end();
		expect(await other).toBe(false);
		first.end();
		expect(await one).toBe(isOutdated);
	});

	it('are skipped while one of the same context is under way, also after an outdated one has ended', async () => {
		const [context, [first, second]] = [contextOf('w', 'Trigger'), [lasting(), lasting()]];
		const outdated = withPollLock(contextOf('w', 'Trigger'), first.poll);
		const current = withPollLock(context, second.poll);
		first.end();
		await outdated;
		expect(await withPollLock(context, () => Promise.resolve('third'))).toBeNull();
		second.end();
		expect(await current).toBe(false);
	});

	it('are skipped while one of the same context is under way, and not after it, also when it failed', async () => {
		const context = contextOf('w', 'Trigger');
		const first = lasting();
		const one = withPollLock(context, first.poll);
		expect(await withPollLock(context, () => Promise.resolve('second'))).toBeNull();
		first.end();
		await one;
		await expect(withPollLock(context, async () => await Promise.reject(new Error('failed')))).rejects.toThrow(
			'failed',
		);
		expect(await withPollLock(context, () => Promise.resolve('third'))).toBe('third');
	});
});
