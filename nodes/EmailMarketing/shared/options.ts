import type { INodeProperties } from 'n8n-workflow';

/** The options of every operation; the defaults are those of the transport. */
const transportOptions: INodeProperties[] = [
	{
		displayName: 'Max Parallel Requests',
		name: 'maxParallelRequests',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: 40,
		description: 'How many requests at the same time at most; the node finds out how many are good',
	},
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 20 },
		default: 4,
		description: 'How often to try again while the service is busy or away; never what could happen twice',
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
