import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { EmailMarketingApi } from '../../credentials/EmailMarketingApi.credentials';

const read = (path: string): string => readFileSync(join(__dirname, '../..', path), 'utf8');
const { name, displayName, properties, authenticate } = new EmailMarketingApi();

describe('the credential', () => {
	it('has the names that saved workflows depend on, and keeps the token as a secret', () => {
		expect({ name, displayName }).toEqual({ name: 'emailMarketingApi', displayName: 'Email Marketing API' });
		expect(properties.map((property) => property.name)).toEqual(['baseUrl', 'accessToken', 'endpointPaths']);
		expect(properties[1]?.typeOptions).toEqual({ password: true });
	});

	it('has the fields that its page and the README explain', () => {
		const labels = properties.map((property) => property.displayName);
		const headings = [...read('docs/credentials.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
		expect(headings).toEqual([...labels, 'Allowed HTTP Request Domains', 'The test']);
		for (const label of labels) expect(read('README.md')).toContain(`| ${label} |`);
	});

	it('sends the token as a bearer token, and leaves the rest of the request, and the object itself, as it is', async () => {
		if (typeof authenticate !== 'function') throw new Error('The credential authenticates by a function');
		const credential = { baseUrl: 'https://api.example.com', accessToken: 'token_123456' };
		const headers = Object.freeze({ Accept: 'text/plain', Authorization: 'Basic x' });
		const given: IHttpRequestOptions = Object.freeze({ url: '/v1/x', method: 'POST', body: { a: 1 }, headers });
		const Authorization = 'Bearer token_123456';
		expect(await authenticate(credential, given)).toEqual({ ...given, headers: { ...headers, Authorization } });
		expect(await authenticate(credential, { url: '/v1/x' })).toEqual({ url: '/v1/x', headers: { Authorization } });
		for (const accessToken of [' token_\n123456 ', 'Bearer token_123456'])
			expect(await authenticate({ ...credential, accessToken }, given)).toMatchObject({ headers: { Authorization } });
	});
});
