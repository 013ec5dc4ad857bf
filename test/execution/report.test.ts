import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { FailureMode } from '../../nodes/EmailMarketing/execution/failedItem';
import type { Batch } from '../../nodes/EmailMarketing/execution/Outcomes';
import { Outcomes } from '../../nodes/EmailMarketing/execution/Outcomes';
import { report } from '../../nodes/EmailMarketing/execution/report';
import { ParameterError, UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { aNode } from '../aNode';
import { defined } from '../defined';

/** Turns outcomes into what a run shows; `fill` adds the outcomes. */
async function reported(
	total: number,
	fill: (outcomes: Outcomes) => void,
	{ mode = 'stop', doneWord = 'created' }: { mode?: FailureMode; doneWord?: string } = {},
) {
	const outcomes = new Outcomes();
	fill(outcomes);
	const inputs: INodeExecutionData[] = Array.from({ length: total }, (_, row) => ({ json: { row } }));
	const run = { node: aNode(), mode, inputs, doneWord, secret: 'token-1234567890' };
	return await report(outcomes.list(), outcomes.batches(), run);
}

const done = (items: number[], ...output: IDataObject[]) => ({ items, word: 'created', output });
const named = (name: string): IDataObject => ({ name });
const rejected = (message = 'Rejected') => new UserFacingError(message, 'Correct it.', { status: 422 });
const down = new UserFacingError('Down', 'Try later.', { status: 500, canRetry: true });
const lost = new UserFacingError('Lost', 'Look.', { outcomeUnknown: true, mustNotRepeat: true });

describe('the output of a run', () => {
	it('is in the order of the items, each entry paired with those that it came from', async () => {
		const { items } = await reported(5, (outcomes) => {
			outcomes.add(done([], named('x')));
			outcomes.add(done([4], named('e')));
			outcomes.add(done([0, 2], named('ac')));
			outcomes.add(done([3]));
			outcomes.add(done([1], named('b'), named('bb')));
		});
		expect(items.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
			['ac', [{ item: 0 }, { item: 2 }]],
			['b', { item: 1 }],
			['bb', { item: 1 }],
			['e', { item: 4 }],
			['x', []],
		]);
		expect(await reported(0, () => undefined)).toEqual({ items: [], hints: [], error: undefined });
	});

	it('may be a million entries of one item', async () => {
		const output = Array.from({ length: 1_000_000 }, (_, n) => ({ n }));
		const { items } = await reported(1, (outcomes) => outcomes.add({ items: [0], word: 'read', output }));
		expect(items.at(-1)).toEqual({ json: { n: 999_999 }, pairedItem: { item: 0 } });
	});

	it.each<[FailureMode, object]>([
		['regularOutput', { action: 'failed' }],
		['errorOutput', { error: 'Rejected (ann@example.com)', details: 'Correct it.' }],
		['words', { error: 'Rejected (ann@example.com)', details: 'Correct it.' }],
	])('has at %s what failed for no input item', async (mode, output) => {
		const row = { action: 'failed', email: 'ann@example.com' };
		const { items } = await reported(
			1,
			(outcomes) => outcomes.add({ items: [], word: 'failed', batch: 'L', failure: rejected(), output: [row] }),
			{ mode },
		);
		expect(items).toMatchObject([{ json: output, pairedItem: [] }]);
		// n8n empties an item without a row that has it.
		expect(items[0]?.error).toBeUndefined();
	});
});

