import { mergeWithInput } from '../../nodes/EmailMarketing/shared/mergeWithInput';

const said = { error: 'Refused', status: 422 };

describe('what is said of a row', () => {
	it('stands before the columns of the row', () => {
		expect(Object.entries(mergeWithInput(said, { email: 'a', n: 1 }))).toEqual([
			['error', 'Refused'],
			['status', 422],
			['email', 'a'],
			['n', 1],
		]);
	});

	it('takes the place of no column of the same name', () => {
		expect(mergeWithInput(said, { error: 'none', status: 'active' })).toEqual({
			...said,
			input_error: 'none',
			input_status: 'active',
		});
	});

	it('takes the place of no column that has the other name already', () => {
		expect(mergeWithInput(said, { error: 'C', input_error: 'B', input_input_error: 'A' })).toEqual({
			...said,
			input_input_input_error: 'C',
			input_error: 'B',
			input_input_error: 'A',
		});
	});

	it.each([null, '', 0, false, { a: 1 }])('keeps a column whatever it holds: %j', (value) => {
		expect(mergeWithInput(said, { error: value })).toEqual({ ...said, input_error: value });
	});

	it.each(['constructor', 'toString', '__proto__'])('leaves a column alone that only looks taken: %s', (name) => {
		const row = JSON.parse(`{"${name}": "x"}`) as Record<string, string>;
		expect(Object.entries(mergeWithInput(said, row))).toContainEqual([name, 'x']);
	});
});
