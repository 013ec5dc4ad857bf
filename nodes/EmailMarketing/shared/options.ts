import type { INodeProperties } from 'n8n-workflow';

/** The options of every operation; the defaults are those of the transport. */
const transportOptions: INodeProperties[] = [
	{
		displayName: 'Max Parallel Requests',
		name: 'maxParallelRequests',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: 40,
		description: 'How many requests are on their way at the same time, at most. The node finds out how many the service takes, and stays below.',
	},
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 20 },
		default: 4,
		description: 'How often a request is sent again after a passing fault. What could happen twice is not sent again, unless the service has refused it.',
	},
];

/** 'Options' with what an operation adds to it. */
export function optionsWith(...own: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...own, ...transportOptions].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}
