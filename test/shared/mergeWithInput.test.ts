import { mergeWithInput } from '../../nodes/EmailMarketing/shared/mergeWithInput';

const report = { error: 'Refused', httpStatus: 422 };

describe('a report of a row', () => {
	it('comes before the columns of the row', () => {
		const merged = Object.entries({ ...report, email: 'a', n: 1 });
		expect(Object.entries(mergeWithInput(report, { email: 'a', n: 1 }))).toEqual(merged);
	});

	it.each([null, '', 0, { a: 1 }])('keeps a column of the same name under another one: %j', (value) => {
		expect(mergeWithInput(report, { error: value })).toEqual({ ...report, input_error: value });
	});

	it('replaces no column that has the other name', () => {
		const row = { error: 'C', input_error: 'B', input_input_error: 'A' };
		expect(mergeWithInput(report, row)).toEqual({ ...row, ...report, input_input_input_error: 'C' });
	});

	it('replaces an earlier report of this node, and a doubt in it', () => {
		const before = { error: 'Lost', details: 'Look.', httpStatus: null, canRetry: false, outcomeUnknown: true, n: 1 };
		expect(mergeWithInput({ ...report, details: 'Correct it.' }, before)).toEqual({
			...report,
			details: 'Correct it.',
			canRetry: false,
			n: 1,
		});
		expect(mergeWithInput(report, { outcomeUnknown: 'mine' })).toEqual({ ...report, outcomeUnknown: 'mine' });
	});

	it.each(['constructor', '__proto__'])('leaves a column with the name of an own one of objects: %s', (name) => {
		const row = JSON.parse(`{"${name}": "x"}`) as Record<string, string>;
		expect(Object.entries(mergeWithInput(report, row))).toContainEqual([name, 'x']);
	});
});
