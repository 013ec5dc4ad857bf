import type { IDataObject } from 'n8n-workflow';

import { addressKey, isEmailAddress } from '../api/emailAddress';
import { buildBody, type BodyRules } from '../panel/requestBody';
import { firstOf, type ColumnReader } from './columns';
import { ParameterError, userFacing, type UserFacingError } from '../shared/UserFacingError';
import { isRecord } from '../shared/values';

/** A subscriber as an input item describes it. */
export interface Row {
	/** As Create sends it; empty where it cannot be sent. */
	readonly body: IDataObject;
	/** The email as it came, also where it is not an address. */
	readonly email?: IDataObject[string];
	/** The `addressKey` of its email; '' where it has none. */
	readonly key: string;
	/** Why it cannot be sent. To be asked for once all rows are read: only then it is known whether others have an email column. */
	readonly rejection?: UserFacingError;
	/** Once all rows are read: why its person must not be subscribed, such as `"Subscribed" is "no"`. */
	readonly optOut?: () => string | undefined;
	/** Whether it is one of the blank rows of a sheet. */
	readonly isBlank: boolean;
}

/** Reads a row from the columns of an item. It does not throw: one row must not stop the others. */
export function parseRow(rules: BodyRules, columns: ColumnReader, json: IDataObject): Row {
	try {
		const { values, optOut, isBlank } = columns.read(json);
		if (isBlank) return { body: {}, key: '', isBlank };
		if ('email' in values) return buildRow(rules, values, optOut);
		return {
			body: {},
			key: '',
			get rejection() {
				return columns.hasTaken('email') ? noCell : noColumns(json, 'email ');
			},
			optOut,
			isBlank,
		};
	} catch (thrown) {
		// Its opt-in columns count for the other rows.
		columns.optOuts.read([json]);
		return { body: {}, key: '', rejection: userFacing(thrown), isBlank: false };
	}
}

/**
 * A row of values from columns or from the panel, by the API's names.
 * @param optOut from the columns alone
 */
export function buildRow(rules: BodyRules, values: IDataObject, optOut: Row['optOut']): Row {
	const email = values.email ?? undefined;
	const isAddress = typeof email === 'string' && isEmailAddress(email.trim());
	const known = { email, key: isAddress ? addressKey(email) : '', optOut, isBlank: false };
	try {
		const { tags, ...body } = buildBody(rules, values);
		// A row without tags does not ask for any to be removed.
		return { ...known, body: Array.isArray(tags) && tags.length > 0 ? { ...body, tags } : body };
	} catch (thrown) {
		return { ...known, body: {}, rejection: userFacing(thrown) };
	}
}

/** n8n's file readers leave empty cells out: where other rows have the column, the cell is empty, and no column is missing. */
const noCell = new ParameterError("'Email' is empty", 'Fill it in where the rows come from.');

/** Of an item without a column of a subscriber, or without the one that is needed most. */
export function noColumns(json: IDataObject, kind = ''): UserFacingError {
	const names = isRecord(json) ? Object.keys(json) : [];
	const has = names.length === 0 ? 'the item is empty' : firstOf(names.map((name) => name.slice(0, 40)));
	return new ParameterError(`No ${kind}column found (${has})`, "Choose one under 'Columns'.");
}
