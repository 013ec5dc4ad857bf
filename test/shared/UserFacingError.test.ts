import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import {
	isOutcomeUnknown,
	ParameterError,
	userFacing,
	UserFacingError,
} from '../../nodes/EmailMarketing/shared/UserFacingError';
import { aNode } from '../aNode';

const node = aNode();

describe('a failure of which no more is said', () => {
	it('was not done, may be tried again, and is about no field', () => {
		expect(new UserFacingError('Ours', 'Advice')).toMatchObject({
			isOutcomeUnknown: false,
			notRetryable: false,
			fieldMessages: [],
		});
	});

	it('may have been done only where it says so itself', () => {
		const unknown = new UserFacingError('Ours', 'Advice', { isOutcomeUnknown: true });
		const others = [new UserFacingError('Ours', 'Advice'), { isOutcomeUnknown: true }, undefined];
		expect([unknown, ...others].map(isOutcomeUnknown)).toEqual([true, false, false, false]);
	});
});

describe('userFacing', () => {
	it('leaves our own words as they are', () => {
		const thrown = new UserFacingError('Ours', 'Advice', { status: 404 });
		expect(userFacing(thrown)).toBe(thrown);
	});

	it.each(['text', undefined, null, 7, { message: 'Broken' }])('finds words for what is no error: %j', (thrown) => {
		expect(userFacing(thrown)).toMatchObject({
			message: 'Something unexpected happened in this node',
			description: '',
			status: undefined,
		});
	});

	it("keeps the words and the status of n8n's own error", () => {
		const thrown = new NodeApiError(node, {}, { message: 'Theirs', description: 'Advice', httpCode: '403' });
		expect(userFacing(thrown)).toMatchObject({ message: 'Theirs', description: 'Advice', status: 403 });
	});

	it("names no status where n8n's own error has none, and gives no advice of its own", () => {
		const thrown = Object.assign(new NodeApiError(node, {}, { message: 'Theirs' }), { description: null });
		expect(userFacing(thrown)).toMatchObject({ message: 'Theirs', description: '', status: undefined });
		expect(userFacing(Object.assign(thrown, { httpCode: 'ECONNRESET' })).status).toBeUndefined();
	});

	it.each([
		[new Error('Broken'), ''],
		[Object.assign(new Error('Broken'), { description: 'Advice' }), 'Advice'],
		[Object.assign(new Error('Broken'), { description: { code: 7 } }), ''],
		[new NodeOperationError(node, 'Broken', { description: 'Advice' }), 'Advice'],
	])("keeps the description of others' errors, where it is a text: %#", (thrown, description) => {
		expect(userFacing(thrown)).toMatchObject({ message: 'Broken', description, status: undefined });
	});
});

describe('a parameter that cannot be used', () => {
	it('comes with advice, and for an input item with more of it', () => {
		expect(new ParameterError('Wrong', 'Do this.').description).toBe('Do this. Nothing was sent for this item.');
		expect(new ParameterError('Wrong', 'Do this.', 'Look there.')).toMatchObject({
			advice: 'Do this.',
			description: 'Do this. Look there. Nothing was sent for this item.',
		});
	});
});
