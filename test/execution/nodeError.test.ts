import { NodeApiError, NodeOperationError, type JsonObject } from 'n8n-workflow';

import { toNodeError } from '../../nodes/EmailMarketing/execution/nodeError';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { aNode } from '../aNode';

const node = aNode();

describe('toNodeError', () => {
	it("gives n8n's own kind, with our words, the status and the item", () => {
		const error = toNodeError(node, new UserFacingError('It was not found', 'Choose another.', { status: 404 }), 3);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ message: 'It was not found', description: 'Choose another.', httpCode: '404', node });
		expect(error.context.itemIndex).toBe(3);
	});

	it.each([
		'ECONNREFUSED',
		'ECONNRESET',
		'ENOTFOUND',
		'ETIMEDOUT',
		'ENOENT',
		'EACCES',
		'EPERM',
		'EEXIST',
		'getaddrinfo',
		'Bad Gateway',
	])('keeps a message that mentions %s', (code) => {
		const error = toNodeError(node, new UserFacingError(`Tags: ${code} is unknown`, `Correct ${code}.`));
		expect([error.message, error.description, error.messages]).toEqual([
			`Tags: ${code} is unknown`,
			`Correct ${code}.`,
			[],
		]);
	});

	it.each([400, 401, 404, 429, 500, 502])("keeps our message in place of n8n's for status %i", (status) => {
		expect(toNodeError(node, new UserFacingError('Ours', 'Advice', { status }))).toMatchObject({
			message: 'Ours',
			description: 'Advice',
			httpCode: String(status),
		});
	});

	it('keeps a description that is the same as the message', () => {
		expect(toNodeError(node, new UserFacingError('Same', 'Same')).description).toBe('Same');
	});

	it('names no status and no item where there is none', () => {
		const error = toNodeError(node, new UserFacingError('Ours', 'Advice'));
		expect(error.httpCode).toBeNull();
		expect(error.context).toEqual({});
	});

	it.each([
		[
			'a UserFacingError with a cause',
			Object.assign(new UserFacingError('Ours', 'Advice'), { cause: { request: 'tok_1' } }),
		],
		[
			'an error with a request',
			Object.assign(new Error('Ours'), { config: { headers: 'tok_1' }, response: { data: 'tok_1' } }),
		],
		[
			"n8n's error with a cause",
			new NodeApiError(node, Object.assign(new Error('Unknown'), { config: 'tok_1' }) as unknown as JsonObject, {
				message: 'Ours',
				description: 'Advice',
			}),
		],
		["n8n's operation error", new NodeOperationError(node, new Error('Ours', { cause: new Error('tok_1') }))],
	])('keeps nothing of what was thrown but its words: %s', (_name, thrown) => {
		const error = toNodeError(node, thrown);
		expect(error.message).toBe('Ours');
		expect(error.cause).toBeUndefined();
		const stored = Object.fromEntries(
			Object.getOwnPropertyNames(error)
				.filter((name) => name !== 'stack')
				.map((name) => [name, Reflect.get(error, name) as unknown]),
		);
		expect(JSON.stringify(stored)).not.toContain('tok_1');
	});

	it('finds words for what was not expected, and keeps the advice of others', () => {
		expect(toNodeError(node, 7).message).toBe('Something unexpected happened in this node');
		expect(toNodeError(node, new NodeOperationError(node, 'Broken', { description: 'Advice' }))).toMatchObject({
			message: 'Broken',
			description: 'Advice',
		});
	});
});
