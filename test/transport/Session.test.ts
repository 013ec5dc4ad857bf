import type { Caller } from '../../nodes/EmailMarketing/transport/attempt';
import { Progress } from '../../nodes/EmailMarketing/transport/Progress';
import { defaultOptions, readOptions, Session } from '../../nodes/EmailMarketing/transport/Session';

const sessionOf = (cancelled?: AbortSignal) => new Session(defaultOptions, new Progress(1), true, cancelled);

describe('readOptions', () => {
	it.each([{}, { maxRetries: undefined }, { maxParallelRequests: null }, { other: 5 }])('takes the defaults for %j', (values) => {
		expect(readOptions(values)).toEqual({ maxParallelRequests: 10, maxRetries: 4 });
	});

	it.each([
		[{ maxParallelRequests: 1, maxRetries: 0 }, { maxParallelRequests: 1, maxRetries: 0 }],
		[{ maxParallelRequests: 100, maxRetries: 20 }, { maxParallelRequests: 100, maxRetries: 20 }],
		[{ maxParallelRequests: '5', maxRetries: ' 2 ' }, { maxParallelRequests: 5, maxRetries: 2 }],
	])('reads %j', (values, options) => {
		expect(readOptions(values)).toEqual(options);
	});

	it.each([0, -1, 101, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '', ' ', 'many', true, {}, []])("refuses %p as 'Max Parallel Requests'", (value) => {
		expect(() => readOptions({ maxParallelRequests: value })).toThrow(
			expect.objectContaining({ message: "'Max Parallel Requests' must be a whole number from 1 to 100", description: expect.stringContaining("'Options'") }),
		);
	});

	it.each([-1, 21, 0.5, 'many'])("refuses %p as 'Max Retries'", (value) => {
		expect(() => readOptions({ maxRetries: value })).toThrow("'Max Retries' must be a whole number from 0 to 20");
	});
});

describe('Session', () => {
	it('stops when the execution is cancelled', () => {
		const controller = new AbortController();
		const session = sessionOf(controller.signal);
		expect(session.signal.aborted).toBe(false);
		controller.abort();
		expect(session.signal.aborted).toBe(true);
	});

	it('sends nothing in an execution that was cancelled before', async () => {
		const session = sessionOf(AbortSignal.abort());
		const request = jest.fn();
		expect(await session.slots.run(request)).toBeUndefined();
		expect(request).not.toHaveBeenCalled();
	});

	it('sends nothing more once it is stopped', async () => {
		const session = sessionOf();
		session.stop();
		expect(await session.slots.run(async () => 'sent')).toBeUndefined();
	});

	it('reads the credential once', async () => {
		const getCredentials = jest.fn(async () => ({ baseUrl: 'https://api.example.com', accessToken: 'tok_1' }));
		const session = sessionOf();
		const caller = { getCredentials } as unknown as Caller;
		const connections = await Promise.all([session.connection(caller), session.connection(caller)]);
		expect(connections[0]).toBe(connections[1]);
		expect(connections[0]?.baseUrl).toBe('https://api.example.com');
		expect(getCredentials).toHaveBeenCalledTimes(1);
	});

	describe('once', () => {
		it('does the work once for those who ask at the same time and later', async () => {
			const session = sessionOf();
			const work = jest.fn(async () => ({}));
			const [one, two] = await Promise.all([session.once('index', work), session.once('index', work)]);
			expect(one).toBe(two);
			expect(await session.once('index', work)).toBe(one);
			expect(work).toHaveBeenCalledTimes(1);
		});

		it('keeps different names apart', async () => {
			const session = sessionOf();
			expect([await session.once('a', async () => 1), await session.once('b', async () => 2)]).toEqual([1, 2]);
		});

		it('gives everyone the same refusal', async () => {
			const session = sessionOf();
			const work = jest.fn(async () => await Promise.reject(new Error('refused')));
			const results = await Promise.allSettled([session.once('index', work), session.once('index', work)]);
			expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
			expect(work).toHaveBeenCalledTimes(1);
		});
	});

	describe('oneAtATime', () => {
		/** Writes down when it begins and ends, with a pause between. */
		const noting = (log: string[], name: string) => async () => {
			log.push(`${name} begins`);
			await new Promise((resolve) => setImmediate(resolve));
			log.push(`${name} ends`);
			return name;
		};

		it('lets those of one name follow each other, in order', async () => {
			const session = sessionOf();
			const log: string[] = [];
			expect(await Promise.all(['1', '2', '3'].map(async (name) => await session.oneAtATime('x', noting(log, name))))).toEqual(['1', '2', '3']);
			expect(log).toEqual(['1 begins', '1 ends', '2 begins', '2 ends', '3 begins', '3 ends']);
		});

		it('lets different names run at the same time', async () => {
			const session = sessionOf();
			const log: string[] = [];
			await Promise.all(['x', 'y'].map(async (name) => await session.oneAtATime(name, noting(log, name))));
			expect(log.slice(0, 2)).toEqual(['x begins', 'y begins']);
		});

		it('goes on after one that fails, and tells only that one', async () => {
			const session = sessionOf();
			const results = await Promise.allSettled([session.oneAtATime('x', async () => await Promise.reject(new Error('refused'))), session.oneAtATime('x', async () => 'next')]);
			expect(results).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'next' }]);
		});
	});
});
