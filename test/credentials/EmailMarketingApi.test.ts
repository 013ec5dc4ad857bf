import { EmailMarketingApi } from '../../credentials/EmailMarketingApi.credentials';

describe('the credential', () => {
	const { name, displayName, properties, authenticate } = new EmailMarketingApi();

	it('has the names that saved workflows depend on', () => {
		expect({ name, displayName }).toEqual({ name: 'emailMarketingApi', displayName: 'Email Marketing API' });
		expect(properties.map((property) => property.name)).toEqual(['baseUrl', 'accessToken', 'endpointPaths']);
	});

	it('keeps the token as a secret', () => {
		expect(properties.find((property) => property.name === 'accessToken')?.typeOptions).toEqual({ password: true });
	});

	it('sends the token as a bearer token', () => {
		expect(authenticate.properties.headers).toEqual({ Authorization: '=Bearer {{$credentials.accessToken}}' });
	});
});
