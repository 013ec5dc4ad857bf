import type { Call } from '../../../execution/Operation';
import type { Row } from '../../../execution/readRow';
import { itemName } from '../../../shared/text';
import type { UserFacingError } from '../../../shared/UserFacingError';
import { sentenceOf } from './serviceRefusal';

/** A call whose item is a row. */
export type RowCall = Call & { readonly row: Row };

/** A row that is not in the contact list, or may not be. */
export interface LeftRow {
	readonly call: RowCall;
	readonly status: 'duplicate' | 'rejected' | 'skipped' | 'unknown';
	readonly reason: string;
	/** Where it cannot be sent, or was not taken. */
	readonly refusal?: UserFacingError;
	/** Where nobody knows whether it was taken. */
	readonly doubt?: UserFacingError;
	/** Whether its person is not to be subscribed. */
	readonly isOptOut?: boolean;
	/** Whether its person is in the contact list just as it says. */
	readonly isThere?: boolean;
}

interface Selection {
	/** Each address once. */
	readonly wanted: RowCall[];
	readonly left: LeftRow[];
}

/**
 * Which of the rows are sent: of those with the same address the last one, and nobody who is said to be unsubscribed by any of them.
 * @param includesUnsubscribed whether the user wants those too
 */
export function selectRows(calls: readonly Call[], includesUnsubscribed: boolean): Selection {
	const rows = calls.filter((call): call is RowCall => call.row !== undefined);
	const last = new Map(rows.filter(({ row }) => row.refusal === undefined).map((call) => [call.row.key, call]));
	const optOuts = new Map(rows.filter(({ row }) => row.optOut !== undefined).map((call) => [call.row.key, call]));
	const selection: Selection = { wanted: [], left: [] };
	for (const call of rows) {
		const { row } = call;
		const winner = last.get(row.key) ?? call;
		const optOut = includesUnsubscribed ? undefined : optOuts.get(row.key);
		if (row.isBlank) selection.left.push({ call, status: 'skipped', reason: 'The row is empty' });
		else if (row.refusal !== undefined)
			selection.left.push({ call, status: 'rejected', reason: sentenceOf(row.refusal), refusal: row.refusal });
		else if (optOut !== undefined)
			selection.left.push({ call, status: 'skipped', reason: optOutReason(optOut, call), isOptOut: true });
		else if (winner !== call)
			selection.left.push({
				call,
				status: 'duplicate',
				reason: `The same address comes again in ${itemName(winner.item)}, and the last one counts`,
			});
		else selection.wanted.push(call);
	}
	return selection;
}

function optOutReason(said: RowCall, call: RowCall): string {
	const where = said === call ? 'The row' : `The row of ${itemName(said.item)}, which has the same address,`;
	return `${where} says that this person is not subscribed: ${said.row.optOut}. 'Include Unsubscribed' under 'Options' takes such rows too`;
}
