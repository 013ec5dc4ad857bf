import type { IDataObject } from 'n8n-workflow';

import { addressKey } from '../../../api/emailAddress';
import type { Call } from '../../../execution/Operation';
import { optionsOf } from '../../../execution/settings';
import { asItem } from '../../../execution/standard';
import { besideRow } from '../../../shared/besideRow';
import { optOutOf } from '../../../shared/columns/ColumnReader';

/**
 * The output of an item that creates no subscriber: a blank row, and one that shows that its person is not subscribed, wherever its fields are set.
 * @returns `undefined` for all other items
 */
export function skippedItem({ json, settings, request, hints, isBlank, optOut }: Call): IDataObject | undefined {
	const email = request.body?.email;
	if (isBlank) {
		hints.add('Empty rows were skipped.', 'info');
		return leftItem({ action: 'skipped', reason: 'The row is empty' }, json);
	}
	if (optionsOf(settings).includeUnsubscribed === true) return undefined;
	const own = optOutOf(json) ?? optOut;
	if (own === undefined) return undefined;
	hints.add(
		"Items that say that their person is not subscribed were skipped. 'Include Unsubscribed' under 'Options' takes them too.",
	);
	// The address that is set in the node may stand in no column.
	const hasAddress = Object.values(json).some((cell) => addressKey(cell) === addressKey(email));
	const row = hasAddress || settings.dataMode === 'autoMapInputData' ? json : { email, ...json };
	return leftItem({ action: 'skipped', reason: `The item says that this person is not subscribed: ${own}` }, row, true);
}

/**
 * What comes out for a row of which nothing was done: why, and the whole row.
 * @param isOptOut whether its person is not to be subscribed. Then it says so in a column of its own, for the next node, which may not know
 * the column that told it, or the other row.
 */
export function leftItem(said: IDataObject, json: IDataObject, isOptOut = false): IDataObject {
	const row = asItem(json);
	const isSaid = optOutOf({ is_subscribed: row.is_subscribed }) !== undefined;
	return besideRow(isOptOut && !isSaid ? { ...said, is_subscribed: false } : said, row);
}
