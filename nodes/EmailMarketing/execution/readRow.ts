import type { IDataObject } from 'n8n-workflow';

import { addressKey, isEmailAddress } from '../api/emailAddress';
import { buildBody, type BodyRules } from '../api/requestBody';
import type { ColumnReader } from '../shared/columns/ColumnReader';
import { isRecord } from '../shared/values';
import { ParameterError, userFacing, UserFacingError } from '../shared/UserFacingError';

/** A subscriber as an input item gives it. */
export interface Row {
	/** As Create sends it; empty where it cannot be sent. */
	readonly body: IDataObject;
	/** The `addressKey` of its email; '' where it has none that could be one. */
	readonly key: string;
	/** Why it cannot be sent. To be asked for once all rows are read: whether only this one lacks an email is told by the others. */
	readonly refusal?: UserFacingError;
	/** Why its person is not to be subscribed: `"Subscribed" is "no"`. */
	readonly optOut?: string;
	/** Whether it is one of the blank rows of a sheet. */
	readonly isBlank: boolean;
}

/** Reads a row. One that cannot be sent says why: it must not take the others with it. */
export function readRow(definition: BodyRules, columns: ColumnReader, json: IDataObject): Row {
	// What a row says of its person holds for other rows of the address too, also where the row itself cannot be sent.
	let known: Pick<Row, 'key' | 'optOut'> = { key: '' };
	try {
		if (!isRecord(json)) throw noObject();
		const { values, optOut, isBlank } = columns.read(json);
		if (isBlank) return { body: {}, key: '', isBlank };
		if (!('email' in values)) return withoutEmail(columns, json);
		if (typeof values.email === 'string' && isEmailAddress(values.email.trim()))
			known = { key: addressKey(values.email), optOut };
		const body = buildBody(definition, values);
		return { body, ...known, isBlank };
	} catch (thrown) {
		return { body: {}, ...known, refusal: userFacing(thrown), isBlank: false };
	}
}

function withoutEmail(columns: ColumnReader, json: IDataObject): Row {
	return {
		body: {},
		key: '',
		get refusal() {
			return columns.hasTaken('email') ? noCell() : noColumns(json, 'an email');
		},
		isBlank: false,
	};
}

/** n8n's readers of files leave empty cells out: where other rows have the column, the cell is empty, and no column is missing. */
function noCell(): UserFacingError {
	return new ParameterError(
		"'Email' is empty",
		'Other rows have a column for it, and this one has nothing there. Fill it in where the rows come from.',
	);
}

/** Of an item that has no column of a subscriber, or none with what is needed most. */
export function noColumns(json: IDataObject, missing = "a subscriber's email, names or tags"): UserFacingError {
	const names = Object.keys(json)
		.slice(0, 10)
		.map((name) => `"${name.slice(0, 40)}"`);
	const has =
		names.length === 0
			? 'It is empty.'
			: `It has ${names.join(', ')}${Object.keys(json).length > 10 ? ' and more' : ''}.`;
	return new ParameterError(
		`No column of the input item is known to hold ${missing}`,
		`${has} ${unsplit(json)}Name the right column under 'Columns', or rename it to "email", "first_name", "last_name" or "tags".`,
	);
}

/** A sheet whose cells are parted by another sign than the reader of the file was told: one column with the names of all. */
function unsplit(json: IDataObject): string {
	const [, sign] = /[^;\t|]([;\t|])[^;\t|]/.exec(Object.keys(json).join()) ?? [];
	if (sign === undefined || Object.keys(json).length > 1) return '';
	return `These look like several columns in one: set 'Delimiter' to ${sign === '\t' ? 'a tab' : `"${sign}"`} in the node that reads the file. Otherwise: `;
}

function noObject(): UserFacingError {
	return new ParameterError(
		'The input item is no object with fields',
		'Give each row as an object such as {"email": "ann@example.com"}.',
	);
}
