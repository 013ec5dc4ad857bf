import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from './UserFacingError';

/** The fields of a subscriber that an input item may carry; documented. */
const subscriberColumns = ['email', 'first_name', 'last_name', 'tags'] as const;

/**
 * The fields of a subscriber in an item, by their documented names.
 * @throws UserFacingError when the item has none of them
 */
export function readSubscriberColumns(json: IDataObject): IDataObject {
	const fields = Object.fromEntries(subscriberColumns.filter((field) => field in json).map((field) => [field, json[field]]));
	if (Object.keys(fields).length > 0) return fields;
	throw new UserFacingError(
		`The input item has none of the fields ${subscriberColumns.join(', ')}`,
		'The fields of the input item are taken by these names. Rename them in a node before this one. Nothing was sent for this item.',
	);
}
