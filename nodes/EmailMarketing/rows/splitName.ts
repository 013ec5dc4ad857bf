import type { IDataObject } from 'n8n-workflow';

import { isBrokenPart } from '../shared/brokenCells';
import { plainText } from '../shared/text';
import { isEmpty } from '../shared/values';

/**
 * A full name is split at its only comma or its last space, unless a column has a part. One word is a first name.
 * `isSplit` unless a comma decided: the list may split it elsewhere.
 */
export function splitName({ full_name: name, ...values }: Record<string, unknown>): {
	values: IDataObject;
	isSplit?: true;
} {
	const withNames = (names: object = {}) => ({ values: { ...values, ...names } as IDataObject });
	if (isEmpty(name) || 'first_name' in values || 'last_name' in values) return withNames();
	// A value that is not text is reported by the check of the first name; a broken cell is no name.
	if (typeof name !== 'string' || isBrokenPart(name)) return withNames({ first_name: name });
	const [family = '', given = '', ...more] = name.split(',').map((part) => part.trim());
	const [first = '', ...others] = given.split(/\s+/);
	const hasName = !isSuffix(first) && ![first, ...others].every((word) => isTitle(word) || isSuffix(word));
	const isTurned = family !== '' && hasName && more.length === 0 && !isCompany(name);
	if (isTurned) return withNames({ first_name: given, last_name: family });
	const words = name.trim().split(/\s+/);
	const last = words.length > 1 ? { last_name: words.pop() } : {};
	return { ...withNames({ first_name: words.join(' '), ...last }), isSplit: true };
}

/** What may stand before a first name; also an empty text. */
function isTitle(word: string): boolean {
	return /^(|dr|prof|dipling|fh)$/.test(plainText(word));
}

/** What stands behind a last name: `Smith, Jr.` */
function isSuffix(word: string): boolean {
	return /^(jr|sr|ii|iii|iv|cpa|rn|phd|md|dds|esq|mba|msc|bsc|ma|ba)$/.test(plainText(word));
}

/** `Acme, Inc.`, `Müller GmbH, Berlin` */
function isCompany(name: string): boolean {
	const legalForm = /^(ev|inc|llc|ltd|corp|co|gmbh|ag|kg|ug|sa|sas|sarl|sl|srl|spa|bv|nv)$/;
	const [, ...words] = name.split(/[\s,]+/);
	return words.some((word) => legalForm.test(plainText(word)));
}
