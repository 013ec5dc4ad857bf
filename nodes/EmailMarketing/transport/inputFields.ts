import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { Explained } from '../shared/Explained';

/** The fields of a subscriber that an input item may carry; documented. */
const subscriberFields = ['email', 'first_name', 'last_name', 'tags'] as const;

/**
 * The fields taken from the input item itself, when 'Data Mode' says so; `undefined` when they are defined in the node.
 * @throws Explained when the item has none of them
 */
export function inputFields(caller: IExecutePaginationFunctions): IDataObject | undefined {
	if (caller.getNodeParameter('dataMode', 'defineBelow') !== 'autoMapInputData') return undefined;
	return pickSubscriberFields(caller.getInputData().json);
}

/**
 * The fields of a subscriber in an item, by their documented names.
 * @throws Explained when the item has none of them
 */
export function pickSubscriberFields(json: IDataObject): IDataObject {
	const fields = Object.fromEntries(subscriberFields.filter((field) => field in json).map((field) => [field, json[field]]));
	if (Object.keys(fields).length > 0) return fields;
	throw new Explained(
		`The input item has none of the fields ${subscriberFields.join(', ')}`,
		'The fields of the input item are taken by these names. Rename them in a node before this one. Nothing was sent for this item.',
	);
}
