import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeCredentialTestResult,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';
import { testConnection } from '../../nodes/EmailMarketing/transport/testConnection';
import { defined, useEngine } from '../engine/support';
import { serve } from '../engine/serve';

const engine = useEngine();
const node = new EmailMarketing();

/** Runs the credential test as n8n does: in its context, found by the name that the node gives it. */
async function test(changes: ICredentialDataDecryptedObject): Promise<INodeCredentialTestResult> {
	const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
	const tested = node.description.credentials?.find(({ name }) => name === 'emailMarketingApi')?.testedBy;
	const wired = Object.entries<typeof testConnection>(node.methods.credentialTest).find(
		([name]) => name === tested,
	)?.[1];
	return await defined(wired).call(context, {
		id: '1',
		name: 'Sandbox',
		type: 'emailMarketingApi',
		data: { ...engine.credential, ...changes },
	});
}

describe('the credential test', () => {
	it('reads the account', async () => {
		expect(await test({})).toEqual({ status: 'OK', message: 'Connection successful' });
		expect(engine.sandbox.requests()).toMatchObject([{ method: 'GET', path: '/v1/account', authorization: 'valid' }]);
	});

	it('tells a wrong token', async () => {
		const { status, message } = await test({ accessToken: 'wrong-token' });
		expect(status).toBe('Error');
		expect(message).toMatch(/^The service did not accept the access token\./);
		expect(message).not.toContain('wrong-token');
	});

	it('tells a wrong path, and where to put the right one', async () => {
		const { status, message } = await test({ endpointPaths: '{"account.get": "/v1/me"}' });
		expect(status).toBe('Error');
		expect(message).toMatch(
			/^Nothing was found at GET \/v1\/me\. The contact lists were found, so only this path differs\./,
		);
		expect(message).toContain("'Endpoint Paths'");
	});

	describe('at an address that does not know the path of the account', () => {
		/** What an address answers that has these paths and no others. */
		async function testAt(
			statuses: Record<string, number>,
			changes: ICredentialDataDecryptedObject = {},
		): Promise<string> {
			const { url, close } = await serve(({ url: path = '' }, response) =>
				response.writeHead(statuses[path] ?? 404, { 'content-type': 'application/json' }).end('{"data":[]}'),
			);
			const { status, message } = await test({ ...changes, baseUrl: url });
			await close();
			expect(status).toBe('Error');
			return message.replaceAll(url, '<url>');
		}

		it('takes the Base URL for wrong first, and the paths second, where there are no contact lists either', async () => {
			expect(await testAt({})).toBe(
				"'Base URL' is wrong: <url> returns 404 for the account and the contact lists. " +
					`Check the host, and any path before /v1. If they are right, enter your account's paths in 'Endpoint Paths' as {"account.get": "/…"}.`,
			);
		});

		it('takes the path for wrong where the contact lists are found, at the path of the credential', async () => {
			const endpointPaths = '{"contactList.getAll": "/v1/lists"}';
			const message = await testAt({ '/v1/lists': 200 }, { endpointPaths });
			expect(message).toMatch(/^Nothing was found at GET \/v1\/account\. .*so only this path differs\./);
			expect(message).toContain('{"account.get": "/…"}');
		});

		it('takes the token for wrong where the contact lists want a better one', async () => {
			expect(await testAt({ '/v1/contact-lists': 401 })).toMatch(/^The service did not accept the access token\./);
		});

		it('says no more than it knows where the contact lists fail in another way', async () => {
			expect(await testAt({ '/v1/contact-lists': 500 })).toMatch(
				/^Nothing was found at GET \/v1\/account\. The path is inferred/,
			);
		});

		it('does not show a token that stands in a path', async () => {
			const message = await testAt(
				{},
				{ accessToken: 'token-1234567', endpointPaths: '{"account.get": "/token-1234567/account"}' },
			);
			expect(message).not.toContain('token-1234567');
		});
	});

	it('tells a host that does not exist', async () => {
		const { status, message } = await test({ baseUrl: 'https://no-such-host.invalid' });
		expect(status).toBe('Error');
		expect(message).toContain('The host no-such-host.invalid was not found');
	});

	it('tells a host where nothing answers', async () => {
		const { url, close } = await serve((_, response) => response.end());
		await close();
		expect((await test({ baseUrl: url })).message).toContain('Nothing responds at');
	});

	it.each([
		['{"data":{"name":"Acme"}}', 'OK', /successful/],
		['{"message":"Welcome"}', 'Error', /not with an account\. Check 'Base URL'/],
		['', 'Error', /not with an account\. Check 'Base URL'/],
	])('looks whether %s is an account', async (body, expected, text) => {
		const { url, close } = await serve((_, response) =>
			response.writeHead(200, { 'content-type': 'application/json' }).end(body),
		);
		const { status, message } = await test({ baseUrl: url });
		expect([status, message]).toEqual([expected, expect.stringMatching(text)]);
		await close();
	});

	it('tells a website from the service', async () => {
		const { url, close } = await serve((_, response) =>
			response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
		);
		expect((await test({ baseUrl: url })).message).toContain('The service returned a web page instead of JSON');
		await close();
	});

	it('tells a redirect, and does not take the token along', async () => {
		const other = await serve((_, response) => response.end('{}'));
		const { url, close } = await serve((_, response) => response.writeHead(302, { location: other.url }).end());
		expect((await test({ baseUrl: url })).message).toContain('redirects to another address');
		expect(other.requests).toEqual([]);
		await Promise.all([close(), other.close()]);
	});

	it('says what to do also when something unexpected happens', async () => {
		const broken = Object.defineProperty({}, 'baseUrl', {
			enumerable: true,
			get: () => {
				throw new Error('unexpected');
			},
		});
		const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
		expect(
			await testConnection.call(context, { id: '1', name: 'Sandbox', type: 'emailMarketingApi', data: broken }),
		).toEqual({
			status: 'Error',
			message: 'The credential could not be tested. Check each of its fields.',
		});
	});

	it('asks for the fields of a credential that has none', async () => {
		const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
		const { status, message } = await testConnection.call(context, {
			id: '1',
			name: 'Sandbox',
			type: 'emailMarketingApi',
		});
		expect([status, message]).toEqual(['Error', expect.stringContaining("'Base URL' is empty")]);
	});

	it.each([
		[{ baseUrl: '' }, "'Base URL' is empty"],
		[{ baseUrl: 'http://api.example.com' }, 'unencrypted'],
		[{ accessToken: 'a\nb' }, "'Access Token' contains a space, a line break or another invalid character"],
		[
			{ allowedHttpRequestDomains: 'domains', allowedDomains: 'other.example.com' },
			'The credential may not be used with',
		],
		[{ endpointPaths: '{oops' }, "'Endpoint Paths' must be a JSON object"],
	])('sends nothing with %j', async (changes, words) => {
		const { status, message } = await test(changes);
		expect(status).toBe('Error');
		expect(message).toContain(words);
		expect(engine.sandbox.requests()).toHaveLength(0);
	});
});
