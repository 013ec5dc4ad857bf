import type { IDataObject, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import { RunResults } from '../../nodes/EmailMarketing/execution/RunResults';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { AbortError } from '../../nodes/EmailMarketing/transport/wait';
import { aNode } from '../aNode';

const node = aNode({ resource: 'subscriber', operation: 'create' });

const inputsOf = (total: number): INodeExecutionData[] =>
	Array.from({ length: total }, (_, row) => ({ json: { row } }));
const resultsOf = (total: number, goesOn = false, operation = 'create'): RunResults =>
	new RunResults(
		{ ...node, parameters: { ...node.parameters, operation } },
		inputsOf(total),
		goesOn ? 'regularOutput' : 'stop',
	);

const refused = (message = 'Refused') => new UserFacingError(message, 'Correct it.', { status: 422 });
const unknown = () => new UserFacingError('No answer', 'Look first.', { isOutcomeUnknown: true, notRetryable: true });
const gave = (name: string): IDataObject[] => [{ name }];

function errorOf(results: RunResults): NodeApiError {
	try {
		results.output();
	} catch (thrown) {
		return thrown as NodeApiError;
	}
	throw new Error('Nothing was thrown');
}

describe('the output', () => {
	it('is in the order of the items, whatever was done first', () => {
		const results = resultsOf(3);
		results.add([2], gave('c'));
		results.add([0], gave('a'));
		results.add([1], gave('b'));
		expect(results.output()).toEqual([
			[
				{ json: { name: 'a' }, pairedItem: { item: 0 } },
				{ json: { name: 'b' }, pairedItem: { item: 1 } },
				{ json: { name: 'c' }, pairedItem: { item: 2 } },
			],
		]);
	});

	it('pairs everything that one item gave with it, and leaves out the item that gave nothing', () => {
		const results = resultsOf(3);
		results.add([0], [{ n: 1 }, { n: 2 }]);
		results.add([1], []);
		results.add([2], [{ n: 3 }]);
		expect(results.output()).toEqual([
			[
				{ json: { n: 1 }, pairedItem: { item: 0 } },
				{ json: { n: 2 }, pairedItem: { item: 0 } },
				{ json: { n: 3 }, pairedItem: { item: 2 } },
			],
		]);
	});

	it('pairs what several items gave together with all of them, at the place of the first', () => {
		const results = resultsOf(3);
		results.add([1], gave('b'));
		results.add([0, 2], gave('ac'));
		expect(results.output()).toEqual([
			[
				{ json: { name: 'ac' }, pairedItem: [{ item: 0 }, { item: 2 }] },
				{ json: { name: 'b' }, pairedItem: { item: 1 } },
			],
		]);
	});

	it('takes a million entries from one item', () => {
		const results = resultsOf(1);
		results.add(
			[0],
			Array.from({ length: 1_000_000 }, (_, n) => ({ n })),
		);
		const [items] = results.output();
		expect(items).toHaveLength(1_000_000);
		expect(items?.at(-1)).toEqual({ json: { n: 999_999 }, pairedItem: { item: 0 } });
	});

	it('is empty where there is no item', () => {
		expect(resultsOf(0).output()).toEqual([[]]);
	});
});

describe('a node that goes on after failures', () => {
	it('gives a failed item its place, with its row and what is said of it', () => {
		const results = resultsOf(3, true);
		results.add([2], gave('c'));
		results.fail([1], refused());
		results.add([0], gave('a'));
		expect(results.output()).toEqual([
			[
				{ json: { name: 'a' }, pairedItem: { item: 0 } },
				{ json: { error: 'Refused', details: 'Correct it.', httpStatus: 422, row: 1 }, pairedItem: { item: 1 } },
				{ json: { name: 'c' }, pairedItem: { item: 2 } },
			],
		]);
	});

	it('gives each item of a failed batch its own place', () => {
		const results = resultsOf(3, true);
		results.fail([0, 2], refused());
		results.add([1], gave('b'));
		expect(results.output()[0]?.map(({ json, pairedItem }) => [json.error ?? json.name, pairedItem])).toEqual([
			['Refused', { item: 0 }],
			['b', { item: 1 }],
			['Refused', { item: 2 }],
		]);
	});

	it('says nothing of other items', () => {
		const results = resultsOf(3, true);
		results.fail([0], refused());
		results.fail([1], unknown());
		expect(results.output()[0]?.map(({ json }) => json.details)).toEqual(['Correct it.', 'Look first.']);
	});
});

describe('what comes of no input item', () => {
	it('stands at the end, paired with nothing', () => {
		const results = resultsOf(2);
		results.addUnpaired({ name: 'x' });
		results.add([1], gave('b'));
		results.add([0], gave('a'));
		results.addUnpaired({ name: 'y' });
		expect(results.output()).toEqual([
			[
				{ json: { name: 'a' }, pairedItem: { item: 0 } },
				{ json: { name: 'b' }, pairedItem: { item: 1 } },
				{ json: { name: 'x' }, pairedItem: [] },
				{ json: { name: 'y' }, pairedItem: [] },
			],
		]);
	});

	it('stands there also where it failed, while the node goes on', () => {
		const results = resultsOf(1, true);
		results.failUnpaired(refused(), { action: 'failed' });
		results.add([0], gave('a'));
		expect(results.mustStop).toBe(false);
		expect(results.output()[0]?.map(({ json }) => json)).toEqual([{ name: 'a' }, { action: 'failed' }]);
	});

	it('goes to the error output in the shape of failures, where there is one', () => {
		const results = new RunResults(node, inputsOf(1), 'errorOutput');
		results.failUnpaired(refused(), { action: 'failed', email: 'ann@example.com' });
		const [[failed] = []] = results.output();
		expect(failed?.json).toEqual({
			error: 'Refused',
			details: 'Correct it.',
			httpStatus: 422,
			action: 'failed',
			email: 'ann@example.com',
		});
		expect(failed?.error).toBeDefined();
	});
});

describe('a run that fails after its items are done', () => {
	it('throws in a node that stops, and only there', () => {
		for (const goesOn of [true, false]) {
			const results = resultsOf(1, goesOn);
			results.add([0], gave('a'));
			results.failRun(refused());
			if (goesOn) expect(results.output()[0]).toHaveLength(1);
			else expect(errorOf(results)).toMatchObject({ message: 'Refused', description: 'Correct it.', httpCode: '422' });
		}
	});
});

describe('the result of an item', () => {
	it('is recorded once: what is done stays done', () => {
		const results = resultsOf(2);
		results.add([0], gave('a'));
		results.fail([0], refused());
		results.add([1], gave('b'));
		expect(results.mustStop).toBe(false);
		expect(results.output()[0]?.map(({ json }) => json.name)).toEqual(['a', 'b']);
	});

	it('is recorded once: the first failure of an item counts', () => {
		const results = resultsOf(3, true);
		results.fail([1], refused('First'));
		results.fail([0, 1, 2], refused('Second'));
		expect(results.output()[0]?.map(({ json }) => json.error)).toEqual(['Second', 'First', 'Second']);
	});

	it('is said of the others when something ends the whole run', () => {
		const results = resultsOf(3);
		results.add([0], gave('a'));
		results.fail([0, 1, 2], refused('The end'));
		expect(errorOf(results)).toMatchObject({
			message: 'The end',
			description: 'Correct it. Of 3 items: 1 created, 2 failed (items 1 and 2).',
		});
	});
});

describe('what was not sent because the node had stopped', () => {
	it.each([true, false])('counts for no failure, whether the node goes on or not: %s', (goesOn) => {
		const results = resultsOf(2, goesOn);
		results.fail([0], new AbortError());
		results.add([1], gave('b'));
		expect(results.mustStop).toBe(false);
		expect(results.output()).toEqual([[{ json: { name: 'b' }, pairedItem: { item: 1 } }]]);
	});

	it('is counted as not sent beside the failure that stopped it', () => {
		const results = resultsOf(3);
		results.fail([0], refused());
		results.fail([1], new AbortError());
		expect(errorOf(results).description).toBe('Correct it. Of 3 items: item 0 failed, 2 not sent.');
	});
});

describe('a node that stops at failures', () => {
	it('throws the first failure, with its status, and its item as n8n counts it', () => {
		const results = resultsOf(3);
		results.fail([2], refused('First'));
		results.fail([0], refused('Second'));
		expect(results.mustStop).toBe(true);
		const error = errorOf(results);
		expect(error).toMatchObject({ message: 'First [item 2]', httpCode: '422' });
		expect(error.context.itemIndex).toBe(2);
	});

	type Step = (results: RunResults) => void;
	const add =
		(...items: number[]): Step =>
		(results) =>
			results.add(items, [{}]);
	const skip =
		(item: number): Step =>
		(results) =>
			results.add([item], [{ action: 'skipped' }]);
	const fail =
		(...items: number[]): Step =>
		(results) =>
			results.fail(items, refused());
	const mayBeDone =
		(...items: number[]): Step =>
		(results) =>
			results.fail(items, unknown());

	it.each<[string, number, Step[], string]>([
		['the only item', 1, [fail(0)], ''],
		['all items together', 3, [fail(0, 1, 2)], ' Of 3 items: 3 failed (items 0 to 2).'],
		['one in the middle', 5, [add(0), fail(1)], ' Of 5 items: 1 created, item 1 failed, 3 not sent.'],
		['one that was not sent', 5, [fail(4)], ' Of 5 items: item 4 failed, 4 not sent.'],
		['some, others done', 5, [add(0, 2, 4), fail(1, 3)], ' Of 5 items: 3 created, 2 failed (items 1 and 3).'],
		[
			'all kinds of them',
			6,
			[add(0), fail(2), mayBeDone(5), fail(3), mayBeDone(1)],
			' Of 6 items: 1 created, 2 failed (items 2 and 3), 2 may have been created (items 1 and 5), 1 not sent.',
		],
		['one that may have been done', 2, [mayBeDone(0), add(1)], ' Of 2 items: 1 created, item 0 may have been created.'],
		[
			'one, while another was skipped',
			4,
			[skip(0), add(1), fail(2)],
			' Of 4 items: 1 created, 1 skipped, item 2 failed, 1 not sent.',
		],
	])('reports the results of the others when it was %s', (_name, total, steps, description) => {
		const results = resultsOf(total);
		for (const step of steps) step(results);
		expect(errorOf(results).description).toMatch(/^(Correct it|Look first)\./);
		expect(errorOf(results).description?.replace(/^(Correct it|Look first)\./, '')).toBe(description);
	});

	const evenItems = Array.from({ length: 60 }, (_, index) => 2 * index);

	it('names twenty at most that failed', () => {
		const results = resultsOf(200);
		for (const item of evenItems) results.fail([item], refused());
		expect(errorOf(results).description).toContain(`60 failed (items ${evenItems.slice(0, 20).join(', ')} and others)`);
	});

	it('names every one that may have been done', () => {
		const results = resultsOf(200);
		results.fail([199], refused());
		for (const item of evenItems) results.fail([item], unknown());
		expect(errorOf(results).description).toContain(
			`60 may have been created (items ${evenItems.slice(0, -1).join(', ')} and 118)`,
		);
	});

	it.each(['get', 'getAll'])('speaks of reading where nothing is changed: %s', (operation) => {
		const results = new RunResults({ ...node, parameters: { operation } }, inputsOf(4), 'stop');
		results.add([0], [{}]);
		results.fail([1], refused());
		expect(errorOf(results).description).toBe('Correct it. Of 4 items: 1 read, item 1 failed, 2 not read.');
	});

	it('names a single item behind the message, and several that failed together in what is told of all', () => {
		const single = resultsOf(3);
		single.fail([1], refused());
		expect([errorOf(single).message, errorOf(single).context.itemIndex]).toEqual(['Refused [item 1]', 1]);
		const several = resultsOf(3);
		several.fail([0, 1], refused());
		expect([errorOf(several).message, errorOf(several).context.itemIndex]).toEqual(['Refused', undefined]);
		const only = resultsOf(1);
		only.fail([0], refused());
		expect([errorOf(only).message, errorOf(only).context.itemIndex]).toEqual(['Refused', 0]);
	});

	it('adds nothing but the others to a failure without advice', () => {
		const results = resultsOf(2);
		results.fail([1], new Error('Broken'));
		expect(errorOf(results)).toMatchObject({
			message: 'Broken [item 1]',
			description: 'Of 2 items: item 1 failed, 1 not sent.',
		});
	});
});
