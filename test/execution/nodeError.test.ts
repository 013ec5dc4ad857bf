import { NodeApiError, NodeOperationError, type JsonObject } from 'n8n-workflow';

import { toNodeError } from '../../nodes/EmailMarketing/execution/nodeError';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { aNode } from '../aNode';

const node = aNode();

describe("n8n's error", () => {
	it('is of the node, and has no status or item where there was none', () => {
		const error = toNodeError(node, new UserFacingError('Same', 'Same'));
		expect([error.node, error.httpCode, error.context]).toEqual([node, null, {}]);
	});

	it.each('ECONNREFUSED ECONNRESET ENOTFOUND ETIMEDOUT ENOENT EACCES EPERM EEXIST getaddrinfo'.split(' '))(
		'keeps our message where n8n would replace it: %s',
		(code) => {
			const [message, description] = [`Tags: ${code} is unknown`, `Correct ${code}.`];
			const error = toNodeError(node, new UserFacingError(message, description, { status: 502 }));
			expect(error).toMatchObject({ message, description, messages: [] });
		},
	);

	it('does not show the token', () => {
		const token = 'tok_1234567890';
		const error = toNodeError(node, new UserFacingError(`Bad ${token}`, `See ${token}`), 0, token);
		expect([error.message, error.description]).toEqual(['Bad ***', 'See ***']);
	});

	const request = { config: { headers: 'tok_1' }, response: { data: 'tok_1' } };
	it.each([
		['a failure with a cause', Object.assign(new UserFacingError('Ours', 'Advice'), { cause: request })],
		['an error with a request', Object.assign(new Error('Ours'), request)],
		[
			"n8n's error with a cause",
			new NodeApiError(node, Object.assign(new Error('Unknown'), request) as unknown as JsonObject, {
				message: 'Ours',
			}),
		],
		["n8n's operation error", new NodeOperationError(node, new Error('Ours', { cause: new Error('tok_1') }))],
	])('keeps nothing but the message and description, for n8n stores it: %s', (_name, thrown) => {
		const error = toNodeError(node, thrown);
		expect([error.message, error.cause]).toEqual(['Ours', undefined]);
		const names = Object.getOwnPropertyNames(error).filter((name) => name !== 'stack');
		expect(JSON.stringify(names.map((name) => Reflect.get(error, name) as unknown))).not.toContain('tok_1');
	});
});
