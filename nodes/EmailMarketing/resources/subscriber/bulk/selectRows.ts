import { pathKey } from '../../../api/response';
import type { Subscriber } from '../../../api/subscriber';
import type { Call } from '../../../execution/Operation';
import { groupedBy, inPortions } from '../../../shared/loops';
import { itemName } from '../../../shared/text';
import type { UserFacingError } from '../../../shared/UserFacingError';
import type { Row } from '../../../rows/parseRow';
import type { RowResult } from './rowOutput';

/** A call whose item is a row. */
export type RowCall = Call & { readonly row: Row };

/** A row that cannot be sent. */
export interface UnsendableRow {
	readonly call: RowCall;
	readonly thrown: UserFacingError;
}

/** One of these, or a row that need not be sent or whose person must not be subscribed, with its result. */
export type ExcludedRow = UnsendableRow | (RowResult & { readonly call: RowCall; readonly isOptOut?: boolean });

/** Whether the item of a call is a row. */
export function isRowCall(call: Call): call is RowCall {
	return call.row !== undefined;
}

/** The rows of each contact list: the same address in two of them is the same person. */
export async function contactListsOf(calls: readonly Call[]): Promise<Array<readonly [RowCall, ...RowCall[]]>> {
	const byList = await groupedBy(calls.filter(isRowCall), ({ request }) => pathKey(request.pathValues));
	return [...byList.values()];
}

/** Which rows are sent: none whose address any row opts out and, of several rows with one address, the last. @param keepsAll whether all rows of an address are sent, in their order */
export async function selectRows(rows: readonly RowCall[], keepsAll = false) {
	const optedOut = new Set<RowCall>();
	const sendable: RowCall[] = [];
	await inPortions(rows, (call) => {
		const { optOut, key, rejection, isBlank } = call.row;
		if (key !== '' && optOut?.() !== undefined) optedOut.add(call);
		if (rejection === undefined && !isBlank) sendable.push(call);
	});
	const optOuts = new Map([...optedOut].map((call) => [call.row.key, call]));
	// All rows of an address that can be sent.
	const byKey = await groupedBy(sendable, ({ row }) => row.key);
	const wanted: RowCall[] = [];
	const excluded: ExcludedRow[] = [];
	await inPortions(rows, (call) => {
		const optOut = optedOut.has(call) ? call : optOuts.get(call.row.key);
		const last = byKey.get(call.row.key)?.at(-1) ?? call;
		const why = exclusionOf(call, optOut, keepsAll ? call : last);
		if (why === undefined) wanted.push(call);
		else excluded.push(why);
	});
	return { wanted, excluded, byKey };
}

/** What a row itself shows of its subscriber. */
export function shownBy({ row: { body, email } }: RowCall): Subscriber {
	const { first_name: firstName, last_name: lastName, tags } = body;
	return { id: undefined, firstName, lastName, tags: tags as string[] | undefined, email: body.email ?? email };
}

function exclusionOf(call: RowCall, optOut: RowCall | undefined, last: RowCall): ExcludedRow | undefined {
	const { isBlank, rejection, key } = call.row;
	const subscriber = shownBy(call);
	if (isBlank) return { call, action: 'skipped', reason: 'The row is empty' };
	// Without an address it is not known which subscriber it means.
	if (optOut !== undefined && key !== '') {
		const where = optOut === call ? '' : `, in ${itemName(optOut.item)} with the same address`;
		const reason = `Opted out: ${optOut.row.optOut?.()}${where}`;
		return { call, action: 'skipped', reason, subscriber: { ...subscriber, isSubscribed: false }, isOptOut: true };
	}
	if (rejection !== undefined) return { call, thrown: rejection };
	if (last === call) return undefined;
	const reason = `${itemName(last.item)} has the same address and is used instead`;
	return { call, action: 'skipped', reason, subscriber };
}
