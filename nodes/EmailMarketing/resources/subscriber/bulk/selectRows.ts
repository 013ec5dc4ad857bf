import { pathKey } from '../../../api/response';
import type { Subscriber } from '../../../api/subscriber';
import type { RowInput } from '../../../execution/Operation';
import { groupedBy, inPortions } from '../../../shared/loops';
import { itemName } from '../../../shared/text';
import type { UserFacingError } from '../../../shared/UserFacingError';
import type { RowResult } from './rowOutput';

/** A row that cannot be sent. */
export interface UnsendableRow {
	readonly input: RowInput;
	readonly thrown: UserFacingError;
}

/** A row that cannot be sent, need not be sent, or whose person has opted out. */
export type ExcludedRow = UnsendableRow | (RowResult & { readonly input: RowInput; readonly isOptOut?: boolean });

/** The rows of each contact list. */
export async function contactListsOf(rows: readonly RowInput[]): Promise<Array<readonly [RowInput, ...RowInput[]]>> {
	const byList = await groupedBy(rows, ({ request }) => pathKey(request.pathValues));
	return [...byList.values()];
}

/**
 * Selects the rows to send: none whose address any row opts out, and the last of several rows with one address.
 * @param keepsAll whether all rows of an address are sent, in their order
 */
export async function selectRows(rows: readonly RowInput[], keepsAll = false) {
	const optedOut = new Set<RowInput>();
	const sendable: RowInput[] = [];
	await inPortions(rows, (input) => {
		const { optOut, key, rejection, isBlank } = input.row;
		if (key !== '' && optOut?.() !== undefined) optedOut.add(input);
		if (rejection === undefined && !isBlank) sendable.push(input);
	});
	const optOuts = new Map([...optedOut].map((input) => [input.row.key, input]));
	const byKey = await groupedBy(sendable, ({ row }) => row.key);
	const wanted: RowInput[] = [];
	const excluded: ExcludedRow[] = [];
	await inPortions(rows, (input) => {
		const optOut = optedOut.has(input) ? input : optOuts.get(input.row.key);
		const last = byKey.get(input.row.key)?.at(-1) ?? input;
		const why = exclusionOf(input, optOut, keepsAll ? input : last);
		if (why === undefined) wanted.push(input);
		else excluded.push(why);
	});
	return { wanted, excluded, byKey };
}

/** What a row itself shows about its subscriber. */
export function shownBy({ row: { body, email } }: RowInput): Subscriber {
	const { first_name: firstName, last_name: lastName, tags } = body;
	return { id: undefined, firstName, lastName, tags: tags as string[] | undefined, email: body.email ?? email };
}

function exclusionOf(input: RowInput, optOut: RowInput | undefined, last: RowInput): ExcludedRow | undefined {
	const { isBlank, rejection, key } = input.row;
	const subscriber = shownBy(input);
	if (isBlank) return { input, action: 'skipped', reason: 'The row is empty' };
	// A row without an address opts nobody out.
	if (optOut !== undefined && key !== '') {
		const where = optOut === input ? '' : `, in ${itemName(optOut.item)} with the same address`;
		const reason = `Opted out: ${optOut.row.optOut?.()}${where}`;
		return { input, action: 'skipped', reason, subscriber: { ...subscriber, isSubscribed: false }, isOptOut: true };
	}
	if (rejection !== undefined) return { input, thrown: rejection };
	if (last === input) return undefined;
	const reason = `${itemName(last.item)} has the same address and is used instead`;
	return { input, action: 'skipped', reason, subscriber };
}
