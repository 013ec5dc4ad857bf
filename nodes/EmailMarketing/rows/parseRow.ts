import type { IDataObject } from 'n8n-workflow';

import { addressKey, assertEmail, cleanAddress, isEmailAddress } from '../api/emailAddress';
import { buildBody, readableTags, type BodyRules } from '../panel/requestBody';
import type { ColumnReader } from './columns';
import type { Consented } from './consentCell';
import { isResult } from './results';
import type { OptOut } from './verdicts';
import { brokenIn, isBroken, shownCell } from '../shared/brokenCells';
import { isEmpty, leavesEmpty } from '../shared/values';
import { UnreadableRowError, userFacing, type UserFacingError } from '../shared/UserFacingError';

/** A subscriber as an input item describes it. */
export interface Row {
	/** The body of a Create; empty where it cannot be sent. */
	readonly body: IDataObject;
	/** The email as in the input, even if it is not an address. */
	readonly email?: IDataObject[string];
	/** Names as in the input and readable tags, of a row that cannot be sent. */
	readonly shown?: IDataObject;
	/** The `addressKey` of its email; '' without an address. */
	readonly key: string;
	/** Why it cannot be sent. */
	readonly rejection?: UserFacingError;
	readonly optOut?: OptOut;
	/** The cells that agreed: `"Newsletter" is "yes"`; '' where none did. */
	readonly agreed?: string;
	/** Names and tags that change nothing, because they are the error of a formula: field → `Tags is #N/A`. */
	readonly broken?: Readonly<Record<string, string>>;
	/** Whether it has an empty cell for tags: 'Replace Tags' then removes all. */
	readonly clearsTags?: boolean;
	/** Whether its names are one name that was split at a space, which is a guess: the list may split it elsewhere. */
	readonly isSplit?: boolean;
	readonly isBlank: boolean;
}

/** Reads a row from the columns of an item. It does not throw: one row must not stop the others. */
export function parseRow(rules: BodyRules, columns: ColumnReader, json: IDataObject, consented: Consented): Row {
	const { optOut } = consented;
	const { values, isSplit, isBlank, failure } = columns.read(json);
	if (isBlank) return { body: {}, key: '', isBlank };
	if (isEmpty(values.email)) {
		const rejection = failure ?? columns.noEmailIn(json);
		return { body: {}, key: '', shown: shownOf(values), rejection, optOut, isBlank };
	}
	const row = buildRow(rules, values, consented, 'Fix it in the sheet.');
	// It keeps its address: nobody must be taken for absent because of a name or tags.
	if (failure !== undefined) return { ...row, body: {}, shown: shownOf(values), rejection: row.rejection ?? failure };
	// Empty text of a result says nothing.
	const clearsTags = Object.hasOwn(values, 'tags') && leavesEmpty(values.tags) && !isResult(json);
	return { ...row, clearsTags, isSplit };
}

/** Builds a row from values of columns or of the panel, by the API's names. */
export function buildRow(
	rules: BodyRules,
	values: IDataObject,
	{ optOut, agreed }: Consented,
	adviceIfNoAddress?: string,
): Row {
	const email = cleanAddress(values.email ?? undefined);
	const text = typeof email === 'string' ? email.trim() : '';
	const known = { email, key: isEmailAddress(text) ? addressKey(text) : '', isBlank: false };
	const rejected = (rejection: UserFacingError): Row => ({ ...known, body: {}, shown: shownOf(values), rejection });
	if (isBroken(email)) return rejected(new UnreadableRowError(`'Email' is ${shownCell(email)}`, adviceIfBroken));
	if (optOut?.isBroken === true && !optOut.isClear)
		return rejected(new UnreadableRowError(optOut.reason, adviceIfBroken));
	try {
		if (text !== '') assertEmail(text, adviceIfNoAddress);
		const { tags, ...body } = buildBody(rules, { ...values, email });
		// A row without tags removes none.
		const hasTags = Array.isArray(tags) && tags.length > 0;
		return { ...known, optOut, agreed, body: hasTags ? { ...body, tags } : body, broken: brokenIn(values) };
	} catch (thrown) {
		return { ...rejected(userFacing(thrown)), optOut };
	}
}

function shownOf({ first_name, last_name, tags }: IDataObject): IDataObject {
	return { first_name, last_name, tags: readableTags(tags) };
}

const adviceIfBroken = 'Correct the formula in your sheet, such as with IFERROR; for �, the encoding of the file.';
