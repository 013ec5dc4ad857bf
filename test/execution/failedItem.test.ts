import type { NodeApiError } from 'n8n-workflow';

import { failedItem } from '../../nodes/EmailMarketing/execution/failedItem';
import { toNodeError } from '../../nodes/EmailMarketing/execution/nodeError';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { aNode } from '../aNode';

const node = aNode();

const errorWith = (status?: number): NodeApiError =>
	toNodeError(node, new UserFacingError('Ours', 'Advice', { status }), 2);

describe.each(['regularOutput', 'errorOutput'] as const)('a failed item on its way to the %s', (mode) => {
	it('has no status where the service gave none, also where its row has one from before', () => {
		expect(failedItem(mode, errorWith(), { json: { status: 401 } }, 0).json).toEqual({
			error: 'Ours',
			details: 'Advice',
			httpStatus: null,
			status: 401,
		});
	});

	it('keeps the files of its row', () => {
		const binary = { data: { data: '', mimeType: 'text/plain' } };
		expect(failedItem(mode, errorWith(), { json: {}, binary }, 0).binary).toBe(binary);
		expect(failedItem(mode, errorWith(), { json: {} }, 0)).not.toHaveProperty('binary');
	});

	it('keeps what is no row under "value"', () => {
		expect(failedItem(mode, errorWith(), { json: ['a'] as never }, 0).json).toEqual({
			error: 'Ours',
			details: 'Advice',
			httpStatus: null,
			value: ['a'],
		});
	});

	it('has the words where there is no input item, and no details where there are none', () => {
		expect(failedItem(mode, Object.assign(errorWith(), { description: null }), undefined, 0).json).toEqual({
			error: 'Ours',
			details: '',
			httpStatus: null,
		});
	});
});

it('carries the error only where n8n is to route by it, and no copy does', () => {
	const error = errorWith(422);
	const routed = failedItem('errorOutput', error, { json: {} }, 0);
	expect(routed.error).toBe(error);
	expect({ ...routed }).not.toHaveProperty('error');
	expect(failedItem('regularOutput', error, { json: {} }, 0)).not.toHaveProperty('error');
});
