import { cleanToken } from '../nodes/EmailMarketing/shared/cleanToken';
import type { IAuthenticate, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

export class EmailMarketingApi implements ICredentialType {
	name = 'emailMarketingApi';

	displayName = 'Email Marketing API';

	/** The README on npm, which is there from the first release. */
	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-email-marketing#credentials';

	icon: Icon = { light: 'file:../icons/email-marketing.svg', dark: 'file:../icons/email-marketing.dark.svg' };

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description: 'The address of the service; /v1 at its end makes no difference',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: "Your API token, from the account's settings",
		},
		{
			displayName: 'Endpoint Paths (Advanced)',
			name: 'endpointPaths',
			type: 'json',
			default: '{}',
			description:
				'Your own paths, if an operation reports that its path was not found, e.g. {"account.get": "/v1/me"}',
		},
	];

	/** A function, because the generic form evaluates an expression for each request. */
	authenticate: IAuthenticate = ({ accessToken }, options) =>
		Promise.resolve({
			...options,
			headers: { ...options.headers, Authorization: `Bearer ${cleanToken(accessToken)}` },
		});
}
