import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';

import { testConnection } from '../../nodes/EmailMarketing/transport/testConnection';

/** A status, a status with a body, the code with which the network fails, or `silence`: nothing, until the time is up. */
type Reply = number | readonly [status: number, body: unknown] | string;

/** The result of the credential test at a service with these paths and no others. */
async function testAt(paths: Record<string, Reply>, changes: ICredentialDataDecryptedObject = {}) {
	const asked: string[] = [];
	const request = async ({ uri, timeout }: { uri: string; timeout?: number }): Promise<unknown> => {
		const { pathname } = new URL(uri);
		asked.push(pathname);
		const reply = paths[pathname] ?? 404;
		if (reply === 'silence' && timeout === undefined) return await new Promise(() => undefined);
		if (typeof reply === 'string')
			throw Object.assign(new Error(reply), { code: reply === 'silence' ? 'ETIMEDOUT' : reply });
		const [statusCode, body] = typeof reply === 'number' ? [reply, { data: [] }] : reply;
		return await Promise.resolve({ statusCode, body, headers: {} });
	};
	const data = {
		baseUrl: 'https://api.example.com',
		accessToken: 'token-of-the-test',
		endpointPaths: '{}',
		...changes,
	};
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const credential = { id: '1', name: 'Sandbox', type: 'emailMarketingApi', data };
	return { asked, ...(await testConnection.call(context, credential)) };
}

const [account, lists] = ['/v1/account', '/v1/contact-lists'];

describe('the credential test', () => {
	it.each<[string, Record<string, Reply>, RegExp]>([
		['a token that is not accepted', { [account]: 401 }, /^The service did not accept the access token\./],
		['a host that does not answer', { [account]: 'silence' }, /^The service did not respond in time/],
		['a body that reports a failure', { [account]: [200, { success: false }] }, /^The service reports that this/],
		[
			'a body that is no account',
			{ [account]: [200, { message: 'Welcome' }] },
			/not with an account\. Check 'Base URL'/,
		],
		['nothing at either path', {}, /^Nothing at https:\/\/api\.example\.com looks like .*'Base URL'.*'Endpoint Paths'/],
		['contact lists alone', { [lists]: 200 }, /^Nothing was found at GET \/v1\/account\. .*so the Base URL is right\./],
		['contact lists with a better token', { [lists]: 401 }, /^The service did not accept the access token\./],
		['contact lists that fail', { [lists]: 500 }, /^Nothing was found at GET \/v1\/account\. The path is inferred/],
	])('has the reason first, and what to do: %s', async (_name, paths, text) => {
		const { status, message } = await testAt(paths);
		expect([status, message]).toEqual(['Error', expect.stringMatching(text)]);
		expect(message).not.toContain('token-of-the-test');
	});

	it('names the keys that this version does not know, and redacts them', async () => {
		const found: Record<string, Reply> = { [account]: [200, { name: 'Acme' }] };
		expect(await testAt(found)).toMatchObject({ status: 'OK', message: 'Connection successful' });
		const endpointPaths = '{"subscriber.getNewest": "/v1/new", "token-of-the-test": 1}';
		expect(await testAt(found, { endpointPaths })).toMatchObject({
			status: 'OK',
			message:
				"Connection successful. Ignored in 'Endpoint Paths', because this version does not know them: subscriber.getNewest, ***.",
		});
	});

	it('reads the paths of the credential, and never shows a token in one', async () => {
		const endpointPaths = '{"account.get": "/token-of-the-test", "contactList.getAll": "/v1/lists"}';
		const { message, asked } = await testAt({ '/v1/lists': 200 }, { endpointPaths });
		expect(asked).toEqual(['/token-of-the-test', '/v1/lists']);
		expect(message).toContain('the Base URL is right');
		expect(message).not.toContain('token-of-the-test');
		const wrong = await testAt({}, { baseUrl: 'https://api.example.com/token-of-the-test' });
		expect(wrong.message).toMatch(/^Nothing at https:\/\/api\.example\.com\/\*\*\* looks like/);
	});

	it('sends nothing with a credential that cannot be used', async () => {
		const { status, message, asked } = await testAt({}, { baseUrl: '' });
		expect([status, message, asked]).toEqual(['Error', expect.stringContaining("'Base URL' is empty"), []]);
	});
});
