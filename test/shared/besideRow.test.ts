import type { IDataObject } from 'n8n-workflow';

import { besideRow } from '../../nodes/EmailMarketing/shared/besideRow';

const said = { error: 'Refused', status: 422 };

describe('what is said of a row', () => {
	it('stands before the columns of the row', () => {
		expect(Object.entries(besideRow(said, { email: 'a', n: 1 }))).toEqual([
			['error', 'Refused'],
			['status', 422],
			['email', 'a'],
			['n', 1],
		]);
	});

	it('takes the place of no column of the same name', () => {
		expect(besideRow(said, { error: 'none', status: 'active' })).toEqual({
			...said,
			input_error: 'none',
			input_status: 'active',
		});
	});

	it('takes the place of no column that has the other name already', () => {
		expect(besideRow(said, { error: 'C', input_error: 'B', input_input_error: 'A' })).toEqual({
			...said,
			input_input_input_error: 'C',
			input_error: 'B',
			input_input_error: 'A',
		});
	});

	it.each([null, '', 0, false, { a: 1 }])('keeps a column whatever it holds: %j', (value) => {
		expect(besideRow(said, { error: value })).toEqual({ ...said, input_error: value });
	});

	it.each(['constructor', 'toString', '__proto__'])('leaves a column alone that only looks taken: %s', (name) => {
		const row = JSON.parse(`{"${name}": "x"}`) as Record<string, string>;
		expect(Object.entries(besideRow(said, row))).toContainEqual([name, 'x']);
	});

	it('takes the place of what was said of the row before, whatever that was', () => {
		const own: IDataObject = { email: 'a', error: 'mine', status: 'active', action: 'call' };
		const failure = { error: 'Refused', details: '', status: 422 };
		const rejected = { status: 'rejected', reason: 'Taken', httpStatus: 422 };
		const skipped = { action: 'skipped', reason: 'No' };
		const comesBack = [failure, rejected, skipped, failure].reduce<IDataObject>(
			(row, saying) => besideRow(saying, row),
			own,
		);
		expect(comesBack).toEqual(besideRow(failure, own));
	});
});
