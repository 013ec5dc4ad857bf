import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../values';
import { remembering } from './bounded';
import { denials, endings, no, noSigns, nothing, refusals, wordOf, yes } from './consentWords';
import { valueAt } from './givenColumns';
import { fieldOf, type ConsentField, type Field } from './headers';
import { isEmptyCell, phrasesOf, quoted, shown } from './plain';

/** What a cell says against mail to the person: no, something that may be yes or no, or nothing (undefined). */
type Refusal = 'no' | 'unclear';

/** How the cells of a column are read; the word is undefined where the cell is neither text, number nor true or false. */
const readings: Readonly<Record<ConsentField, (word: string | undefined) => Refusal | undefined>> = {
	is_subscribed: (word) => {
		if (word === undefined) return 'unclear';
		if (yes.has(word)) return undefined;
		return [no, noSigns, denials, refusals, endings].some((words) => words.has(word)) ? 'no' : 'unclear';
	},
	is_unsubscribed: readGone,
	unsubscribed_at: (word) => (word === 'never' ? undefined : readGone(word)),
	subscription_status: (word) => (word !== undefined && endings.has(word) ? 'no' : readState(word)),
	status: readState,
};

function readState(word: string | undefined): Refusal | undefined {
	return word !== undefined && (no.has(word) || refusals.has(word)) ? 'no' : undefined;
}

/** What a state of several words says. */
const phraseReadings: Readonly<Partial<Record<ConsentField, (text: string) => boolean>>> = {
	subscription_status: (text) => isRefusal(text) || isEnding(text),
	status: (text) => isRefusal(text),
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
	/** Where its value is, if not in the column of this name. */
	readonly path?: readonly string[];
}

/** The columns of a row that show whether its person wants mail. */
export function consentColumns(columns: readonly string[]): ConsentColumn[] {
	return columns.flatMap((column) => {
		const field = fieldOf(ownName(column));
		return field !== undefined && isConsentField(field) ? [{ column, field }] : [];
	});
}

/** The node puts `input_` in front of a column whose name it needs itself, and the row may come back in a loop. */
function ownName(column: string): string {
	return column.replace(/^(input_)+/, '');
}

/** Why the person of an input item is not to be subscribed, as its own columns say: a phrase such as `"Subscribed" is "no"`. */
export function optOutOf(json: IDataObject): string | undefined {
	if (!isRecord(json)) return undefined;
	// n8n's Webhook node puts what was sent beside its headers.
	const sent = isRecord(json.headers) && isRecord(json.body) ? json.body : {};
	return [json, sent]
		.map((fields) => optOutIn(fields, consentColumns(Object.keys(fields))))
		.find((optOut) => optOut !== undefined);
}

/** The same, of these columns alone: the first of them that speaks against it. */
export function optOutIn(
	json: Readonly<Record<string, unknown>>,
	columns: readonly ConsentColumn[],
): string | undefined {
	for (const { column, field, path } of columns) {
		const value = path === undefined ? json[column] : valueAt(json, path);
		if (field === 'is_subscribed' && isUnticked(value)) return `${quoted(column)} has nothing ticked`;
		// A look-up from another table, as of Airtable, comes as a list.
		for (const cell of [value].flat().map(stateIn)) {
			const refusal = refusalOf(field, cell);
			if (refusal !== undefined)
				return `${quoted(column)} is ${shown(cell)}${refusal === 'unclear' ? ', which is neither yes nor no' : ''}`;
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
	return readings[field](word) ?? (phraseReadings[field]?.(text) === true ? 'no' : undefined);
}

/** Where Shopify has the state in an `email_marketing_consent`. */
const stateKeys = ['state', 'marketingState'];

/** The state in a cell that is an object with one. */
function stateIn(cell: unknown): unknown {
	const state = isRecord(cell)
		? stateKeys.map((key) => cell[key]).find((inner) => typeof inner === 'string')
		: undefined;
	return isEmptyCell(state) ? cell : state;
}

/** Whether a state has a refusal among its words, as in "Unsubscribed by admin". */
const isRefusal = remembering((text) => phrasesOf(text).some((phrase) => refusals.has(phrase)));

/** Whether a state begins with an ending, as in "Cancelled on 1 May"; "not cancelled" does not. */
const isEnding = remembering((text) => endings.has(phrasesOf(text)[0] ?? ''));

/** The boxes of a form come as a list of those that are ticked. */
function isUnticked(cell: unknown): boolean {
	return Array.isArray(cell) && cell.length === 0;
}

/** Whether an answer begins with a yes and takes nothing back, as in "Yes, please". */
const saysYes = remembering((text) => {
	const [first, second] = phrasesOf(text);
	return (
		first !== undefined &&
		second !== undefined &&
		first.length > 1 &&
		yes.has(first) &&
		!isRefusal(text) &&
		!phrasesOf(text).some((phrase) => no.has(phrase))
	);
});
