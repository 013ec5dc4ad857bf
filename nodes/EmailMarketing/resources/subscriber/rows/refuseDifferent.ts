import { itemName } from '../../../shared/text';
import { UserFacingError } from '../../../shared/UserFacingError';
import type { Batch } from './batchesOf';

/**
 * Refuses settings that differ between the items of a contact list: what one of them allows is not allowed for the others.
 * @param names the parameters, by their names in the panel @param valueOf what must be the same
 */
export function refuseDifferent(
	batch: Batch,
	names: string,
	valueOf: (settings: Batch[number]['settings']) => unknown,
): void {
	const [first] = batch;
	const expected = JSON.stringify(valueOf(first.settings));
	const other = batch.find(
		({ settings }) => settings !== first.settings && JSON.stringify(valueOf(settings)) !== expected,
	);
	if (other === undefined) return;
	throw new UserFacingError(
		`${names} differ between ${itemName(first.item)} and ${itemName(other.item)}`,
		'They hold for the whole contact list: give them the same value for all items. Nothing was sent.',
	);
}
