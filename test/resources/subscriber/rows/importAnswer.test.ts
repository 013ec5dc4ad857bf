import { refusedBy } from '../../../../nodes/EmailMarketing/resources/subscriber/rows/importAnswer';

const emails = ['a@example.com', 'b@example.com', 'c@xn--mller-kva.de', 'd@example.com'];
const names = new Map([['email', 'Email']]);
const read = (answer: unknown) => {
	const { rows, unnamed } = refusedBy(answer, emails, names);
	return { rows: Object.fromEntries(rows), unnamed };
};

describe('an answer of success', () => {
	it.each<[unknown]>([
		[undefined],
		[true],
		['Imported.'],
		[[]],
		[{}],
		[{ message: 'ok' }],
		[{ imported: 4, failed: 0, errors: [] }],
		[{ failed: '0', errors: null, rejected: false, invalid: '' }],
		[{ errors: {} }],
		[{ failures: { count: 0, items: [] } }],
		[{ data: { imported: 4, errors: [] } }],
		[{ results: [{ email: 'a@example.com', status: 'imported', error: null }] }],
		[{ created: 3, updated: 1 }],
		[{ subscribers: [{ email: 'a@example.com', is_subscribed: false }] }],
	])('leaves out no row where it says so of none: %j', (answer) => {
		expect(read(answer)).toEqual({ rows: {}, unnamed: undefined });
	});

	it.each<[unknown, Record<number, string>]>([
		[{ imported: 3, errors: [{ index: 2, message: 'is odd' }] }, { 2: 'is odd' }],
		[{ imported: 3, failed: 1, errors: [{ index: 2, field: 'email', message: 'is odd' }] }, { 2: 'Email: is odd' }],
		[
			{ errors: { 'subscribers.1.email': ['is odd'], '3': { email: ['is long'] } }, imported: 2 },
			{ 1: 'Email: is odd', 3: 'Email: is long' },
		],
		[{ imported: 3, errors: [{ email: 'B@example.com ', message: 'is odd' }] }, { 1: 'is odd' }],
		[{ imported: 3, errors: [{ email: 'c@müller.de', error: 'is odd' }] }, { 2: 'is odd' }],
		[{ imported: 3, errors: [{ row: { email: 'b@example.com' }, reason: 'is odd' }] }, { 1: 'is odd' }],
		[
			{ imported: 3, errors: [{ subscriber: { email: 'b@example.com' }, errors: { email: ['is odd', 'is long'] } }] },
			{ 1: 'is odd · is long' },
		],
		[{ imported: 3, errors: { 'b@example.com': ['is odd'] } }, { 1: 'is odd' }],
		[
			{ imported: 3, rejected: ['b@example.com', 'd@example.com'] },
			{ 1: 'The service did not take it', 3: 'The service did not take it' },
		],
		[{ data: { imported: 3, failures: [{ index: 0, message: 'is odd' }] } }, { 0: 'is odd' }],
		[{ summary: { failed: '1' }, failed_rows: [{ index: 0, message: 'is odd' }] }, { 0: 'is odd' }],
		[
			[
				{ email: 'a@example.com', status: 'imported' },
				{ email: 'b@example.com', status: 'failed', message: 'is odd' },
			],
			{ 1: 'is odd · failed' },
		],
		[
			{
				results: [
					{ success: true },
					{ success: false, message: 'is odd' },
					{ success: true },
					{ status: 422, error: 'is long' },
				],
			},
			{ 1: 'is odd', 3: 'is long' },
		],
	])('names the rows that were not taken: %j', (answer, rows) => {
		const result = read(answer);
		expect(result.unnamed).toBeUndefined();
		expect(Object.keys(result.rows)).toEqual(Object.keys(rows));
		for (const [row, reason] of Object.entries(rows)) expect(result.rows[row]).toContain(reason.split(' · ')[0]);
	});

	it('goes by the address where a row number stands beside it, for numbers may be counted from 1', () => {
		expect(read({ imported: 3, errors: [{ index: 2, email: 'b@example.com', message: 'is odd' }] })).toEqual({
			rows: { 1: 'is odd' },
			unnamed: undefined,
		});
	});

	it.each<[unknown, string]>([
		[{ imported: 2, failed: 2 }, 'failed: 2'],
		[{ imported: 2, failed: '2' }, 'failed: "2"'],
		[{ imported: 2, errors: ['Two rows are odd'] }, 'errors: "Two rows are odd"'],
		[{ imported: 3, errors: [{ row: 2, message: 'is odd' }] }, 'errors: {"row":2,"message":"is odd"}'],
		[{ imported: 3, errors: [{ index: 4, message: 'is odd' }] }, 'errors: {"index":4,"message":"is odd"}'],
		[
			{ imported: 3, errors: [{ email: 'z@example.com', message: 'is odd' }] },
			'errors: {"email":"z@example.com","message":"is odd"}',
		],
		[{ imported: 2, invalid: [1, 2] }, 'invalid: 1 · invalid: 2'],
		[{ imported: 3, invalid: [0] }, 'invalid: 0'],
		[{ imported: 2, errors: true }, 'errors: true'],
		[{ results: [{ status: 'failed' }] }, 'results: {"status":"failed"}'],
	])('tells what it says where it does not name the rows: %j', (answer, unnamed) => {
		expect(read(answer)).toEqual({ rows: {}, unnamed });
	});

	it('tells both where it names some, and counts more', () => {
		expect(read({ imported: 2, failed: 2, errors: [{ index: 0, message: 'is odd' }] })).toEqual({
			rows: { 0: 'is odd' },
			unnamed: 'failed: 2',
		});
		expect(
			read({
				imported: 2,
				errors: [
					{ index: 0, message: 'is odd' },
					{ line: 9, message: 'is long' },
				],
			}),
		).toEqual({ rows: { 0: 'is odd' }, unnamed: 'errors: {"line":9,"message":"is long"}' });
	});

	it('takes an entry with two of the addresses for neither', () => {
		expect(read({ errors: [{ email: 'a@example.com', like: 'b@example.com' }], imported: 3 })).toMatchObject({
			rows: {},
			unnamed: expect.stringContaining('a@example.com'),
		});
	});

	it('may be nested without an end', () => {
		let answer: unknown = 'a@example.com';
		for (let depth = 0; depth < 2000; depth += 1) answer = { errors: [answer] };
		expect(() => read(answer)).not.toThrow();
	});
});
