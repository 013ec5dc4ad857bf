import type { IDataObject } from 'n8n-workflow';

import { hasComeBack, nameBefore, rowBefore } from '../../nodes/EmailMarketing/shared/rowBefore';

const failure = { error: 'Refused', details: 'Correct it', status: 422 };

describe('a row that comes back', () => {
	it.each<[IDataObject, IDataObject]>([
		[{ ...failure, email: 'a' }, { email: 'a' }],
		[
			{ ...failure, status: null, outcomeUnknown: true, email: 'a', input_status: 'vip' },
			{ email: 'a', status: 'vip' },
		],
		[
			{ ...failure, input_status: 'B', input_input_status: 'A' },
			{ input_status: 'B', status: 'A' },
		],
		[{ status: 'skipped', reason: 'Blank', input_reason: '' }, { reason: '' }],
		[{ action: 'failed', reason: 'Taken', dryRun: true, input_action: { a: 1 } }, { action: { a: 1 } }],
	])('is read as it first came: %j', (row, before) => {
		expect(rowBefore(row)).toEqual(before);
		expect(hasComeBack(row)).toBe(true);
	});

	it.each<IDataObject>([
		{ status: 'unsubscribed', reason: 'too many mails' },
		{ error: 'none', details: 'none', status: 'active' },
		{ error: 'none', details: 'none', status: 0 },
		{ action: 'call', reason: 'asked' },
		{ status: 'skipped' },
		{ email: 'a' },
		{},
	])('is not one that only has columns of such names: %j', (row) => {
		expect(rowBefore(row)).toBe(row);
		expect(hasComeBack(row)).toBe(false);
	});

	it('is known by a column that was kept, also where what was said is gone', () => {
		expect([hasComeBack({ input_status: 'x' }), hasComeBack({ input_name: 'x' })]).toEqual([true, false]);
	});

	it('has columns that are known by the names that they had', () => {
		expect(['status', 'input_status', 'input_input_status', 'my_input_status'].map(nameBefore)).toEqual([
			'status',
			'status',
			'status',
			'my_input_status',
		]);
	});
});
