import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { EmailMarketingApi } from '../../credentials/EmailMarketingApi.credentials';

const read = (path: string): string => readFileSync(join(__dirname, '../..', path), 'utf8');
const headingsOf = (path: string): string[] =>
	[...read(path).matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
const { name, displayName, properties, authenticate } = new EmailMarketingApi();

describe('the credential', () => {
	it('has the names that saved workflows depend on', () => {
		expect({ name, displayName }).toEqual({ name: 'emailMarketingApi', displayName: 'Email Marketing API' });
		expect(properties.map((property) => property.name)).toEqual(['baseUrl', 'accessToken', 'endpointPaths']);
	});

	it('keeps the token as a secret', () => {
		expect(properties.find((property) => property.name === 'accessToken')?.typeOptions).toEqual({ password: true });
	});

	it('has the fields that the pages about it explain, besides the one that n8n adds', () => {
		const labels = properties.map((property) => property.displayName);
		expect(headingsOf('docs/credentials.md')).toEqual([...labels, 'Allowed HTTP Request Domains', 'The test']);
		for (const label of labels) expect(read('README.md')).toContain(`| ${label} |`);
	});
});

describe('its way to authenticate', () => {
	const credential: ICredentialDataDecryptedObject = {
		baseUrl: 'https://api.example.com',
		accessToken: 'token_123456',
		endpointPaths: '{}',
	};
	const authenticated = async (options: IHttpRequestOptions): Promise<IHttpRequestOptions> => {
		if (typeof authenticate !== 'function') throw new Error('The credential authenticates by a function');
		return await authenticate(credential, options);
	};

	it('sends the token as a bearer token', async () => {
		expect(await authenticated({ url: '/v1/account' })).toEqual({
			url: '/v1/account',
			headers: { Authorization: 'Bearer token_123456' },
		});
	});

	it('keeps the other headers, and all else of the request', async () => {
		const options: IHttpRequestOptions = {
			url: '/v1/account',
			method: 'POST',
			body: { a: 1 },
			qs: { page: 2 },
			headers: { Accept: 'text/plain', Authorization: 'Basic x' },
		};
		expect(await authenticated(options)).toEqual({
			...options,
			headers: { Accept: 'text/plain', Authorization: 'Bearer token_123456' },
		});
	});

	it('does not change the request that it was given, which may be sent again', async () => {
		const options = Object.freeze({ url: '/v1/account', headers: Object.freeze({ Accept: 'text/plain' }) });
		await authenticated(options);
		expect(options).toEqual({ url: '/v1/account', headers: { Accept: 'text/plain' } });
	});
});
