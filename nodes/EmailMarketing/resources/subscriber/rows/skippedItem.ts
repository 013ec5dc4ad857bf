import type { IDataObject } from 'n8n-workflow';

import { addressKey } from '../../../api/emailAddress';
import type { Call } from '../../../execution/Operation';
import { optOutOf } from '../../../shared/columns/ColumnReader';
import { isRecord } from '../../../shared/isRecord';
import { itemName } from '../../../shared/itemNames';
import { leftItem } from './leftItem';
import { otherOptOut } from './otherOptOut';

/**
 * What comes out for an item of which nobody is made a subscriber: a blank row, and one that says that its person is not subscribed, wherever its fields are set.
 * Where columns are mapped, another row of the same address for the same contact list that says so is enough.
 * @returns `undefined` where nothing is in the way
 */
export async function skippedItem(call: Call): Promise<IDataObject | undefined> {
	const { json, settings, request, hints, isBlank } = call;
	const email = request.body?.email;
	if (isBlank) return leftItem({ action: 'skipped', reason: 'The row is empty' }, json);
	const { options } = settings;
	if (isRecord(options) && options.includeUnsubscribed === true) return undefined;
	const own = optOutOf(json) ?? call.optOut;
	const other = own === undefined && settings.dataMode === 'autoMapInputData' ? await otherOptOut(call) : undefined;
	if (own === undefined && other === undefined) return undefined;
	hints.add(
		"Items that say that their person is not subscribed were skipped. 'Include Unsubscribed' under 'Options' takes them too.",
	);
	const where = other === undefined ? 'The item' : `The row of ${itemName(other.item)}, which has the same address,`;
	// The address that is set in the node may stand in no column.
	const hasAddress = Object.values(json).some((cell) => addressKey(cell) === addressKey(email));
	const row = hasAddress || settings.dataMode === 'autoMapInputData' ? json : { email, ...json };
	return leftItem(
		{ action: 'skipped', reason: `${where} says that this person is not subscribed: ${own ?? other?.optOut}` },
		row,
		true,
	);
}
