import type { IDataObject, INode, NodeApiError } from 'n8n-workflow';

import { Outcomes } from '../../nodes/EmailMarketing/execution/Outcomes';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { AbortError } from '../../nodes/EmailMarketing/transport/wait';

const node: INode = { id: '1', name: 'Email Marketing', type: 'emailMarketing', typeVersion: 1, position: [0, 0], parameters: {} };

const outcomesOf = (total: number, goesOn = false): Outcomes => new Outcomes(node, total, !goesOn);

const refused = (message = 'Refused') => new UserFacingError(message, 'Correct it.', { status: 422 });
const unknown = () => new UserFacingError('No answer', 'Look first.', { isOutcomeUnknown: true, notRetryable: true });
const gave = (name: string): IDataObject[] => [{ name }];

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
		expect(outcomes.output()).toEqual([[
			{ json: { name: 'a' }, pairedItem: { item: 0 } },
			{ json: { name: 'b' }, pairedItem: { item: 1 } },
			{ json: { name: 'c' }, pairedItem: { item: 2 } },
		]]);
	});

	it('pairs everything that one item gave with it, and leaves out the item that gave nothing', () => {
		const outcomes = outcomesOf(3);
		outcomes.add([0], [{ n: 1 }, { n: 2 }]);
		outcomes.add([1], []);
		outcomes.add([2], [{ n: 3 }]);
		expect(outcomes.output()).toEqual([[
			{ json: { n: 1 }, pairedItem: { item: 0 } },
			{ json: { n: 2 }, pairedItem: { item: 0 } },
			{ json: { n: 3 }, pairedItem: { item: 2 } },
		]]);
	});

	it('pairs what several items gave together with all of them, at the place of the first', () => {
		const outcomes = outcomesOf(3);
		outcomes.add([1], gave('b'));
		outcomes.add([0, 2], gave('ac'));
		expect(outcomes.output()).toEqual([[
			{ json: { name: 'ac' }, pairedItem: [{ item: 0 }, { item: 2 }] },
			{ json: { name: 'b' }, pairedItem: { item: 1 } },
		]]);
	});

	it('takes a million entries from one item', () => {
		const outcomes = outcomesOf(1);
		outcomes.add([0], Array.from({ length: 1_000_000 }, (_, n) => ({ n })));
		const [items] = outcomes.output();
		expect(items).toHaveLength(1_000_000);
		expect(items?.at(-1)).toEqual({ json: { n: 999_999 }, pairedItem: { item: 0 } });
	});

	it('is empty where there is no item', () => {
		expect(outcomesOf(0).output()).toEqual([[]]);
	});
});

describe('a node that goes on after failures', () => {
	it('gives a failed item its place, with the words and nothing else', () => {
		const outcomes = outcomesOf(3, true);
		outcomes.add([2], gave('c'));
		outcomes.fail([1], refused());
		outcomes.add([0], gave('a'));
		expect(outcomes.output()).toEqual([[
			{ json: { name: 'a' }, pairedItem: { item: 0 } },
			{ json: { error: 'Refused', details: 'Correct it.' }, pairedItem: { item: 1 } },
			{ json: { name: 'c' }, pairedItem: { item: 2 } },
		]]);
	});

	it('gives each item of a failed batch its own place', () => {
		const outcomes = outcomesOf(3, true);
		outcomes.fail([0, 2], refused());
		outcomes.add([1], gave('b'));
		expect(outcomes.output()[0]?.map(({ json, pairedItem }) => [json.error ?? json.name, pairedItem])).toEqual([['Refused', { item: 0 }], ['b', { item: 1 }], ['Refused', { item: 2 }]]);
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
		expect(outcomes.output()).toEqual([[
			{ json: { name: 'a' }, pairedItem: { item: 0 } },
			{ json: { name: 'b' }, pairedItem: { item: 1 } },
			{ json: { name: 'x' }, pairedItem: [] },
			{ json: { name: 'y' }, pairedItem: [] },
		]]);
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
		expect(errorOf(outcomes)).toMatchObject({ message: 'Refused', description: 'Correct it. 2 items were done, 1 was not sent.' });
		expect(errorOf(outcomes).context.itemIndex).toBeUndefined();
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
		outcomes.leaveOut(0, { reason: 'Empty' });
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
		expect(errorOf(outcomes)).toMatchObject({ message: 'The end', description: 'Correct it. These were items 2 and 3 of 3. 1 item was done.' });
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
		expect(errorOf(outcomes).description).toBe('Correct it. This was item 1 of 3. 2 were not sent.');
	});
});

