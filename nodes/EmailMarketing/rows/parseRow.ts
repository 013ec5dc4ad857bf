import type { IDataObject } from 'n8n-workflow';

import { addressKey, isEmailAddress } from '../api/emailAddress';
import { buildBody, type BodyRules } from '../panel/requestBody';
import type { ColumnReader } from './columns';
import type { OptOut } from './optOut';
import { isEmpty } from '../shared/values';
import { userFacing, type UserFacingError } from '../shared/UserFacingError';

/** A subscriber as an input item describes it. */
export interface Row {
	/** The body of a Create; empty where it cannot be sent. */
	readonly body: IDataObject;
	/** The email as in the input, even if it is not an address. */
	readonly email?: IDataObject[string];
	/** The names as in the input, of a row that cannot be sent. */
	readonly names?: IDataObject;
	/** The `addressKey` of its email; '' without an address. */
	readonly key: string;
	/** Why it cannot be sent. Get it once all rows are read: it depends on whether others have an email column. */
	readonly rejection?: UserFacingError;
	readonly optOut?: OptOut;
	readonly isBlank: boolean;
}

/** Reads a row from the columns of an item. It does not throw: one row must not stop the others. */
export function parseRow(rules: BodyRules, columns: ColumnReader, json: IDataObject): Row {
	try {
		const { values, optOut, isBlank } = columns.read(json);
		if (isBlank) return { body: {}, key: '', isBlank };
		if (!isEmpty(values.email)) return buildRow(rules, values, optOut);
		return {
			body: {},
			key: '',
			get rejection() {
				return columns.noEmailIn(json);
			},
			optOut,
			isBlank,
		};
	} catch (thrown) {
		// Its opt-in columns still count for the other rows.
		columns.optOuts.read([json]);
		return { body: {}, key: '', rejection: userFacing(thrown), isBlank: false };
	}
}

/** Builds a row from values of columns or of the panel, by the API's names. Only columns can opt out. */
export function buildRow(rules: BodyRules, values: IDataObject, optOut: Row['optOut']): Row {
	const email = values.email ?? undefined;
	const isAddress = typeof email === 'string' && isEmailAddress(email.trim());
	const known = { email, key: isAddress ? addressKey(email) : '', optOut, isBlank: false };
	try {
		const { tags, ...body } = buildBody(rules, values);
		// A row without tags removes none.
		return { ...known, body: Array.isArray(tags) && tags.length > 0 ? { ...body, tags } : body };
	} catch (thrown) {
		const { first_name, last_name } = values;
		return { ...known, body: {}, names: { first_name, last_name }, rejection: userFacing(thrown) };
	}
}
