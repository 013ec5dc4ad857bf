import type { IDataObject } from 'n8n-workflow';

import { addressKey } from '../../../api/emailAddress';
import type { Call } from '../../../execution/Operation';
import { ColumnReader, optOutOf, type RowRead } from '../../../shared/columns/ColumnReader';
import { isRecord } from '../../../shared/isRecord';
import { itemName } from '../../../shared/itemNames';
import { leftItem } from './leftItem';

/**
 * What comes out for an item of which nobody is made a subscriber: a blank row, and one that says that its person is not subscribed, wherever its fields are set.
 * Where columns are mapped, another row of the same address that says so is enough.
 * @returns `undefined` where nothing is in the way
 */
export async function skippedItem(call: Call): Promise<IDataObject | undefined> {
	const { item, json, settings, request, hints, isBlank } = call;
	const email = request.body?.email;
	if (isBlank) return leftItem({ action: 'skipped', reason: 'The row is empty' }, json);
	const { options } = settings;
	if (isRecord(options) && options.includeUnsubscribed === true) return undefined;
	const said = settings.dataMode === 'autoMapInputData' ? await optOutsOf(call) : undefined;
	const own = said === undefined ? optOutOf(json) : said.byItem.get(item);
	const other = own === undefined ? said?.byAddress.get(addressKey(email)) : undefined;
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

interface OptOut {
	readonly item: number;
	readonly optOut: string;
}

interface OptOuts {
	/** The number of an item → why its person is not to be subscribed. */
	readonly byItem: ReadonlyMap<number, string>;
	readonly byAddress: ReadonlyMap<string, OptOut>;
}

/** What the input items say of who is not subscribed, also in columns that are named under 'Columns'; found once for all items. */
async function optOutsOf({ client, context, settings }: Call): Promise<OptOuts> {
	return await client.once('opt-outs', () => {
		const columns = new ColumnReader(settings.columns ?? {});
		const byItem = new Map<number, string>();
		const byAddress = new Map<string, OptOut>();
		for (const [item, { json }] of context.getInputData().entries()) {
			const row = rowIn(columns, json);
			const optOut = optOutOf(json) ?? row?.optOut;
			if (optOut === undefined) continue;
			byItem.set(item, optOut);
			byAddress.set(addressKey(row?.values.email), { item, optOut });
		}
		return { byItem, byAddress };
	});
}

function rowIn(columns: ColumnReader, json: IDataObject): RowRead | undefined {
	try {
		return columns.read(json);
	} catch {
		// Two columns for one field: the item itself is refused for it.
		return undefined;
	}
}
