import { emptySubscriber } from '../../nodes/EmailMarketing/api/subscriber';
import type { IDataObject, IExecuteData, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { Memory, memoryOf } from '../../nodes/EmailMarketing/execution/Memory';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';

const output: IDataObject[] = [{ uuid: 'a' }];
const final = new UserFacingError('It may have happened', 'Look first.', {
	isOutcomeUnknown: true,
	notRetryable: true,
});

describe('what is remembered of an execution', () => {
	it('does a thing once, and gives its output again', async () => {
		const memory = new Memory();
		const work = jest.fn(() => Promise.resolve(output));
		expect(memory.recall('item 0')).toBeUndefined();
		expect(await memory.runOnce('item 0', work)).toBe(output);
		expect(await memory.runOnce('item 0', work)).toBe(output);
		expect(work).toHaveBeenCalledTimes(1);
		expect(memory.recall('item 0')).toBe(output);
	});

	it('keeps what gave nothing at all as done', async () => {
		const memory = new Memory();
		const work = jest.fn(() => Promise.resolve([]));
		await memory.runOnce('item 0', work);
		expect(await memory.runOnce('item 0', work)).toEqual([]);
		expect(work).toHaveBeenCalledTimes(1);
	});

	it('keeps things of different names apart', async () => {
		const memory = new Memory();
		await memory.runOnce('item 0', () => Promise.resolve(output));
		expect(memory.recall('item 1')).toBeUndefined();
		expect(await memory.runOnce('item 1', () => Promise.resolve([]))).toEqual([]);
	});

	it('does a thing again that has failed', async () => {
		const memory = new Memory();
		await expect(memory.runOnce('item 0', async () => await Promise.reject(new Error('refused')))).rejects.toThrow(
			'refused',
		);
		expect(memory.recall('item 0')).toBeUndefined();
		expect(await memory.runOnce('item 0', () => Promise.resolve(output))).toBe(output);
	});

	it('does nothing more under a name whose outcome is unknown, and throws the very failure again', async () => {
		const memory = new Memory();
		const work = jest.fn(() => Promise.resolve(output));
		memory.remember('item 0', final);
		await expect(memory.runOnce('item 0', work)).rejects.toBe(final);
		expect(() => memory.throwIfUnknown('item 0')).toThrow(final);
		expect(() => memory.throwIfUnknown('item 1')).not.toThrow();
		expect(work).not.toHaveBeenCalled();
	});

	it.each([
		['a refusal', new UserFacingError('No', 'Correct it.', { status: 422 })],
		[
			'an update that may have been done, and may be sent again',
			new UserFacingError('No answer', 'Again.', { isOutcomeUnknown: true }),
		],
		['what has no words', new Error('Broken')],
		['what is no error', 'text'],
	])('lets %s be followed by another sending', async (_name, thrown) => {
		const memory = new Memory();
		memory.remember('item 0', thrown);
		expect(await memory.runOnce('item 0', () => Promise.resolve(output))).toBe(output);
	});
});

describe('the memory of an execution', () => {
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
		expect(memoryOf(contextOf(executeData))).toBe(memoryOf(contextOf(executeData)));
	});

	it('is another for every execution', () => {
		expect(memoryOf(contextOf(dataOf('Email Marketing')))).not.toBe(memoryOf(contextOf(dataOf('Email Marketing'))));
	});

	it('is another for every execution, also when a loop hands the same item to both', () => {
		const item = { json: { email: 'a' } };
		expect(memoryOf(contextOf(dataOf('Email Marketing'), [item]))).not.toBe(
			memoryOf(contextOf(dataOf('Email Marketing'), [item])),
		);
	});

	it("is another for each call of an agent, which all share the agent's execute data", () => {
		const agent = dataOf('Agent');
		const [first, second] = [{ json: { email: 'a' } }, { json: { email: 'a' } }];
		expect(memoryOf(contextOf(agent, [first]))).not.toBe(memoryOf(contextOf(agent, [second])));
		expect(memoryOf(contextOf(agent, [first]))).toBe(memoryOf(contextOf(agent, [first])));
	});

	it("is found also where an agent's call has no arguments", () => {
		const agent = dataOf('Agent');
		expect(memoryOf(contextOf(agent))).toBe(memoryOf(contextOf(agent)));
	});

	it.each<[string, unknown, unknown, boolean]>([
		['a number and its text', 5, '5', true],
		['a UUID in another case', '6ED86E64-47E6-4503-8C23-1DEEF3AA3147', '6ed86e64-47e6-4503-8c23-1deef3aa3147', true],
		['other IDs that differ in case', 'aB3', 'Ab3', false],
	])('takes %s for one subscriber, or not', (_name, id, other, isSame) => {
		const memory = new Memory();
		const subscriber = { ...emptySubscriber, id, email: 'ann@example.com' };
		memory.keepSubscriber('l', subscriber);
		expect(memory.subscriber('l', other)).toBe(isSame ? subscriber : undefined);
		expect(memory.subscriber('l', 'ann@example.com')).toBe(subscriber);
	});
});
