import type { INodeProperties } from 'n8n-workflow';

import { booleanField, numberField } from './fields';

/** n8n's 'Request Options' under its own internal names, which it adds only to nodes that it routes itself, and two of ours. */
export const requestOptionsField: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add Option',
	default: {},
	// prettier-ignore
	options: [
		booleanField('Ignore SSL Issues (Insecure)', 'allowUnauthorizedCerts', 'Whether to connect even if SSL certificate validation is not possible', { noDataExpression: true }),
		numberField('Max Parallel Requests', 'maxParallelRequests', 40, 'Maximum number of concurrent requests', { minValue: 1, maxValue: 100 }),
		numberField('Max Retries', 'maxRetries', 4, 'How often to retry; nothing is retried if it might then be done twice', { minValue: 0, maxValue: 20 }),
		{ displayName: 'Proxy', name: 'proxy', type: 'string', default: '', placeholder: 'e.g. http://myproxy:3128', description: 'The HTTP proxy to send through; with a login: http://username:password@myproxy:3128' },
		numberField('Timeout', 'timeout', 300000, 'Milliseconds to wait for the response to begin, and for each part of it', { minValue: 1 }),
	],
};
