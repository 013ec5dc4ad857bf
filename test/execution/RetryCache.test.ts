import type { IExecuteData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { emptySubscriber } from '../../nodes/EmailMarketing/api/subscriber';
import { RetryCache, retryCacheOf } from '../../nodes/EmailMarketing/execution/RetryCache';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { aNode } from '../aNode';

describe('what is known of an execution', () => {
	it('is the failure of what must not be sent again, and of nothing else', () => {
		const cache = new RetryCache();
		const unknown = { isOutcomeUnknown: true };
		const final = new UserFacingError('Lost', 'Look first.', { ...unknown, notRetryable: true });
		const update = new UserFacingError('Lost', 'Again.', unknown);
		[final, update, new UserFacingError('No', '', { status: 422 }), new Error('Broken'), 'text'].forEach(
			(thrown, item) => cache.remember(`item ${item}`, thrown),
		);
		expect(() => cache.recall('item 0')).toThrow(final);
		expect([1, 2, 3, 4].map((item) => cache.recall(`item ${item}`))).toEqual(Array(4).fill(undefined));
	});

	it.each<[unknown, unknown, boolean]>([
		[5, '5', true],
		['6ED86E64-47E6-4503-8C23-1DEEF3AA3147', '6ed86e64-47e6-4503-8c23-1deef3aa3147', true],
		['aB3', 'Ab3', false],
	])('is each subscriber of a list, by ID and by email: %s as %s', (id, other, isSame) => {
		const cache = new RetryCache();
		const subscriber = { ...emptySubscriber, id, email: 'ann@example.com' };
		cache.keepSubscriber('l', subscriber);
		expect(cache.subscriber('l', other)).toBe(isSame ? subscriber : undefined);
		expect([cache.subscriber('l', 'ann@example.com'), cache.subscriber('m', id)]).toEqual([subscriber, undefined]);
	});
});

describe('the cache of an execution', () => {
	const dataOf = (name: string) => ({ node: { ...aNode(), name } }) as IExecuteData;
	const cacheOf = (executeData: IExecuteData, input: INodeExecutionData[] = []): RetryCache =>
		retryCacheOf({
			getNode: () => aNode(),
			getExecuteData: () => executeData,
			getInputData: () => input,
		} as unknown as IExecuteFunctions);

	it('is one for all its tries, and another one for each execution, also of the same item in a loop', () => {
		const [one, other, item] = [dataOf(aNode().name), dataOf(aNode().name), { json: { email: 'a' } }];
		expect(cacheOf(one, [item])).toBe(cacheOf(one, [item]));
		expect(cacheOf(one, [item])).not.toBe(cacheOf(other, [item]));
	});

	it("is another one for each call of an agent, which all share the agent's execute data", () => {
		const [agent, first, second] = [dataOf('Agent'), { json: { email: 'a' } }, { json: { email: 'a' } }];
		expect(cacheOf(agent, [first])).toBe(cacheOf(agent, [first]));
		expect(cacheOf(agent, [first])).not.toBe(cacheOf(agent, [second]));
		expect(cacheOf(agent)).toBe(cacheOf(agent));
	});
});
