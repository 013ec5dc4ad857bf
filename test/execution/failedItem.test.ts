import { failedItem, mergeWithInput } from '../../nodes/EmailMarketing/execution/failedItem';
import { toNodeError } from '../../nodes/EmailMarketing/execution/nodeError';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { aNode } from '../aNode';

const error = toNodeError(aNode(), new UserFacingError('Ours', 'Advice'), 2);
const facts = { canRetry: true, outcomeUnknown: true };
const report = { error: 'Ours', details: 'Advice', httpStatus: null, ...facts };

describe.each(['regularOutput', 'errorOutput'] as const)('a failed item on its way to the %s', (mode) => {
	it('has its row with its files, and no status where there was none', () => {
		const binary = { data: { data: '', mimeType: 'text/plain' } };
		const { json, ...others } = { ...failedItem(mode, error, { json: { status: 401 }, binary }, 0, facts) };
		expect([json, others]).toEqual([
			{ ...report, status: 401 },
			{ binary, pairedItem: { item: 0 } },
		]);
	});

	it('keeps what is no row under "value", and has no row where there is no input', () => {
		expect(failedItem(mode, error, { json: ['a'] as never }, 0, facts).json).toEqual({ ...report, value: ['a'] });
		const undescribed = Object.assign(toNodeError(aNode(), new Error('Ours')), { description: null });
		expect(failedItem(mode, undescribed, undefined, 0, facts).json).toEqual({ ...report, details: '' });
	});

	it('has the error only where n8n has to route by it, and no copy has it', () => {
		const item = failedItem(mode, error, { json: {} }, 0, facts);
		expect(item.error).toBe(mode === 'errorOutput' ? error : undefined);
		expect({ ...item }).not.toHaveProperty('error');
	});
});

const refusal = { error: 'Refused', httpStatus: 422 };

describe('a report of a row', () => {
	it('comes before the columns of the row', () => {
		const merged = Object.entries({ ...refusal, email: 'a', n: 1 });
		expect(Object.entries(mergeWithInput(refusal, { email: 'a', n: 1 }))).toEqual(merged);
	});

	it.each([null, '', 0, { a: 1 }])('keeps a column of the same name under another one: %j', (value) => {
		expect(mergeWithInput(refusal, { error: value })).toEqual({ ...refusal, input_error: value });
	});

	it('replaces an earlier report of this node, and a doubt in it', () => {
		const before = { error: 'Lost', details: 'Look.', httpStatus: null, canRetry: false, outcomeUnknown: true, n: 1 };
		expect(mergeWithInput({ ...refusal, details: 'Correct it.' }, before)).toEqual({
			...refusal,
			details: 'Correct it.',
			canRetry: false,
			n: 1,
		});
		expect(mergeWithInput(refusal, { outcomeUnknown: 'mine' })).toEqual({ ...refusal, outcomeUnknown: 'mine' });
	});

	it.each(['constructor', '__proto__'])('leaves a column with the name of an own one of objects: %s', (name) => {
		const row = JSON.parse(`{"${name}": "x"}`) as Record<string, string>;
		expect(Object.entries(mergeWithInput(refusal, row))).toContainEqual([name, 'x']);
	});
});
