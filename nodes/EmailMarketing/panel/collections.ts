import type { INodeProperties } from 'n8n-workflow';

import { choiceField } from './fields';

/** Hides fields that 'Map Automatically' takes from the input item. Operations without a data mode always show them. */
export const whenDefinedBelow: Pick<INodeProperties, 'displayOptions'> = {
	displayOptions: { hide: { dataMode: ['autoMapInputData'] } },
};

/** Shows fields that control how the input item is read. */
export const whenMapped: Pick<INodeProperties, 'displayOptions'> = {
	displayOptions: { show: { dataMode: ['autoMapInputData'] } },
};

function collection(
	displayName: string,
	name: string,
	options: INodeProperties[],
	more: Partial<INodeProperties> = {},
): INodeProperties {
	return { displayName, name, type: 'collection', placeholder: 'Add Field', default: {}, options, ...more };
}

/** The optional fields of a create. */
export function additionalFields(options: INodeProperties[]): INodeProperties {
	return collection('Additional Fields', 'additionalFields', options, whenDefinedBelow);
}

export function optionsField(...options: INodeProperties[]): INodeProperties {
	return collection('Options', 'options', options, { placeholder: 'Add Option' });
}

/** The fields that an update may change, none by default. 'Clear Fields' can empty those in `clearable`. */
export function updateFields(options: INodeProperties[], clearable: readonly INodeProperties[]): INodeProperties {
	const clearFields: INodeProperties = {
		displayName: 'Clear Fields',
		name: 'clearFields',
		type: 'multiOptions',
		default: [],
		description: "Fields to clear. Don't set them above as well.",
		options: clearable.map(({ displayName, name }) => ({ name: displayName, value: name })),
	};
	const description = 'Only the fields you add are sent';
	return collection('Update Fields', 'updateFields', [clearFields, ...options], { ...whenDefinedBelow, description });
}

/** Whether the fields of a subscriber are set in the node or taken from the input item. */
// prettier-ignore
export const dataModeField = choiceField('Mapping Column Mode', 'dataMode', 'defineBelow', 'Set the fields here, or take them from the input', [
	['Map Each Column Manually', 'defineBelow', 'Set the value of each field in this node'],
	['Map Automatically', 'autoMapInputData', 'Use the email, name and tag columns of the input item'],
]);