describe('a node that stops at failures', () => {
	it('throws the first failure, with its item and its status', () => {
		const outcomes = outcomesOf(3);
		outcomes.fail([2], refused('First'));
		outcomes.fail([0], refused('Second'));
		expect(outcomes.mustStop).toBe(true);
		const error = errorOf(outcomes);
		expect(error).toMatchObject({ message: 'First', httpCode: '422' });
		expect(error.context.itemIndex).toBe(2);
	});

	type Step = (outcomes: Outcomes) => void;
	const leave = (item: number): Step => (outcomes) => outcomes.leaveOut(item, {});
	const add = (...items: number[]): Step => (outcomes) => outcomes.add(items, [{}]);
	const fail = (...items: number[]): Step => (outcomes) => outcomes.fail(items, refused());
	const failUnsent = (...items: number[]): Step => (outcomes) => outcomes.fail(items, refused(), false);
	const mayBeDone = (...items: number[]): Step => (outcomes) => outcomes.fail(items, unknown());

	it.each<[string, number, Step[], string]>([
		['the only item', 1, [fail(0)], 'Correct it.'],
		['the only item, unsent', 1, [failUnsent(0)], 'Correct it.'],
		['all items together', 3, [fail(0, 1, 2)], 'Correct it.'],
		['all items together, unsent', 3, [failUnsent(0, 1, 2)], 'Correct it. Nothing was sent.'],
		['the last of two', 2, [add(0), fail(1)], 'Correct it. This was item 2 of 2. 1 item was done.'],
		['the last of three', 3, [add(0), add(1), fail(2)], 'Correct it. This was item 3 of 3. 2 items were done.'],
		['the first of two', 2, [fail(0)], 'Correct it. This was item 1 of 2. 1 was not sent.'],
		['one in the middle', 5, [add(0), fail(1)], 'Correct it. This was item 2 of 5. 1 item was done, 3 were not sent.'],
		['one that was not sent', 5, [failUnsent(4)], 'Correct it. This was item 5 of 5. Nothing was sent.'],
		['one that was not sent, after others', 3, [add(0), failUnsent(1)], 'Correct it. This was item 2 of 3. 1 item was done, 1 was not sent.'],
		['some together', 5, [fail(1, 3)], 'Correct it. These were items 2 and 4 of 5. 3 were not sent.'],
		['some together, others done', 5, [add(0, 2, 4), fail(1, 3)], 'Correct it. These were items 2 and 4 of 5. 3 items were done.'],
		['two, each by itself', 3, [add(0), fail(1), fail(2)], 'Correct it. This was item 2 of 3. 1 item was done. Item 3 failed too.'],
		['three, each by itself', 3, [fail(1), fail(2), fail(0)], 'Correct it. This was item 2 of 3. Items 1 and 3 failed too.'],
		['one, while another may have been done', 3, [fail(0), mayBeDone(2)], 'Correct it. This was item 1 of 3. 1 was not sent. Item 3 may have been done: look before you run it again.'],
		['one, while others may have been done', 4, [fail(0), mayBeDone(3), mayBeDone(1)], 'Correct it. This was item 1 of 4. 1 was not sent. Items 2 and 4 may have been done: look before you run them again.'],
		['one, while a batch may have been done', 3, [fail(0), mayBeDone(1, 2)], 'Correct it. This was item 1 of 3. Items 2 and 3 may have been done: look before you run them again.'],
		['all kinds of them', 6, [add(0), fail(2), mayBeDone(5), fail(3), mayBeDone(1)], 'Correct it. This was item 3 of 6. 1 item was done, 1 was not sent. Items 2 and 6 may have been done: look before you run them again. Item 4 failed too.'],
		['one that may have been done itself', 2, [mayBeDone(0), add(1)], 'Look first. This was item 1 of 2. 1 item was done.'],
		['one, while another was left out', 4, [leave(0), add(1), fail(2)], 'Correct it. This was item 3 of 4. 1 item was done, 1 was not sent, 1 was left out.'],
		['the last, while all others were left out', 3, [leave(0), leave(1), fail(2)], 'Correct it. This was item 3 of 3. 2 were left out.'],
		['one that was not sent, while another was left out', 2, [leave(0), failUnsent(1)], 'Correct it. This was item 2 of 2. Nothing was sent.'],
		['four, with a list of three others', 4, [fail(3), fail(0), fail(2), fail(1)], 'Correct it. This was item 4 of 4. Items 1 to 3 failed too.'],
	])('tells what became of the others when it was %s', (_name, total, steps, description) => {
		const outcomes = outcomesOf(total);
		for (const step of steps) step(outcomes);
		expect(errorOf(outcomes).description).toBe(description);
	});

	const evenItems = Array.from({ length: 60 }, (_, index) => 2 * index);

	it('names twenty others at most that failed', () => {
		const outcomes = outcomesOf(200);
		for (const item of evenItems) outcomes.fail([item], refused());
		const listed = evenItems.slice(1, 21).map((item) => item + 1).join(', ');
		expect(errorOf(outcomes).description).toContain(`Items ${listed} and others failed too.`);
	});

	it('names all twenty others where no more failed', () => {
		const outcomes = outcomesOf(200);
		for (const item of evenItems.slice(0, 21)) outcomes.fail([item], refused());
		expect(errorOf(outcomes).description).toContain(`Items ${evenItems.slice(1, 20).map((item) => item + 1).join(', ')} and 41 failed too.`);
	});

	it('names every one that may have been done', () => {
		const outcomes = outcomesOf(200);
		outcomes.fail([199], refused());
		for (const item of evenItems) outcomes.fail([item], unknown());
		expect(errorOf(outcomes).description).toContain(`Items ${evenItems.slice(0, -1).map((item) => item + 1).join(', ')} and 119 may have been done`);
	});

	it('names those in a row by the first and the last', () => {
		const outcomes = outcomesOf(40);
		outcomes.fail([0], refused());
		outcomes.fail([3, 1, 2, 4, 9, 20, 21, 22], unknown());
		expect(errorOf(outcomes).description).toContain('Items 2 to 5, 10 and 21 to 23 may have been done');
	});

	it('adds nothing but the others to a failure without advice', () => {
		const outcomes = outcomesOf(2);
		outcomes.fail([1], new Error('Broken'));
		expect(errorOf(outcomes)).toMatchObject({ message: 'Broken', description: 'This was item 2 of 2. 1 was not sent.' });
	});
});