describe('a node that stops at failures', () => {
	it('names no item where several failed together, or there is only one', async () => {
		const several = await reported(3, (outcomes) => outcomes.fail([0, 1], rejected()));
		const description = 'Correct it. Of 3 items: 2 failed (rows 1 and 2), 1 not sent.';
		expect(several.error).toMatchObject({ message: 'Rejected', description, context: {} });
		const only = await reported(1, (outcomes) => outcomes.fail([0], new Error('Broken token-1234567890')));
		expect(only.error).toMatchObject({ message: 'Broken ***', description: '', context: { itemIndex: 0 } });
	});

	it('names the only item that failed by its address, else by its row, unless the message has it', async () => {
		const failed = async (message: string, address?: string) => {
			const { items, error } = await reported(3, (outcomes) => {
				outcomes.add(done([0]));
				outcomes.fail([1], rejected(message), address);
			});
			return [items, error?.message, error?.httpCode, error?.context.itemIndex];
		};
		expect(await failed('Rejected')).toEqual([[], 'Rejected [row 2]', '422', 1]);
		expect(await failed('Rejected', 'ann@x.org')).toEqual([[], 'Rejected [ann@x.org]', '422', 1]);
		expect(await failed('ann@x.org is wrong', 'ann@x.org')).toEqual([[], 'ann@x.org is wrong', '422', 1]);
	});

	const even = Array.from({ length: 30 }, (_, index) => 2 * index);
	const odd = even.map((item) => item + 1);

	interface Results {
		created?: number[];
		skipped?: number[];
		failed?: number[];
		unknown?: number[];
		doneWord?: string;
	}
	const summaryOf = async (total: number, results: Results) => {
		const { created = [], skipped = [], failed = [], unknown = [], doneWord = 'created' } = results;
		const { error } = await reported(
			total,
			(outcomes) => {
				for (const item of skipped) outcomes.add({ items: [item], word: 'skipped', output: [] });
				for (const item of created) outcomes.add({ items: [item], word: doneWord, output: [] });
				for (const item of failed) outcomes.fail([item], rejected());
				for (const item of unknown) outcomes.fail([item], lost);
			},
			{ doneWord },
		);
		return error?.description?.replace(/^(Correct it|Look)\. ?/, '');
	};

	it.each<[number, Results, string]>([
		[
			6,
			{ created: [0], failed: [2, 3], unknown: [5, 1] },
			'Of 6 items: 1 created, 2 failed (rows 3 and 4), 2 may have been created (rows 2 and 6), 1 not sent.',
		],
		[2, { created: [1], unknown: [0] }, 'Of 2 items: 1 created, row 1 may have been created.'],
		[4, { created: [0], skipped: [1], failed: [2] }, 'Of 4 items: 1 created, 1 skipped, row 3 failed, 1 not sent.'],
		[4, { created: [0], failed: [1], doneWord: 'read' }, 'Of 4 items: 1 read, row 2 failed, 2 not read.'],
	])('counts all of %i items: %j', async (total, results, text) => {
		expect(await summaryOf(total, results)).toBe(text);
	});

	it('names twenty that failed at most, and all that may have been done', async () => {
		expect(await summaryOf(99, { failed: even })).toContain(
			`30 failed (rows ${odd.slice(0, 20).join(', ')} and others)`,
		);
		expect(await summaryOf(99, { unknown: even })).toContain(`(rows ${odd.slice(0, -1).join(', ')} and 59)`);
	});
});

