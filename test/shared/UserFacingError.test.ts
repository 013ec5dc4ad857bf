import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import {
	hasUnknownOutcome,
	ParameterError,
	userFacing,
	UserFacingError,
} from '../../nodes/EmailMarketing/shared/UserFacingError';
import { aNode } from '../aNode';

describe('a failure', () => {
	it('was not done, may be repeated and is about no field, unless it says otherwise', () => {
		const facts = { outcomeUnknown: false, mustNotRepeat: false, fieldMessages: [] };
		expect(new UserFacingError('Ours', 'Advice')).toMatchObject(facts);
		const unknown = new UserFacingError('Ours', 'Advice', { outcomeUnknown: true });
		expect([unknown, { outcomeUnknown: true }, undefined].map(hasUnknownOutcome)).toEqual([true, false, false]);
	});

	it.each(['text', undefined, null, { message: 'Broken' }])('that is no error gets a message: %j', (thrown) => {
		expect(userFacing(thrown)).toMatchObject({ message: expect.stringContaining('unexpected'), description: '' });
	});

	const node = aNode();
	it.each<[unknown, object]>([
		[
			new NodeApiError(node, {}, { message: 'Theirs', description: 'Advice', httpCode: '403' }),
			{ message: 'Theirs', description: 'Advice', status: 403 },
		],
		[Object.assign(new Error('Broken'), { httpCode: 'ECONNRESET' }), { message: 'Broken', status: undefined }],
		[Object.assign(new Error('Broken'), { description: 'Advice' }), { description: 'Advice' }],
		[Object.assign(new Error('Broken'), { description: { code: 7 } }), { description: '' }],
		[new NodeOperationError(node, 'Broken', { description: 'Advice' }), { description: 'Advice', status: undefined }],
	])('of others keeps its message, and its description and status where they are such: %#', (thrown, facts) => {
		expect(userFacing(thrown)).toMatchObject(facts);
	});

	it('of a parameter has more to say where there is an input item', () => {
		expect(new ParameterError('Wrong', 'Do this.').description).toBe('Do this. Nothing was sent for this item.');
		const { advice, description } = new ParameterError('Wrong', 'Do this.', 'Look there.');
		expect([advice, description]).toEqual(['Do this.', 'Do this. Look there. Nothing was sent for this item.']);
	});
});
