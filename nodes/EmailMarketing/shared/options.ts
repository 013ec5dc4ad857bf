import type { INodeProperties } from 'n8n-workflow';

/** 'Options' of an operation that has some. */
export function optionsField(...options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	};
}