describe('a batch of rows', () => {
	type Row = readonly [word: string, failure?: UserFacingError];
	const ofBatch = async (rows: readonly Row[], facts: Partial<Batch> = {}, mode: FailureMode = 'stop') =>
		await reported(
			rows.length,
			(outcomes) => {
				for (const [item, [word, failure]] of rows.entries()) {
					const row = { items: [item], word, batch: 'L' };
					outcomes.add({ ...row, failure, output: [{ action: word }] });
				}
				outcomes.conclude({ name: 'L', title: 'Import', ...facts });
			},
			{ mode },
		);
	const noColumn = new ParameterError('No email column found (Name)', "Under 'Columns', add 'Email'.");
	const stopReason = new UserFacingError('Not sent after 5 failures in a row', 'Down.');

	it.each<[string, readonly Row[], Partial<Batch>, unknown]>([
		['adds its note', [['created']], { note: 'Hi.' }, ['Import: 1 created. Hi.', 'info']],
		[
			'says what a dry run would do',
			[['would create'], ['skipped'], ['unchanged'], ['would delete'], ['rejected', rejected()]],
			{ isDryRun: true },
			['Dry run: 1 rejected, would create 1, would delete 1, 1 unchanged, 1 skipped. Nothing was changed.', 'warning'],
		],
		[
			'warns of failures first',
			[['imported'], ['rejected', rejected()], ['failed', down], ['unknown', lost]],
			{},
			['Import: 1 unknown, 1 failed, 1 rejected, 1 imported.', 'warning'],
		],
	])('%s', async (_, rows, facts, hint) => {
		expect((await ofBatch(rows, facts)).hints).toEqual([hint]);
	});

	// prettier-ignore
	it.each<[isDryRun: boolean, words: string[]]>([
		[false, ['imported', 'created', 'updated', 'resubscribed', 'unsubscribed', 'deleted', 'untagged']],
		[true, ['import', 'create', 'update', 'resubscribe', 'unsubscribe', 'delete', 'remove tag'].map((word) => `would ${word}`)],
	])('may be one item with all counts, always in the same order, paired with its rows: dry run %s', async (isDryRun, words) => {
		const [first = ''] = words;
		const apart = { opted_out: 0, contradicted: 0, repeated: 0 };
		const facts = { shows: 'summary', isDryRun, summary: { contact_list: 'L', uuid: 'l' } } as const;
		const { items } = await ofBatch([[first], ['skipped'], [first]], facts);
		const none = [...words, 'held', 'unchanged', 'skipped', 'rejected', 'failed', 'unknown'].map((word) => [word, 0]);
		const counts = { ...Object.fromEntries(none), [first]: 2, skipped: 1 } as IDataObject;
		expect(Object.entries(defined(items[0]).json)).toEqual(Object.entries({ contact_list: 'L', rows: 3, ...counts, ...apart, uuid: 'l' }));
		expect(items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	it('says why rows are skipped, as far as somebody should know it, in the counts and in the note', async () => {
		const kinds = ['opted out', 'repeated', 'opted out', 'contradicted', 'empty', undefined] as const;
		const { items, hints } = await reported(kinds.length, (outcomes) => {
			for (const [item, kind] of kinds.entries()) outcomes.add({ items: [item], word: 'skipped', batch: 'L', kind });
			outcomes.conclude({ name: 'L', title: 'Import', shows: 'summary' });
		});
		const counts = { skipped: 6, opted_out: 2, contradicted: 1, repeated: 1 };
		expect(items).toMatchObject([{ json: counts }]);
		expect(hints).toEqual([['Import: 2 opted out, 1 contradicted, 1 repeated, 1 empty, 1 skipped.', 'info']]);
	});

	it('says that the removal of a person in no row may have been done, and does not advise to run it again', async () => {
		const mayBeDone = new UserFacingError('Lost', 'Look.', { outcomeUnknown: true, canRetry: true });
		const { error } = await reported(2, (outcomes) => {
			outcomes.add({ items: [0], word: 'unchanged', batch: 'L', output: [{}] });
			outcomes.add({ items: [], word: 'unknown', batch: 'L', failure: mayBeDone, output: [{ email: 'ann@x.org' }] });
			outcomes.add({ items: [1], word: 'failed', batch: 'L', failure: down, output: [{}] });
			outcomes.conclude({ name: 'L', title: 'Sync List' });
		});
		expect(error?.message).toBe('1 of 3 rows failed, 1 may have been done: Lost (ann@x.org)');
		expect(error?.description).toBe('Look. Result: 1 unknown, 1 failed, 1 unchanged.');
	});

	it('has one item for the next node where only failures are left of its changes, and n8n routes these', async () => {
		const rows: Row[] = [['unchanged'], ['failed', down], ['unchanged']];
		const { items } = await ofBatch(rows, { shows: 'changes', emptyRow: { action: 'unchanged' } }, 'errorOutput');
		expect(items.map(({ json }) => json.note ?? json.error)).toEqual(['2 rows: nothing differs', 'Down']);
	});

	it.each<[string, readonly Row[], Partial<Batch>, string | undefined, string | undefined]>([
		[
			'where all rows are rejected',
			[['rejected', rejected()], ['skipped'], ['rejected', rejected()]],
			{},
			'All 2 rows were rejected: Rejected (row 1)',
			'Correct it. Result: 2 rejected, 1 skipped.',
		],
		['with the failure itself where it is the only row', [['failed', down]], {}, 'Down', 'Try later.'],
		[
			'where a row failed, with what running it again does',
			[['created'], ['failed', down]],
			{},
			'1 of 2 rows failed: Down (row 2)',
			'Try later. Result: 1 failed, 1 created. Run it again: completed rows are not repeated.',
		],
		[
			'where rows were not sent',
			[
				['failed', down],
				['failed', stopReason],
				['failed', stopReason],
			],
			{ stopReason },
			'3 of 3 rows failed: Down (row 1)',
			'Try later. Not sent: 2. Result: 3 failed. Run it again: completed rows are not repeated.',
		],
		[
			'where a row may have been done, which has to be checked',
			[['unknown', lost], ['created']],
			{},
			'1 created, 1 unknown: Lost',
			'Look. May have been done: row 1.',
		],
		[
			'with a rejection itself where all rows share it',
			[['rejected', noColumn], ['skipped'], ['rejected', noColumn]],
			{},
			'No email column found (Name)',
			"Under 'Columns', add 'Email'.",
		],
		['where it was refused', [['skipped']], { refusal: down }, 'Down', 'Try later.'],
		['not at all where only some rows are rejected', [['created'], ['rejected', rejected()]], {}, undefined, undefined],
		[
			'where all are rejected for several reasons',
			[
				['rejected', noColumn],
				['rejected', rejected()],
			],
			{},
			'All 2 rows were rejected: No email column found (Name) (row 1)',
			"Under 'Columns', add 'Email'. Nothing was sent for this item. Result: 2 rejected.",
		],
		[
			'where the only one that is not skipped is rejected',
			[['rejected', noColumn], ['skipped']],
			{},
			'The row was rejected: No email column found (Name) (row 1)',
			"Under 'Columns', add 'Email'. Nothing was sent for this item. Result: 1 rejected, 1 skipped.",
		],
		[
			'where rows failed for one reason, after some that were rejected',
			[
				['rejected', rejected()],
				['failed', noColumn],
				['failed', noColumn],
			],
			{},
			'2 of 3 rows failed: No email column found (Name) (row 2)',
			"Under 'Columns', add 'Email'. Nothing was sent for this item. Result: 2 failed, 1 rejected.",
		],
		[
			'where none was sent, without the advice to run it again',
			[
				['failed', down],
				['failed', down],
			],
			{ stopReason: down },
			'2 of 2 rows failed: Down (row 1)',
			'Try later. Not sent: 2. Result: 2 failed.',
		],
	])('fails a node that stops %s', async (_, rows, facts, message, description) => {
		const { error } = await ofBatch(rows, facts);
		expect([error?.message, error?.description]).toEqual([message, description]);
	});

	it('names the row that failed by its address, unless the message has it', async () => {
		const named = async (failure: UserFacingError, email: string, items = [1]) => {
			const { error } = await reported(2, (outcomes) => {
				outcomes.add({ items, word: 'failed', batch: 'L', failure, output: [{ email }] });
				outcomes.add({ items: [0], word: 'created', batch: 'L', output: [] });
				outcomes.conclude({ name: 'L', title: 'Import' });
			});
			return error?.message;
		};
		expect(await named(down, 'ann@x.org')).toBe('1 of 2 rows failed: Down (ann@x.org)');
		expect(await named(rejected('ann@x.org is down'), 'ann@x.org')).toBe('1 of 2 rows failed: ann@x.org is down');
		expect(await named(down, '')).toBe('1 of 2 rows failed: Down (row 2)');
		expect(await named(down, '', [])).toBe('1 of 2 rows failed: Down');
		expect(await named(down, 'x'.repeat(1000), [])).toBe(`1 of 2 rows failed: Down (${'x'.repeat(80)}…)`);
	});

	it('that was refused does not hide a row of another list that may have been done', async () => {
		const { error } = await reported(2, (outcomes) => {
			outcomes.add({ items: [0], word: 'unknown', batch: 'A', failure: lost, output: [{}] });
			outcomes.add({ items: [1], word: 'failed', batch: 'B', failure: down, output: [{}] });
			outcomes.conclude({ name: 'A', title: 'Import' });
			outcomes.conclude({ name: 'B', title: 'Import', refusal: down });
		});
		expect(error?.message).toBe('1 of 2 rows failed, 1 may have been done: Lost (row 1)');
		expect(error?.description).toContain('May have been done: row 1.');
	});

	it('that was refused is told apart from another list whose rows were sent', async () => {
		const fill = (outcomes: Outcomes): void => {
			outcomes.add({ items: [0], word: 'created', batch: 'A', output: [{}] });
			outcomes.add({ items: [1], word: 'failed', batch: 'B', failure: down, output: [{}] });
			outcomes.conclude({ name: 'A', title: 'Import', summary: { contact_list: 'News' } });
			outcomes.conclude({ name: 'B', title: 'Import', summary: { contact_list: 'Old' }, refusal: down });
		};
		const { error } = await reported(2, fill);
		expect(error?.description).toBe('Try later. Contact list: "Old". Result: 1 failed, 1 created.');
		const { hints } = await reported(2, fill, { mode: 'regularOutput' });
		expect(hints[0]?.[0]).toBe('Import stopped: Down. Nothing was changed in "Old".');
	});
});

describe('the notes of two contact lists', () => {
	const ofTwo = async (first: Partial<Batch>, second: Partial<Batch> = {}) => {
		const { hints } = await reported(
			2,
			(outcomes) => {
				for (const [item, batch] of ['A', 'B'].entries()) outcomes.add({ items: [item], word: 'created', batch });
				outcomes.conclude({ name: 'A', title: 'Import', summary: { contact_list: 'News' }, ...first });
				outcomes.conclude({ name: 'B', title: 'Import', summary: { contact_list: 'Old' }, ...second });
			},
			{ mode: 'regularOutput' },
		);
		return hints;
	};

	it('name their list, and the counts stand for both', async () => {
		const hints = await ofTwo({ reported: ['3 in all.', 'info'] }, { note: 'Hi.' });
		expect(hints).toEqual([
			['"News": 3 in all.', 'info'],
			['Import: 2 created. "Old": Hi.', 'info'],
		]);
	});

	it('are amber where one of them was refused, or wants a look', async () => {
		expect(await ofTwo({}, { needsAttention: true })).toEqual([['Import: 2 created.', 'warning']]);
		expect(await ofTwo({ refusal: down })).toEqual([
			['Import stopped: Down. Nothing was changed in "News".', 'warning'],
			['Import: 2 created.', 'info'],
		]);
	});

	it('say that nothing was changed only where both are dry runs', async () => {
		expect(await ofTwo({ isDryRun: true })).toEqual([['Import: 2 created.', 'info']]);
		expect(await ofTwo({ isDryRun: true }, { isDryRun: true })).toEqual([
			['Dry run: 2 created. Nothing was changed.', 'info'],
		]);
	});
});
