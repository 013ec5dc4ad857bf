import { emptySubscriber } from '../../nodes/EmailMarketing/api/subscriber';
import type { IDataObject, IExecuteData, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { RetryCache, retryCacheOf } from '../../nodes/EmailMarketing/execution/RetryCache';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';

const output: IDataObject[] = [{ uuid: 'a' }];
const final = new UserFacingError('It may have happened', 'Look first.', {
	isOutcomeUnknown: true,
	notRetryable: true,
});

describe('what is remembered of an execution', () => {
	it('is the output of what is done, also where that is nothing at all', () => {
		const cache = new RetryCache();
		expect(cache.recall('item 0')).toBeUndefined();
		cache.keep('item 0', output);
		cache.keep('item 1', []);
		expect(cache.recall('item 0')).toBe(output);
		expect(cache.recall('item 1')).toEqual([]);
		expect(cache.recall('item 2')).toBeUndefined();
	});

	it('is the very failure of what has an unknown outcome, which is thrown again', () => {
		const cache = new RetryCache();
		cache.remember('item 0', final);
		expect(() => cache.recall('item 0')).toThrow(final);
		expect(cache.recall('item 1')).toBeUndefined();
	});

	it.each([
		['a refusal', new UserFacingError('No', 'Correct it.', { status: 422 })],
		[
			'an update that may have been done, and may be sent again',
			new UserFacingError('No answer', 'Again.', { isOutcomeUnknown: true }),
		],
		['what has no words', new Error('Broken')],
		['what is no error', 'text'],
	])('lets %s be followed by another sending', (_name, thrown) => {
		const cache = new RetryCache();
		cache.remember('item 0', thrown);
		expect(cache.recall('item 0')).toBeUndefined();
	});
});

describe('the cache of an execution', () => {
	const node = { name: 'Email Marketing' } as INode;
	const dataOf = (name: string) => ({ node: { name }, data: {}, source: null }) as unknown as IExecuteData;
	const contextOf = (executeData: IExecuteData, input: INodeExecutionData[] = []) => {
		const context: Partial<IExecuteFunctions> = {
			getNode: () => node,
			getExecuteData: () => executeData,
			getInputData: () => input,
		};
		return context as IExecuteFunctions;
	};

	it('is one for all its tries', () => {
		const executeData = dataOf('Email Marketing');
		expect(retryCacheOf(contextOf(executeData))).toBe(retryCacheOf(contextOf(executeData)));
	});

	it('is another for every execution', () => {
		expect(retryCacheOf(contextOf(dataOf('Email Marketing')))).not.toBe(
			retryCacheOf(contextOf(dataOf('Email Marketing'))),
		);
	});

	it('is another for every execution, also when a loop hands the same item to both', () => {
		const item = { json: { email: 'a' } };
		expect(retryCacheOf(contextOf(dataOf('Email Marketing'), [item]))).not.toBe(
			retryCacheOf(contextOf(dataOf('Email Marketing'), [item])),
		);
	});

	it("is another for each call of an agent, which all share the agent's execute data", () => {
		const agent = dataOf('Agent');
		const [first, second] = [{ json: { email: 'a' } }, { json: { email: 'a' } }];
		expect(retryCacheOf(contextOf(agent, [first]))).not.toBe(retryCacheOf(contextOf(agent, [second])));
		expect(retryCacheOf(contextOf(agent, [first]))).toBe(retryCacheOf(contextOf(agent, [first])));
	});

	it("is found also where an agent's call has no arguments", () => {
		const agent = dataOf('Agent');
		expect(retryCacheOf(contextOf(agent))).toBe(retryCacheOf(contextOf(agent)));
	});

	it.each<[string, unknown, unknown, boolean]>([
		['a number and its text', 5, '5', true],
		['a UUID in another case', '6ED86E64-47E6-4503-8C23-1DEEF3AA3147', '6ed86e64-47e6-4503-8c23-1deef3aa3147', true],
		['other IDs that differ in case', 'aB3', 'Ab3', false],
	])('takes %s for one subscriber, or not', (_name, id, other, isSame) => {
		const cache = new RetryCache();
		const subscriber = { ...emptySubscriber, id, email: 'ann@example.com' };
		cache.keepSubscriber('l', subscriber);
		expect(cache.subscriber('l', other)).toBe(isSame ? subscriber : undefined);
		expect(cache.subscriber('l', 'ann@example.com')).toBe(subscriber);
	});
});
