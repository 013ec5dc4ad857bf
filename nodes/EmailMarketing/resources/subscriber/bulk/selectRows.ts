import type { IDataObject } from 'n8n-workflow';

import { pathKey } from '../../../api/response';
import type { Subscriber } from '../../../api/subscriber';
import { isRejection } from '../../../execution/Rejections';
import type { RowInput } from '../../../execution/Operation';
import { isOnlyInNoRow } from '../../../execution/words';
import type { Row } from '../../../rows/parseRow';
import { isResult } from '../../../rows/results';
import { groupedBy, inPortions } from '../../../shared/loops';
import { textOf } from '../../../shared/text';
import { UnreadableRowError, type UserFacingError } from '../../../shared/UserFacingError';
import type { RowResult } from '../people/RowResult';

/** A row that cannot be sent, need not be sent, or whose person has opted out. */
export interface ExcludedRow extends Omit<RowResult, 'changes'> {
	readonly input: RowInput;
	readonly isOptOut?: boolean;
}

export async function contactListsOf(rows: readonly RowInput[]): Promise<Array<readonly [RowInput, ...RowInput[]]>> {
	const byList = await groupedBy(rows, ({ request }) => pathKey(request.pathValues));
	return [...byList.values()];
}

export type SelectedRows = Awaited<ReturnType<typeof selectRows>>;

/**
 * Selects the rows to send: none whose address any row opts out, and the last of several rows with one address.
 * `keepsAll` sends all rows of an address, in their order; `unsubscribes` sends one row with a clear no for each address
 * that opts out, before the others.
 */
export async function selectRows(rows: readonly RowInput[], { keepsAll = false, unsubscribes = false } = {}) {
	/** By address, the row that decides about consent. */
	const deciding = new Map<string, RowInput>();
	const sendable: RowInput[] = [];
	await inPortions(rows, (input) => {
		const { key, rejection, isBlank } = input.row;
		// A clear no counts even if the rest of its row cannot be sent.
		if (key !== '' && decides(input.row, deciding.get(key)?.row)) deciding.set(key, input);
		if (rejection === undefined && !isBlank && !isResultOfNoRow(input.json)) sendable.push(input);
	});
	const sendableByKey = await groupedBy(sendable, ({ row }) => row.key);
	const wanted = unsubscribes ? [...deciding.values()].filter(({ row }) => row.optOut?.isClear) : [];
	const unsubscribing = new Set(wanted);
	const excluded: ExcludedRow[] = [];
	await inPortions(rows, (input) => {
		if (unsubscribing.has(input)) return;
		const last = sendableByKey.get(input.row.key)?.at(-1) ?? input;
		const why = exclusionOf(input, deciding.get(input.row.key), keepsAll ? input : last);
		if (why === undefined) wanted.push(input);
		else excluded.push(why);
	});
	return { wanted, excluded, sendableByKey };
}

/**
 * Whether a row decides about the consent of its address, in place of an earlier one that does. The first clear no
 * decides, else the last broken cell, else the last opt-out that is not clear.
 */
function decides({ optOut, rejection }: Row, earlier?: Row): boolean {
	if (earlier?.optOut?.isClear === true) return false;
	if (optOut === undefined) return rejection?.countsAsOptOut === true;
	return optOut.isClear || earlier?.rejection?.countsAsOptOut !== true;
}

/** The subscriber as the row describes them. A failed row keeps its opt-out, because it may be sent again. */
export function shownBy({ row: { body, email, shown, optOut } }: RowInput): Subscriber {
	const { first_name: firstName, last_name: lastName, tags } = { ...shown, ...body };
	const isSubscribed = optOut === undefined ? undefined : false;
	return {
		firstName,
		lastName,
		tags: tags as string[] | undefined,
		email: body.email ?? email,
		isSubscribed,
	};
}

/** Why a row is not sent: `by` decides about the consent of its address, `last` is the last row with it. */
function exclusionOf(input: RowInput, by: RowInput | undefined, last: RowInput): ExcludedRow | undefined {
	const { isBlank, rejection } = input.row;
	if (isBlank) return { input, action: 'skipped', kind: 'empty', reason: 'The row is empty' };
	if (isResultOfNoRow(input.json))
		return { input, action: 'skipped', reason: 'In no row of an earlier run', subscriber: shownBy(input) };
	if (by?.row.optOut !== undefined) return optedOut(input, by);
	const failure = rejection ?? (by?.row.rejection && inAnotherRow(by.row.rejection));
	if (failure !== undefined) return cannotBeSent(input, failure);
	if (last === input) return undefined;
	const reason = 'A later row has this address';
	return { input, action: 'skipped', kind: 'repeated', reason, subscriber: shownBy(input) };
}

/** A person who was in no row of an earlier run comes out as a row, but is none of the sheet's. */
function isResultOfNoRow(json: IDataObject): boolean {
	return isResult(json) && isOnlyInNoRow(textOf(json.action));
}

function inAnotherRow({ message, advice }: UserFacingError & { advice?: string }): UserFacingError {
	return new UnreadableRowError(`${message}, in another row with the same address`, advice ?? '');
}

export function cannotBeSent(input: RowInput, failure: UserFacingError): ExcludedRow {
	return { input, action: isRejection(failure) ? 'rejected' : 'failed', failure };
}

/** A row that is skipped because it, or the row `by` with the same address, opts out. */
export function optedOut(input: RowInput, by = input): ExcludedRow {
	const own = input.row.optOut?.reason;
	const reason = `Opted out: ${own ?? `${by.row.optOut?.reason}, in another row with the same address`}`;
	const subscriber = { ...shownBy(input), isSubscribed: false };
	const kind = by.row.optOut?.isUnread === true ? 'contradicted' : 'opted out';
	return { input, action: 'skipped', kind, reason, subscriber, isOptOut: true };
}
