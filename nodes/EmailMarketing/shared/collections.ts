import type { INodeProperties } from 'n8n-workflow';

/** For fields that the input item replaces when 'Data Mode' is 'Map Automatically'. Operations without a data mode always show them. */
export const whenDefinedBelow: Pick<INodeProperties, 'displayOptions'> = {
	displayOptions: { hide: { dataMode: ['autoMapInputData'] } },
};

/** For what says how the input item is read. */
export const whenMapped: Pick<INodeProperties, 'displayOptions'> = {
	displayOptions: { show: { dataMode: ['autoMapInputData'] } },
};

/** An empty collection of optional fields for a create. */
export function additionalFields(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		...whenDefinedBelow,
		options,
	};
}

/** An empty collection of the fields that an update may change. */
export function updateFields(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'Only fields that you add and fill are changed; empty ones are left as they are',
		...whenDefinedBelow,
		options,
	};
}

/** The choice of what is emptied on purpose: a value that is left empty changes nothing. */
export function clearFieldsField(fields: readonly INodeProperties[]): INodeProperties {
	return {
		displayName: 'Clear Fields',
		name: 'clearFields',
		type: 'multiOptions',
		default: [],
		description: 'Fields to empty; they must not be set as well',
		options: fields.map(({ displayName, name }) => ({ name: displayName, value: name })),
	};
}

/** Whether the fields of a subscriber are set in the node or taken from the input item. */
export const dataModeField: INodeProperties = {
	displayName: 'Data Mode',
	name: 'dataMode',
	type: 'options',
	options: [
		{
			name: 'Define Below',
			value: 'defineBelow',
			description: 'Set the value of each field in this node',
		},
		{
			name: 'Map Automatically',
			value: 'autoMapInputData',
			description: 'Take email, names and tags from the columns of the input item',
		},
	],
	default: 'defineBelow',
	description: 'Whether to set the fields here or to take them from the input item',
};
