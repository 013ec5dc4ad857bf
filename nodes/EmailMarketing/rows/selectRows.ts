import { pathKey } from '../api/response';
import type { Subscriber } from '../api/subscriber';
import type { Call } from '../execution/Operation';
import { groupedBy, inPortions } from '../shared/loops';
import { itemName } from '../shared/text';
import type { UserFacingError } from '../shared/UserFacingError';
import type { Row } from './parseRow';
import type { RowResult } from './rowOutput';

/** A call whose item is a row. */
export type RowCall = Call & { readonly row: Row };

/** A row that is not sent. */
export interface ExcludedRow {
	readonly call: RowCall;
	readonly action: 'skipped' | 'rejected' | 'unchanged';
	readonly reason?: string;
	/** As the contact list shows it, where it was looked up. */
	readonly subscriber?: Subscriber;
	/** Why it cannot be sent: then it is rejected, or failed. */
	readonly thrown?: UserFacingError;
	/** Whether its person must not be subscribed. */
	readonly isOptOut?: boolean;
}

/** Whether the item of a call is a row. */
export function isRowCall(call: Call): call is RowCall {
	return call.row !== undefined;
}

/** The rows of each contact list: the same address in two of them is the same person. */
export async function contactListsOf(calls: readonly Call[]): Promise<Array<readonly [RowCall, ...RowCall[]]>> {
	return await groupedBy(calls.filter(isRowCall), ({ request }) => pathKey(request.pathValues));
}

interface Selection {
	readonly wanted: RowCall[];
	readonly excluded: ExcludedRow[];
	/** All rows of an address that can be sent, by `addressKey`. */
	readonly byKey: ReadonlyMap<string, readonly RowCall[]>;
}

/** Which rows are sent: none whose address any row opts out and, of several rows with one address, the last. @param keepsAll whether all rows of an address are sent, in their order */
export async function selectRows(rows: readonly RowCall[], keepsAll = false): Promise<Selection> {
	const optedOut = rows.filter(({ row: { optOut, key } }) => key !== '' && optOut?.() !== undefined);
	const optOuts = new Map(optedOut.map((call) => [call.row.key, call]));
	const sendable = rows.filter(({ row: { rejection, isBlank } }) => rejection === undefined && !isBlank);
	const people = await groupedBy(sendable, ({ row }) => row.key);
	const byKey = new Map(people.map((same) => [same[0].row.key, same]));
	const wanted: RowCall[] = [];
	const excluded: ExcludedRow[] = [];
	await inPortions(rows, (call) => {
		const optOut = call.row.optOut?.() === undefined ? optOuts.get(call.row.key) : call;
		const last = byKey.get(call.row.key)?.at(-1) ?? call;
		const why = exclusionOf(call, optOut, keepsAll ? call : last);
		if (why === undefined) wanted.push(call);
		else excluded.push({ call, ...why });
	});
	return { wanted, excluded, byKey };
}

/** What comes out for a row that is not sent. */
export function excludedResult({ call, action, reason, isOptOut, subscriber = shownBy(call) }: ExcludedRow): RowResult {
	return { action, reason, subscriber: { ...subscriber, ...(isOptOut === true && { isSubscribed: false }) } };
}

/** What a row itself shows of its subscriber. */
export function shownBy({ row: { body, email } }: RowCall): Subscriber {
	const { first_name: firstName, last_name: lastName, tags } = body;
	return { id: undefined, firstName, lastName, tags: tags as string[] | undefined, email: body.email ?? email };
}

function exclusionOf(call: RowCall, optOut: RowCall | undefined, last: RowCall): Omit<ExcludedRow, 'call'> | undefined {
	const { isBlank, rejection } = call.row;
	if (isBlank) return { action: 'skipped', reason: 'The row is empty' };
	// Without an address it is not known which subscriber it means.
	if (optOut !== undefined && call.row.key !== '')
		return { action: 'skipped', reason: optOutReason(optOut, call), isOptOut: true };
	if (rejection !== undefined) return { action: 'rejected', thrown: rejection };
	if (last !== call)
		return { action: 'skipped', reason: `${itemName(last.item)} has the same address and is used instead` };
	return undefined;
}

function optOutReason({ item, row }: RowCall, call: RowCall): string {
	const where = item === call.item ? '' : `, in ${itemName(item)} with the same address`;
	return `Opted out: ${row.optOut?.()}${where}`;
}
