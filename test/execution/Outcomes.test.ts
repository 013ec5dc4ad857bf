import type { IDataObject, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import { Outcomes } from '../../nodes/EmailMarketing/execution/Outcomes';
import { Tally } from '../../nodes/EmailMarketing/execution/Tally';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { AbortError } from '../../nodes/EmailMarketing/transport/wait';
import { aNode } from '../engine/node';

const node = aNode({ resource: 'subscriber', operation: 'create' });

const inputsOf = (total: number): INodeExecutionData[] =>
	Array.from({ length: total }, (_, row) => ({ json: { row } }));
const outcomesOf = (total: number, goesOn = false, operation = 'create'): Outcomes =>
	new Outcomes(
		{ ...node, parameters: { ...node.parameters, operation } },
		inputsOf(total),
		goesOn ? 'regularOutput' : 'stop',
	);

const refused = (message = 'Refused') => new UserFacingError(message, 'Correct it.', { status: 422 });
const unknown = () => new UserFacingError('No answer', 'Look first.', { isOutcomeUnknown: true, notRetryable: true });
const gave = (name: string): IDataObject[] => [{ name }];

function tallyOf(words: readonly string[]): Tally {
	const tally = new Tally();
	words.forEach((word) => tally.add(word));
	return tally;
}

function errorOf(outcomes: Outcomes): NodeApiError {
	try {
		outcomes.output();
	} catch (thrown) {
		return thrown as NodeApiError;
	}
	throw new Error('Nothing was thrown');
}

describe('the output', () => {
	it('is in the order of the items, whatever was done first', () => {
		const outcomes = outcomesOf(3);
		outcomes.add([2], gave('c'));
		outcomes.add([0], gave('a'));
		outcomes.add([1], gave('b'));
		expect(outcomes.output()).toEqual([
			[
				{ json: { name: 'a' }, pairedItem: { item: 0 } },
				{ json: { name: 'b' }, pairedItem: { item: 1 } },
				{ json: { name: 'c' }, pairedItem: { item: 2 } },
			],
		]);
	});

	it('pairs everything that one item gave with it, and leaves out the item that gave nothing', () => {
		const outcomes = outcomesOf(3);
		outcomes.add([0], [{ n: 1 }, { n: 2 }]);
		outcomes.add([1], []);
		outcomes.add([2], [{ n: 3 }]);
		expect(outcomes.output()).toEqual([
			[
				{ json: { n: 1 }, pairedItem: { item: 0 } },
				{ json: { n: 2 }, pairedItem: { item: 0 } },
				{ json: { n: 3 }, pairedItem: { item: 2 } },
			],
		]);
	});

	it('pairs what several items gave together with all of them, at the place of the first', () => {
		const outcomes = outcomesOf(3);
		outcomes.add([1], gave('b'));
		outcomes.add([0, 2], gave('ac'));
		expect(outcomes.output()).toEqual([
			[
				{ json: { name: 'ac' }, pairedItem: [{ item: 0 }, { item: 2 }] },
				{ json: { name: 'b' }, pairedItem: { item: 1 } },
			],
		]);
	});

	it('takes a million entries from one item', () => {
		const outcomes = outcomesOf(1);
		outcomes.add(
			[0],
			Array.from({ length: 1_000_000 }, (_, n) => ({ n })),
		);
		const [items] = outcomes.output();
		expect(items).toHaveLength(1_000_000);
		expect(items?.at(-1)).toEqual({ json: { n: 999_999 }, pairedItem: { item: 0 } });
	});

	it('is empty where there is no item', () => {
		expect(outcomesOf(0).output()).toEqual([[]]);
	});
});

describe('a node that goes on after failures', () => {
	it('gives a failed item its place, with its row and what is said of it', () => {
		const outcomes = outcomesOf(3, true);
		outcomes.add([2], gave('c'));
		outcomes.fail([1], refused());
		outcomes.add([0], gave('a'));
		expect(outcomes.output()).toEqual([
			[
				{ json: { name: 'a' }, pairedItem: { item: 0 } },
				{ json: { error: 'Refused', details: 'Correct it.', status: 422, row: 1 }, pairedItem: { item: 1 } },
				{ json: { name: 'c' }, pairedItem: { item: 2 } },
			],
		]);
	});

	it('gives each item of a failed batch its own place', () => {
		const outcomes = outcomesOf(3, true);
		outcomes.fail([0, 2], refused());
		outcomes.add([1], gave('b'));
		expect(outcomes.output()[0]?.map(({ json, pairedItem }) => [json.error ?? json.name, pairedItem])).toEqual([
			['Refused', { item: 0 }],
			['b', { item: 1 }],
			['Refused', { item: 2 }],
		]);
	});

	it('says nothing of other items', () => {
		const outcomes = outcomesOf(3, true);
		outcomes.fail([0], refused());
		outcomes.fail([1], unknown());
		expect(outcomes.output()[0]?.map(({ json }) => json.details)).toEqual(['Correct it.', 'Look first.']);
	});
});

describe('what comes of no input item', () => {
	it('stands at the end, paired with nothing', () => {
		const outcomes = outcomesOf(2);
		outcomes.addUnpaired({ name: 'x' });
		outcomes.add([1], gave('b'));
		outcomes.add([0], gave('a'));
		outcomes.addUnpaired({ name: 'y' });
		expect(outcomes.output()).toEqual([
			[
				{ json: { name: 'a' }, pairedItem: { item: 0 } },
				{ json: { name: 'b' }, pairedItem: { item: 1 } },
				{ json: { name: 'x' }, pairedItem: [] },
				{ json: { name: 'y' }, pairedItem: [] },
			],
		]);
	});

	it('stands there also where it failed, while the node goes on', () => {
		const outcomes = outcomesOf(1, true);
		outcomes.failUnpaired(refused(), { action: 'failed' });
		outcomes.add([0], gave('a'));
		expect(outcomes.mustStop).toBe(false);
		expect(outcomes.output()[0]?.map(({ json }) => json)).toEqual([{ name: 'a' }, { action: 'failed' }]);
	});

	it('stops a node that stops at failures, which then speaks of no item', () => {
		const outcomes = outcomesOf(3);
		outcomes.add([0, 1], gave('a'));
		outcomes.failUnpaired(refused(), { action: 'failed' });
		expect(outcomes.mustStop).toBe(true);
		expect(errorOf(outcomes)).toMatchObject({
			message: 'Refused',
			description: 'Correct it. Of 3 items, 2 were created and 1 was not sent.',
		});
		expect(errorOf(outcomes).context.itemIndex).toBeUndefined();
	});

	it.each([
		[1, 'The item was unchanged.'],
		[2, 'Both items were unchanged.'],
		[1500, 'All 1,500 items were unchanged.'],
	])('stops it also where all %i items came to the same', (total, told) => {
		const outcomes = outcomesOf(total, false, 'upsert');
		inputsOf(total).forEach((_, item) => outcomes.add([item], [{ action: 'unchanged' }]));
		outcomes.failUnpaired(refused());
		expect(errorOf(outcomes).description).toBe(`Correct it. ${told}`);
	});

	it('counts for nothing where it was not sent because the node had stopped', () => {
		const outcomes = outcomesOf(1);
		outcomes.failUnpaired(new AbortError(), { action: 'failed' });
		outcomes.add([0], gave('a'));
		expect(outcomes.output()[0]?.map(({ json }) => json)).toEqual([{ name: 'a' }]);
	});
});

describe('an item that is left out', () => {
	it('says why, and fails nothing', () => {
		const outcomes = outcomesOf(1);
		outcomes.leaveOut(0, { reason: 'Empty' }, 'skipped');
		expect(outcomes.mustStop).toBe(false);
		expect(outcomes.output()).toEqual([[{ json: { reason: 'Empty' }, pairedItem: { item: 0 } }]]);
	});
});

describe('what became of an item', () => {
	it('is said once: what is done stays done', () => {
		const outcomes = outcomesOf(2);
		outcomes.add([0], gave('a'));
		outcomes.fail([0], refused());
		outcomes.add([1], gave('b'));
		expect(outcomes.mustStop).toBe(false);
		expect(outcomes.output()[0]?.map(({ json }) => json.name)).toEqual(['a', 'b']);
	});

	it('is said once: the first failure of an item counts', () => {
		const outcomes = outcomesOf(3, true);
		outcomes.fail([1], refused('First'));
		outcomes.fail([0, 1, 2], refused('Second'));
		expect(outcomes.output()[0]?.map(({ json }) => json.error)).toEqual(['Second', 'First', 'Second']);
	});

	it('is said of the others when something ends the whole run', () => {
		const outcomes = outcomesOf(3);
		outcomes.add([0], gave('a'));
		outcomes.fail([0, 1, 2], refused('The end'), false);
		expect(errorOf(outcomes)).toMatchObject({
			message: 'The end',
			description: 'Correct it. Of 3 items, 1 was created and 2 failed (items 1 and 2). n8n counts items from 0.',
		});
	});
});

describe('what was not sent because the node had stopped', () => {
	it.each([true, false])('counts for no failure, whether the node goes on or not: %s', (goesOn) => {
		const outcomes = outcomesOf(2, goesOn);
		outcomes.fail([0], new AbortError());
		outcomes.add([1], gave('b'));
		expect(outcomes.mustStop).toBe(false);
		expect(outcomes.output()).toEqual([[{ json: { name: 'b' }, pairedItem: { item: 1 } }]]);
	});

	it('is counted as not sent beside the failure that stopped it', () => {
		const outcomes = outcomesOf(3);
		outcomes.fail([0], refused());
		outcomes.fail([1], new AbortError());
		expect(errorOf(outcomes).description).toBe('Correct it. Of 3 items, this one failed and 2 were not sent.');
	});
});

describe('a node that stops at failures', () => {
	it('throws the first failure, with its status, and its item as n8n counts it', () => {
		const outcomes = outcomesOf(3);
		outcomes.fail([2], refused('First'));
		outcomes.fail([0], refused('Second'));
		expect(outcomes.mustStop).toBe(true);
		const error = errorOf(outcomes);
		expect(error).toMatchObject({ message: 'First [item 2]', httpCode: '422' });
		expect(error.context.itemIndex).toBe(2);
	});

	type Step = (outcomes: Outcomes) => void;
	const leave =
		(item: number): Step =>
		(outcomes) =>
			outcomes.leaveOut(item, {}, 'skipped');
	const did =
		(item: number, action: string): Step =>
		(outcomes) =>
			outcomes.add([item], [{ action }]);
	const sumUp =
		(items: number[], ...words: string[]): Step =>
		(outcomes) =>
			outcomes.add(items, [{}], tallyOf(words));
	const add =
		(...items: number[]): Step =>
		(outcomes) =>
			outcomes.add(items, [{}]);
	const fail =
		(...items: number[]): Step =>
		(outcomes) =>
			outcomes.fail(items, refused());
	const failUnsent =
		(...items: number[]): Step =>
		(outcomes) =>
			outcomes.fail(items, refused(), false);
	const mayBeDone =
		(...items: number[]): Step =>
		(outcomes) =>
			outcomes.fail(items, unknown());

	const together =
		(...items: number[]): Step =>
		(outcomes) =>
			outcomes.refusedTogether(items);

	it('tells those that were updated from those that were created', () => {
		const outcomes = outcomesOf(5, false, 'upsert');
		for (const step of [did(0, 'created'), did(1, 'updated'), did(2, 'updated'), did(3, 'unchanged'), fail(4)])
			step(outcomes);
		expect(errorOf(outcomes).description).toBe(
			'Correct it. Of 5 items, 1 was created, 2 were updated, 1 was unchanged and this one failed.',
		);
	});

	it.each<[string, number, Step[], string]>([
		['the only item', 1, [fail(0)], ''],
		['all items together', 3, [fail(0, 1, 2)], ' All 3 items failed.'],
		['all items together, which may have been done', 3, [mayBeDone(0, 1, 2)], ' All 3 items may have been created.'],
		['all items together, unsent', 3, [failUnsent(0, 1, 2)], ' Nothing was sent for any of the 3 items.'],
		['one in the middle', 5, [add(0), fail(1)], ' Of 5 items, 1 was created, this one failed and 3 were not sent.'],
		['one that was not sent', 5, [failUnsent(4)], ' Nothing was sent for any of the 5 items.'],
		[
			'one of several that were not sent',
			3,
			[failUnsent(0), failUnsent(1, 2)],
			' All 3 items failed. Nothing was sent.',
		],
		[
			'some together, others done',
			5,
			[add(0, 2, 4), fail(1, 3)],
			' Of 5 items, 3 were created and 2 failed (items 1 and 3). n8n counts items from 0.',
		],
		['three, each by itself', 3, [fail(1), fail(2), fail(0)], ' All 3 items failed.'],
		[
			'one, while others may have been done',
			4,
			[fail(0), mayBeDone(3), mayBeDone(1)],
			' Of 4 items, this one failed, 2 may have been created (items 1 and 3) and 1 was not sent. Look at what may have been created before you run it again. n8n counts items from 0.',
		],
		[
			'all kinds of them',
			6,
			[add(0), fail(2), mayBeDone(5), fail(3), mayBeDone(1)],
			' Of 6 items, 1 was created, 2 failed (this one and item 3), 2 may have been created (items 1 and 5) and 1 was not sent. Look at what may have been created before you run it again. n8n counts items from 0.',
		],
		[
			'one that may have been done itself',
			2,
			[mayBeDone(0), add(1)],
			' Of 2 items, 1 was created and this one may have been created.',
		],
		[
			'one, while another was left out',
			4,
			[leave(0), add(1), fail(2)],
			' Of 4 items, 1 was created, 1 was skipped, this one failed and 1 was not sent.',
		],
		[
			'one that was not sent, while another was left out',
			2,
			[leave(0), failUnsent(1)],
			' Nothing was sent for any of the 2 items.',
		],
		[
			'one of very many',
			50_000,
			[
				(outcomes) =>
					outcomes.add(
						inputsOf(31_000).map((_, item) => item),
						[],
					),
				fail(31_000),
			],
			' Of 50,000 items, 31,000 were created, this one failed and 18,999 were not sent.',
		],
		[
			'one, while the service has an action of its own',
			2,
			[did(0, 'deleted'), fail(1)],
			' Of 2 items, 1 was created and this one failed.',
		],
		[
			'one, while others were refused in a request with others',
			6,
			[add(0), together(0, 1, 2, 3), fail(1)],
			' Of 6 items, 1 was created, this one failed, 2 were refused together with others and 2 were not sent.',
		],
		[
			'one, while others are summed up in one output',
			4,
			[sumUp([0, 1, 2], 'imported', 'imported', 'rejected'), fail(3)],
			' Of 4 items, 2 were imported, 1 was rejected and this one failed.',
		],
	])('tells what became of the others when it was %s', (_name, total, steps, description) => {
		const outcomes = outcomesOf(total);
		for (const step of steps) step(outcomes);
		expect(errorOf(outcomes).description).toMatch(/^(Correct it|Look first)\./);
		expect(errorOf(outcomes).description?.replace(/^(Correct it|Look first)\./, '')).toBe(description);
	});

	const evenItems = Array.from({ length: 60 }, (_, index) => 2 * index);

	it('names twenty others at most that failed', () => {
		const outcomes = outcomesOf(200);
		for (const item of evenItems) outcomes.fail([item], refused());
		expect(errorOf(outcomes).description).toContain(
			`60 failed (this one and items ${evenItems.slice(1, 21).join(', ')} and others)`,
		);
	});

	it('names all twenty others where no more failed', () => {
		const outcomes = outcomesOf(200);
		for (const item of evenItems.slice(0, 21)) outcomes.fail([item], refused());
		expect(errorOf(outcomes).description).toContain(
			`21 failed (this one and items ${evenItems.slice(1, 20).join(', ')} and 40)`,
		);
	});

	it('names every one that may have been done', () => {
		const outcomes = outcomesOf(200);
		outcomes.fail([199], refused());
		for (const item of evenItems) outcomes.fail([item], unknown());
		expect(errorOf(outcomes).description).toContain(
			`60 may have been created (items ${evenItems.slice(0, -1).join(', ')} and 118)`,
		);
	});

	it('names those in a row by the first and the last', () => {
		const outcomes = outcomesOf(40);
		outcomes.fail([0], refused());
		outcomes.fail([3, 1, 2, 4, 9, 20, 21, 22], unknown());
		expect(errorOf(outcomes).description).toContain('8 may have been created (items 1 to 4, 9 and 20 to 22)');
	});

	it.each(['get', 'getAll'])('speaks of reading where nothing is changed: %s', (operation) => {
		const outcomes = new Outcomes({ ...node, parameters: { operation } }, inputsOf(4), 'stop');
		outcomes.add([0], [{}]);
		outcomes.fail([1], refused());
		expect(errorOf(outcomes).description).toBe(
			'Correct it. Of 4 items, 1 was read, this one failed and 2 were not read.',
		);
	});

	it('names a single item behind the message, and several that failed together in what is told of all', () => {
		const single = outcomesOf(3);
		single.fail([1], refused());
		expect([errorOf(single).message, errorOf(single).context.itemIndex]).toEqual(['Refused [item 1]', 1]);
		const several = outcomesOf(3);
		several.fail([0, 1], refused());
		expect([errorOf(several).message, errorOf(several).context.itemIndex]).toEqual(['Refused', undefined]);
		const only = outcomesOf(1);
		only.fail([0], refused());
		expect([errorOf(only).message, errorOf(only).context.itemIndex]).toEqual(['Refused', 0]);
	});

	it('adds nothing but the others to a failure without advice', () => {
		const outcomes = outcomesOf(2);
		outcomes.fail([1], new Error('Broken'));
		expect(errorOf(outcomes)).toMatchObject({
			message: 'Broken [item 1]',
			description: 'Of 2 items, this one failed and 1 was not sent.',
		});
	});
});
