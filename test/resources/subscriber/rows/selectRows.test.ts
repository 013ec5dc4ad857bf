import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../../../../nodes/EmailMarketing/execution/Operation';
import { readRow } from '../../../../nodes/EmailMarketing/execution/readRow';
import { row as definition } from '../../../../nodes/EmailMarketing/resources/subscriber/import';
import { selectRows } from '../../../../nodes/EmailMarketing/resources/subscriber/rows/selectRows';
import { ColumnReader } from '../../../../nodes/EmailMarketing/shared/columns/ColumnReader';

const columns = new ColumnReader({});
const callOf = (json: unknown, item: number) =>
	({ item, json, row: readRow(definition, columns, json as IDataObject) }) as unknown as Call;

/** Which items are sent, and what becomes of the others. */
function select(rows: readonly unknown[], includesUnsubscribed = false) {
	const { wanted, left } = selectRows(rows.map(callOf), includesUnsubscribed);
	return {
		wanted: wanted.map(({ item }) => item),
		left: left.map(({ call, status, reason }) => [call.item, status, reason]),
	};
}

const a = { email: 'a@example.com' };

describe('the rows that are sent', () => {
	it('are all where nothing is in the way', () => {
		expect(select([a, { email: 'b@example.com' }])).toEqual({ wanted: [0, 1], left: [] });
	});

	it.each<[string, string]>([
		['a@example.com', 'A@Example.COM'],
		['a@example.com', '  a@example.com\u00a0'],
		['a@müller.de', 'a@xn--mller-kva.de'],
		['a@MÜLLER.de', 'a@mu\u0308ller.de'],
	])('are the last ones of an address, however it is written: %s, %s', (email, again) => {
		const sentence = 'The same address comes again in item 2, and the last one counts';
		expect(select([{ email }, { email: again }, { email }])).toEqual({
			wanted: [2],
			left: [
				[0, 'duplicate', sentence],
				[1, 'duplicate', sentence],
			],
		});
	});

	it('are the last ones of an address that can be sent', () => {
		expect(select([a, { ...a, tags: { x: 1 } }])).toMatchObject({
			wanted: [0],
			left: [[1, 'rejected', expect.stringContaining("'Tags' must be text")]],
		});
	});

	it.each<[string, unknown, string, string]>([
		['without an address', { first_name: 'A' }, 'rejected', "'Email' is empty"],
		['with an empty one', { email: ' ', first_name: 'A' }, 'rejected', "'Email' is empty"],
		['with something else', { email: 'ann' }, 'rejected', '"ann" is not an email address'],
		['that is no object', 'a@example.com', 'rejected', 'The input item is no object with fields'],
		['that is a list', [a], 'rejected', 'The input item is no object with fields'],
		['that is blank', { email: '', tags: null, row_number: 7 }, 'skipped', 'The row is empty'],
		['without any column', {}, 'skipped', 'The row is empty'],
	])('are none %s', (_, json, status, reason) => {
		expect(select([a, json])).toEqual({ wanted: [0], left: [[1, status, reason]] });
	});
});

describe('a person who is said to be unsubscribed', () => {
	const no = { ...a, is_subscribed: false };

	it.each<[object]>([[no], [{ ...a, unsubscribed_at: '2026-01-01' }], [{ ...a, Subscribed: 'no' }]])(
		'is skipped, with the reason: %j',
		(json) => {
			expect(select([json])).toMatchObject({
				wanted: [],
				left: [[0, 'skipped', expect.stringContaining('The row says that this person is not subscribed')]],
			});
		},
	);

	it.each<[string, object[], number]>([
		['before', [no, a], 0],
		['after', [a, no], 1],
		['in other case', [{ email: 'A@EXAMPLE.com' }, no], 1],
		['in a row that cannot be sent itself', [a, { ...no, tags: { x: 1 } }], 1],
	])('is skipped in all rows, also where only one of them says so: %s', (_, rows, said) => {
		const { wanted, left } = select(rows);
		expect(wanted).toEqual([]);
		expect(left.map(([, , reason]) => reason)).toContain(
			`The row of item ${said}, which has the same address, says that this person is not subscribed: "is_subscribed" is "false". 'Include Unsubscribed' under 'Options' takes such rows too`,
		);
	});

	it('is sent where the user wants so', () => {
		expect(select([no, a], true)).toMatchObject({ wanted: [1], left: [[0, 'duplicate', expect.any(String)]] });
	});

	it('keeps nobody else from being sent', () => {
		expect(select([no, { email: 'b@example.com' }, { email: 'ann' }])).toMatchObject({ wanted: [1] });
		expect(select([{ email: 'ann', is_subscribed: false }, { email: 'bob' }, a])).toMatchObject({ wanted: [2] });
	});
});

describe('100,000 rows', () => {
	it('are looked through in a moment', () => {
		const calls = Array.from({ length: 100_000 }, (_, item) =>
			callOf({ email: `p${item % 60_000}@example.com` }, item),
		);
		const startedMs = performance.now();
		const { wanted, left } = selectRows(calls, false);
		expect(performance.now() - startedMs).toBeLessThan(3000);
		expect([wanted.length, left.length]).toEqual([60_000, 40_000]);
	});
});
