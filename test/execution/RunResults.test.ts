import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { FailureMode } from '../../nodes/EmailMarketing/execution/failedItem';
import { RunResults } from '../../nodes/EmailMarketing/execution/RunResults';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { AbortError } from '../../nodes/EmailMarketing/transport/wait';
import { aNode } from '../aNode';

const inputsOf = (total: number): INodeExecutionData[] =>
	Array.from({ length: total }, (_, row) => ({ json: { row } }));
const resultsOf = (total: number, mode: FailureMode = 'stop'): RunResults =>
	new RunResults(aNode({ resource: 'subscriber', operation: 'create' }), inputsOf(total), mode);

const rejected = (message = 'Rejected') => new UserFacingError(message, 'Correct it.', { status: 422 });
const named = (name: string): IDataObject[] => [{ name }];
const outputOf = (results: RunResults): unknown[][] =>
	(results.output()[0] ?? []).map(({ json, pairedItem }) => [json.error ?? json.name, pairedItem]);
const throwing = (results: RunResults) => () => results.output();

describe('the output of a run', () => {
	it('is in the order of the items, each entry paired with those that it came from', () => {
		const results = resultsOf(5);
		results.addUnpaired({ name: 'x' });
		results.add([4], named('e'));
		results.add([0, 2], named('ac'));
		results.add([3], []);
		results.add([1], [{ name: 'b' }, { name: 'bb' }]);
		expect(outputOf(results)).toEqual([
			['ac', [{ item: 0 }, { item: 2 }]],
			['b', { item: 1 }],
			['bb', { item: 1 }],
			['e', { item: 4 }],
			['x', []],
		]);
		expect(resultsOf(0).output()).toEqual([[]]);
	});

	it('may be a million entries of one item', () => {
		const results = resultsOf(1);
		const list = Array.from({ length: 1_000_000 }, (_, n) => ({ n }));
		results.add([0], list);
		expect(results.output()[0]?.at(-1)).toEqual({ json: { n: 999_999 }, pairedItem: { item: 0 } });
	});

	it('has one result for each item: what is done stays done, and the first failure counts', () => {
		const results = resultsOf(4, 'regularOutput');
		results.add([0], named('a'));
		results.fail([3], new AbortError());
		results.fail([1], rejected('First'));
		results.fail([0, 1, 2, 3], rejected('Second'));
		results.failRun(rejected('The end'));
		expect(results.mustStop).toBe(false);
		expect(outputOf(results).map(([what]) => what)).toEqual(['a', 'First', 'Second', 'Second']);
	});

	it.each<[FailureMode, object]>([
		['regularOutput', { action: 'failed' }],
		['errorOutput', { error: 'Rejected', details: 'Correct it.', httpStatus: 422, action: 'failed' }],
	])('has at the %s what failed for no input item', (mode, output) => {
		const results = resultsOf(1, mode);
		results.failUnpaired(rejected(), { action: 'failed' });
		expect(results.output()[0]).toMatchObject([{ json: output, pairedItem: [] }]);
		expect(results.output()[0]?.[0]?.error === undefined).toBe(mode === 'regularOutput');
	});
});

describe('a node that stops at failures', () => {
	it('throws the first failure, with its status and its item, and the results of all', () => {
		const results = resultsOf(4);
		results.fail([2], rejected('First'));
		results.fail([0], rejected('Second'));
		results.fail([1], new AbortError());
		expect(results.mustStop).toBe(true);
		const thrown = { message: 'First [item 2]', httpCode: '422', context: { itemIndex: 2 } };
		const description = 'Correct it. Of 4 items: 2 failed (items 0 and 2), 2 not sent.';
		expect(throwing(results)).toThrow(expect.objectContaining({ ...thrown, description }));
	});

	it('names no item where several failed together, or there is only one', () => {
		const [several, only] = [resultsOf(3), resultsOf(1)];
		several.fail([0, 1], rejected());
		expect(throwing(several)).toThrow(expect.objectContaining({ message: 'Rejected', context: {} }));
		only.fail([0], new Error('Broken'));
		const thrown = { message: 'Broken', description: '', context: { itemIndex: 0 } };
		expect(throwing(only)).toThrow(expect.objectContaining(thrown));
	});

	it('does not throw what was not sent, but what failed for the run after all items are done', () => {
		const results = resultsOf(2);
		results.fail([0], new AbortError());
		results.add([1], named('b'));
		expect([results.mustStop, outputOf(results)]).toEqual([false, [['b', { item: 1 }]]]);
		for (const message of ['Rejected', 'Later']) results.failRun(rejected(message));
		expect(throwing(results)).toThrow(expect.objectContaining({ message: 'Rejected', httpCode: '422' }));
	});
});
