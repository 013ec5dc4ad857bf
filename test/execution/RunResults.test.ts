import type { IDataObject, INodeExecutionData, NodeApiError } from 'n8n-workflow';

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
const unknown = () => new UserFacingError('No response', 'Look first.', { isOutcomeUnknown: true });
const named = (name: string): IDataObject[] => [{ name }];
const outputOf = (results: RunResults): unknown[][] =>
	(results.output()[0] ?? []).map(({ json, pairedItem }) => [json.error ?? json.name, pairedItem]);

function errorOf(results: RunResults): NodeApiError {
	try {
		results.output();
	} catch (thrown) {
		return thrown as NodeApiError;
	}
	throw new Error('Nothing was thrown');
}

describe('the output', () => {
	it('is in the order of the items, each entry paired with those that it came from', () => {
		const results = resultsOf(5);
		results.addUnpaired({ name: 'x' });
		results.add([4], named('e'));
		results.add([0, 2], named('ac'));
		results.add([3], []);
		results.add([1], [{ name: 'b' }, { name: 'bb' }]);
		results.addUnpaired({ name: 'y' });
		expect(outputOf(results)).toEqual([
			['ac', [{ item: 0 }, { item: 2 }]],
			['b', { item: 1 }],
			['bb', { item: 1 }],
			['e', { item: 4 }],
			['x', []],
			['y', []],
		]);
		expect(resultsOf(0).output()).toEqual([[]]);
	});

	it('may be a million entries of one item', () => {
		const results = resultsOf(1);
		results.add(
			[0],
			Array.from({ length: 1_000_000 }, (_, n) => ({ n })),
		);
		expect(results.output()[0]?.at(-1)).toEqual({ json: { n: 999_999 }, pairedItem: { item: 0 } });
	});
});

describe('a node that continues after failures', () => {
	it('has each failed item in its place, also where several failed together', () => {
		const results = resultsOf(4, 'regularOutput');
		results.fail([0, 2], rejected());
		results.add([1], named('b'));
		results.fail([3], unknown());
		results.failRun(rejected('The end'));
		expect(results.mustStop).toBe(false);
		expect(outputOf(results)).toEqual([
			['Rejected', { item: 0 }],
			['b', { item: 1 }],
			['Rejected', { item: 2 }],
			['No response', { item: 3 }],
		]);
		expect(results.output()[0]?.[2]?.json).toMatchObject({ row: 2, details: 'Correct it.', httpStatus: 422 });
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

describe('the result of an item', () => {
	it('is recorded once: what is done stays done, and the first failure counts', () => {
		const results = resultsOf(3, 'regularOutput');
		results.add([0], named('a'));
		results.fail([1], rejected('First'));
		results.fail([0, 1, 2], rejected('Second'));
		expect(outputOf(results).map(([what]) => what)).toEqual(['a', 'First', 'Second']);
	});

	it.each(['stop', 'regularOutput'] as const)('is no failure where it was not sent: %s', (mode) => {
		const results = resultsOf(2, mode);
		results.fail([0], new AbortError());
		results.add([1], named('b'));
		expect(results.mustStop).toBe(false);
		expect(outputOf(results)).toEqual([['b', { item: 1 }]]);
	});
});

describe('a node that stops at failures', () => {
	it('throws the first failure, with its status and its item, and the results of all', () => {
		const results = resultsOf(4);
		results.fail([2], rejected('First'));
		results.fail([0], rejected('Second'));
		results.fail([1], new AbortError());
		expect(results.mustStop).toBe(true);
		expect(errorOf(results)).toMatchObject({ message: 'First [item 2]', httpCode: '422', context: { itemIndex: 2 } });
		expect(errorOf(results).description).toBe('Correct it. Of 4 items: 2 failed (items 0 and 2), 2 not sent.');
	});

	it('names no single item where several failed together, or there is only one', () => {
		const [several, only] = [resultsOf(3), resultsOf(1)];
		several.fail([0, 1], rejected());
		expect([errorOf(several).message, errorOf(several).context.itemIndex]).toEqual(['Rejected', undefined]);
		only.fail([0], new Error('Broken'));
		expect(errorOf(only)).toMatchObject({ message: 'Broken', description: '', context: { itemIndex: 0 } });
	});

	it('throws what failed for the run after all items are done', () => {
		const results = resultsOf(1);
		results.add([0], named('a'));
		results.failRun(rejected());
		expect(errorOf(results)).toMatchObject({ message: 'Rejected', description: 'Correct it.', httpCode: '422' });
	});
});
