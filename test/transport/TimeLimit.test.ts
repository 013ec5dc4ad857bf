import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';

import { TimeLimit } from '../../nodes/EmailMarketing/transport/TimeLimit';
import { runNode } from '../engine/runNode';
import { serve } from '../engine/serve';
import { byId } from '../engine/support';

describe('the time that an exchange may take', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	/** An exchange that ends after so long, or when it is told to. */
	const exchange =
		(ms: number) =>
		async (signal: AbortSignal): Promise<string> =>
			await new Promise<string>((resolve) => {
				const timer = setTimeout(() => resolve('answer'), ms);
				signal.addEventListener('abort', () => {
					clearTimeout(timer);
					resolve('aborted');
				});
				if (signal.aborted) resolve('aborted');
			});

	async function resultAfter(ms: number, running: Promise<string>): Promise<string | undefined> {
		let result: string | undefined;
		void running.then((given) => (result = given));
		await jest.advanceTimersByTimeAsync(ms);
		return result;
	}

	it('lets what ends in time end, and watches no longer', async () => {
		const limit = new TimeLimit(1000);
		expect(await resultAfter(900, limit.run(exchange(900), 'timed out'))).toBe('answer');
		await jest.advanceTimersByTimeAsync(200);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('ends what takes longer, within a slice of 200 ms', async () => {
		const limit = new TimeLimit(1000);
		const running = limit.run(exchange(60_000), 'timed out');
		expect(await resultAfter(999, running)).toBeUndefined();
		expect(await resultAfter(201, running)).toBe('timed out');
	});

	it('measures each exchange from its own beginning', async () => {
		const limit = new TimeLimit(1000);
		const first = limit.run(exchange(60_000), 'timed out');
		await jest.advanceTimersByTimeAsync(600);
		const second = limit.run(exchange(60_000), 'timed out');
		expect(await resultAfter(600, first)).toBe('timed out');
		expect(await resultAfter(0, second)).toBeUndefined();
		expect(await resultAfter(600, second)).toBe('timed out');
	});

	it('watches again what begins after all others have ended', async () => {
		const limit = new TimeLimit(1000);
		await resultAfter(1000, limit.run(exchange(10), 'timed out'));
		expect(await resultAfter(1200, limit.run(exchange(60_000), 'timed out'))).toBe('timed out');
	});

	it.each([86_400_000, -86_400_000])('does not end what has just begun when the clock jumps by %i ms', async (jump) => {
		const limit = new TimeLimit(2000);
		const running = limit.run(exchange(1500), 'timed out');
		await jest.advanceTimersByTimeAsync(300);
		jest.setSystemTime(Date.now() + jump);
		expect(await resultAfter(1200, running)).toBe('answer');
	});

	it('ends everything at once when the execution is cancelled, and calls that no time-out', async () => {
		const controller = new AbortController();
		const limit = new TimeLimit(60_000, controller.signal);
		const both = Promise.all([limit.run(exchange(10_000), 'timed out'), limit.run(exchange(10_000), 'timed out')]);
		await jest.advanceTimersByTimeAsync(100);
		controller.abort();
		expect(await both).toEqual(['aborted', 'aborted']);
	});

	it('ends what is still on its way when the execution is cancelled after others have ended', async () => {
		const controller = new AbortController();
		const limit = new TimeLimit(60_000, controller.signal);
		const [first, second] = [limit.run(exchange(100), 'timed out'), limit.run(exchange(10_000), 'timed out')];
		expect(await resultAfter(200, first)).toBe('answer');
		controller.abort();
		expect(await resultAfter(0, second)).toBe('aborted');
	});

	it('leaves nothing on the signal of the execution when all have ended', async () => {
		const { signal } = new AbortController();
		const limit = new TimeLimit(60_000, signal);
		const both = Promise.all([limit.run(exchange(100), 'timed out'), limit.run(exchange(200), 'timed out')]);
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		await jest.advanceTimersByTimeAsync(200);
		await both;
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	it('ends what begins after the execution was cancelled', async () => {
		const limit = new TimeLimit(60_000, AbortSignal.abort());
		expect(await limit.run(exchange(10_000), 'timed out')).toBe('aborted');
	});

	it('hands on what an exchange throws, and forgets it', async () => {
		const limit = new TimeLimit(1000);
		await expect(limit.run(async () => await Promise.reject(new Error('broken')), 'timed out')).rejects.toThrow(
			'broken',
		);
		await jest.advanceTimersByTimeAsync(200);
		expect(jest.getTimerCount()).toBe(0);
	});
});

describe('an answer that drips for ever', () => {
	/** Headers at once, and then a byte every 50 ms, so that the connection is never silent. */
	function drip(response: ServerResponse): void {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.write('{"data": [');
		const timer = setInterval(() => response.write(' '), 50);
		response.on('close', () => clearInterval(timer));
	}

	it.each<[string, INodeParameters, string]>([
		['a read', { resource: 'account', operation: 'get' }, 'Sent once.'],
		[
			'a create',
			{ resource: 'subscriber', operation: 'create', contactList: byId('l1'), email: 'a@example.com' },
			'It may have happened all the same',
		],
	])("is ended by 'Timeout': %s", async (_name, parameters, description) => {
		const served = await serve((_, response) => drip(response));
		const { error } = await runNode({
			parameters: { ...parameters, options: { maxRetries: 0 }, requestOptions: { timeout: 300 } },
			credential: { baseUrl: served.url, accessToken: 'token' },
		});
		await served.close();
		expect(error?.message).toBe('The service did not answer in time');
		expect(error?.description).toContain(description);
		expect(served.requests).toHaveLength(1);
	});
});
