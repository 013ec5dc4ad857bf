import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../isRecord';
import { remembering } from './bounded';
import { denials, no, noSigns, nothing, refusals, wordOf, yes } from './consentWords';
import { fieldOf, type Field } from './headers';
import { isEmptyCell, phrasesOf } from './plain';
import { quoted, shown } from './wording';

type ConsentField = Extract<Field, 'is_subscribed' | 'is_unsubscribed' | 'unsubscribed_at' | 'status'>;

/** What a cell says against mail to the person: no, something that may be yes or no, or nothing (undefined). */
type Refusal = 'no' | 'unclear';

/** How the cells of a column are read; the word is undefined where the cell is neither text, number nor true or false. */
const readings: Readonly<Record<ConsentField, (word: string | undefined) => Refusal | undefined>> = {
	is_subscribed: (word) => {
		if (word === undefined) return 'unclear';
		if (yes.has(word)) return undefined;
		return [no, noSigns, denials, refusals].some((words) => words.has(word)) ? 'no' : 'unclear';
	},
	is_unsubscribed: readGone,
	unsubscribed_at: (word) => (word === 'never' ? undefined : readGone(word)),
	status: (word) => (word !== undefined && (no.has(word) || refusals.has(word)) ? 'no' : undefined),
};

/** Whatever is not plainly a no says that the person has gone: a yes, a date, a reason. Databases write a date of zeros for none. */
function readGone(word: string | undefined): Refusal | undefined {
	const isNo = word !== undefined && (no.has(word) || noSigns.has(word) || /^0+$/.test(word));
	return isNo ? undefined : 'no';
}

function isConsentField(field: Field): field is ConsentField {
	return field in readings;
}

/** A column that tells whether its person wants mail. */
export interface ConsentColumn {
	readonly column: string;
	readonly field: ConsentField;
}

/** The columns of a row that tell whether its person wants mail. */
export function consentColumns(columns: readonly string[]): ConsentColumn[] {
	return columns.flatMap((column) => {
		const field = fieldOf(column);
		return field !== undefined && isConsentField(field) ? [{ column, field }] : [];
	});
}

/** Why the person of an input item is not to be subscribed, as its own columns say: a phrase such as `"Subscribed" is "no"`. */
export function optOutOf(json: IDataObject): string | undefined {
	return isRecord(json) ? optOutIn(json, consentColumns(Object.keys(json))) : undefined;
}

/** The same, of these columns alone: the first of them that speaks against it. */
export function optOutIn(json: Readonly<Record<string, unknown>>, columns: readonly ConsentColumn[]): string | undefined {
	for (const { column, field } of columns) {
		if (field === 'is_subscribed' && isUnticked(json[column])) return `${quoted(column)} has nothing ticked`;
		// A look-up from another table, as of Airtable, comes as a list.
		for (const cell of [json[column]].flat()) {
			const refusal = refusalOf(field, cell);
			if (refusal !== undefined) return `${quoted(column)} is ${shown(cell)}${refusal === 'unclear' ? ', which is neither yes nor no' : ''}`;
		}
	}
	return undefined;
}

function refusalOf(field: ConsentField, cell: unknown): Refusal | undefined {
	if (isEmptyCell(cell)) return undefined;
	const text = ['string', 'number', 'boolean', 'bigint'].includes(typeof cell) ? String(cell) : undefined;
	if (text === undefined) return readings[field](undefined);
	const word = wordOf(text);
	if (nothing.has(word)) return undefined;
	if (field === 'is_subscribed' && saysYes(text)) return undefined;
	return readings[field](word) ?? (field === 'status' && isRefusal(text) ? 'no' : undefined);
}

/** Whether a state has a refusal among its words, as in "Unsubscribed by admin". */
const isRefusal = remembering((text) => phrasesOf(text).some((phrase) => refusals.has(phrase)));

/** The boxes of a form come as a list of those that are ticked. */
function isUnticked(cell: unknown): boolean {
	return Array.isArray(cell) && cell.length === 0;
}

/** Whether an answer begins with a yes and takes nothing back, as in "Yes, please". */
const saysYes = remembering((text) => {
	const [first, second] = phrasesOf(text);
	return first !== undefined && second !== undefined && first.length > 1 && yes.has(first) && !isRefusal(text) && !phrasesOf(text).some((phrase) => no.has(phrase));
});
