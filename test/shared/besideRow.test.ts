import { besideRow, nameBefore, ownColumn } from '../../nodes/EmailMarketing/shared/besideRow';

const said = { error: 'Refused', status: 422 };

describe('what is said of a row', () => {
	it('stands before the columns of the row', () => {
		expect(Object.entries(besideRow(said, { email: 'a', n: 1 }))).toEqual([['error', 'Refused'], ['status', 422], ['email', 'a'], ['n', 1]]);
	});

	it('takes the place of no column of the same name', () => {
		expect(besideRow(said, { error: 'none', status: 'active' })).toEqual({ ...said, input_error: 'none', input_status: 'active' });
	});

	it('takes the place of no column that has the other name already', () => {
		expect(besideRow(said, { error: 'C', input_error: 'B', input_input_error: 'A' })).toEqual({ ...said, input_input_input_error: 'C', input_error: 'B', input_input_error: 'A' });
	});

	it('is not kept twice where the row comes back with it', () => {
		expect(besideRow(said, besideRow(said, { email: 'a', error: 'none' }))).toEqual({ ...said, email: 'a', input_error: 'none' });
	});

	it.each([null, '', 0, false, { a: 1 }])('keeps a column whatever it holds: %j', (value) => {
		expect(besideRow(said, { error: value })).toEqual({ ...said, input_error: value });
	});

	it.each(['constructor', 'toString', '__proto__'])('leaves a column alone that only looks taken: %s', (name) => {
		const row = JSON.parse(`{"${name}": "x"}`) as Record<string, string>;
		expect(Object.entries(besideRow(said, row))).toContainEqual([name, 'x']);
	});
});

describe('a column of a row that has come back', () => {
	it.each<[string, string[]]>([
		['status', ['error', 'details', 'status', 'input_status']],
		['error', ['error', 'details', 'status', 'input_error']],
		['status', ['status', 'reason', 'input_status']],
		['action', ['action', 'reason', 'input_action']],
	])('is the one that it came with: %s of %j', (name, columns) => {
		expect(ownColumn(name, columns)).toBe(`input_${name}`);
	});

	it.each<[string, string[]]>([
		['status', ['error', 'details', 'status']],
		['status', ['status', 'input_status']],
		['email', ['error', 'details', 'status', 'email', 'input_email']],
	])('is the one of its name where nothing was said under it: %s of %j', (name, columns) => {
		expect(ownColumn(name, columns)).toBe(name);
	});

	it('is known by the name that it had', () => {
		expect(['status', 'input_status', 'input_input_status', 'my_input_status'].map(nameBefore)).toEqual(['status', 'status', 'status', 'my_input_status']);
	});
});
