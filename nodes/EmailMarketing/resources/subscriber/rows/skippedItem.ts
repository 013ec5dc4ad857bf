import type { IDataObject } from 'n8n-workflow';

import { addressKey } from '../../../api/emailAddress';
import type { Call } from '../../../execution/Operation';
import { ColumnReader, optOutOf, type GivenColumns } from '../../../shared/columns/ColumnReader';
import { isRecord } from '../../../shared/isRecord';

/**
 * What comes out for an item of which nobody is made a subscriber: a blank row, and one that says that its person is not subscribed, wherever its fields are set.
 * Where columns are mapped, another row of the same address that says so is enough.
 * @returns `undefined` where nothing is in the way
 */
export async function skippedItem(call: Call): Promise<IDataObject | undefined> {
	const { json, settings, request, hints, isBlank } = call;
	const email = request.body?.email;
	if (isBlank) return { action: 'skipped', reason: 'The row is empty' };
	const { options } = settings;
	if (isRecord(options) && options.includeUnsubscribed === true) return undefined;
	const own = optOutOf(json);
	const other = own === undefined && settings.dataMode === 'autoMapInputData' ? (await optOutsOf(call)).get(addressKey(email)) : undefined;
	if (own === undefined && other === undefined) return undefined;
	hints.add("Items that say that their person is not subscribed were skipped. 'Include Unsubscribed' under 'Options' takes them too.");
	const where = other === undefined ? 'The item' : `Item ${other.item + 1}, which has the same address,`;
	return { action: 'skipped', reason: `${where} says that this person is not subscribed: ${own ?? other?.optOut}`, email };
}

interface OptOut {
	readonly item: number;
	readonly optOut: string;
}

/** The addresses of which any input item says that they are not subscribed; found once for all items. */
async function optOutsOf({ client, context, settings }: Call): Promise<ReadonlyMap<string, OptOut>> {
	return await client.once('opt-outs', async () => {
		const columns = new ColumnReader((settings.columns ?? {}) as GivenColumns);
		const found = new Map<string, OptOut>();
		for (const [item, { json }] of context.getInputData().entries()) {
			const optOut = optOutOf(json);
			if (optOut !== undefined) found.set(addressIn(columns, json), { item, optOut });
		}
		return found;
	});
}

function addressIn(columns: ColumnReader, json: IDataObject): string {
	try {
		return addressKey(columns.read(json).values.email);
	} catch {
		// Two columns for one field: the item itself is refused for it.
		return '';
	}
}
