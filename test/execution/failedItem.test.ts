import { failedItem } from '../../nodes/EmailMarketing/execution/failedItem';
import { toNodeError } from '../../nodes/EmailMarketing/execution/nodeError';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { aNode } from '../aNode';

const error = toNodeError(aNode(), new UserFacingError('Ours', 'Advice'), 2);
const facts = { canRetry: true, outcomeUnknown: false };
const report = { error: 'Ours', details: 'Advice', httpStatus: null, canRetry: true };

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
