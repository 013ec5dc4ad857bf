import { isEmpty, type JsonRecord } from '../shared/values';

/** Those of every row that this node outputs; together they are no sheet's own. n8n's table shows four at a time. */
export const rowKeys = ['action', 'email', 'note', 'first_name', 'last_name', 'tags', 'is_subscribed'] as const;
/** More of them, with 'Add Details'. */
export const detailKeys = ['uuid', 'changes', 'reason', 'consent'] as const;
/** All columns of a result; `input` with 'Include Input Fields'. Others next to them are a sheet's own. */
export const resultColumns: readonly string[] = [...rowKeys, ...detailKeys, 'input'];

/** Whether an item is an earlier row of this node, as in a loop. The input may be under `input`. */
export function isResult(json: JsonRecord): boolean {
	return rowKeys.every((key) => Object.hasOwn(json, key));
}

/** Whether an item has columns that no result has: they are those of a sheet into which it was written. */
export function hasSheetColumns(json: JsonRecord): boolean {
	return Object.keys(json).some((column) => !resultColumns.includes(column));
}

/** Whether an item is a result as it left this node: no row of a sheet, nor one that was typed below results. */
export function isPlainResult(json: JsonRecord): boolean {
	return isResult(json) && !isEmpty(json.action) && !hasSheetColumns(json);
}

/**
 * Whether `is_subscribed` of an item may come from this node: it is a result, a sheet into which columns of one were
 * written, or an item of the error output.
 */
export function isReported(json: JsonRecord): boolean {
	const has = (key: string): boolean => Object.hasOwn(json, key);
	return (has('action') && has('note')) || (has('canRetry') && has('httpStatus'));
}

/** Whether headers are those of a result. A sheet into which it was written may have the email under its own. */
export function hasResultColumns(headers: readonly string[]): boolean {
	return rowKeys.every((key) => key === 'email' || headers.includes(key));
}

/** The columns of results in a sheet are read in place of its own. */
export const adviceIfWrittenBack =
	'If results were written into your sheet, delete the columns and rows that they added, such as "action", "note", "first_name" and "is_subscribed".';

const ofPerson: readonly string[] = ['email', 'first_name', 'last_name', 'tags'];
const notOfPerson = ['row_number', ...resultColumns.filter((column) => !ofPerson.includes(column))];

/**
 * Whether every cell is empty, as in the blank rows of a sheet. In a result, columns that are not about its person do not
 * count; those of a sheet do, into which it may have been written.
 */
export function isBlankRow(row: JsonRecord): boolean {
	const isOwn = isResult(row);
	// The item that stands for a whole batch, whatever a later node has added.
	if (isOwn && row.action === 'unchanged' && isEmpty(row.email)) return true;
	const aside = isOwn ? notOfPerson : ['row_number'];
	return Object.keys(row).every((column) => aside.includes(column) || [row[column]].flat().every(isEmpty));
}
