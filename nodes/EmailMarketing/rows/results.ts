import { isEmpty, type JsonRecord } from '../shared/values';

/** Those of every row that this node outputs; together they are no sheet's own. n8n's table shows four at a time. */
export const rowKeys = ['action', 'email', 'note', 'first_name', 'last_name', 'tags', 'is_subscribed'] as const;

/** Whether an item is an earlier row of this node, as in a loop. The input may be under `input`. */
export function isResult(json: JsonRecord): boolean {
	return rowKeys.every((key) => Object.hasOwn(json, key));
}

/** The same by the headers of an item. */
export function isResultOf(headers: readonly string[]): boolean {
	return rowKeys.every((key) => headers.includes(key));
}

/** What a result says besides its person, with 'Add Details' and 'Include Input Fields'. */
const saidByResult: readonly string[] = ['action', 'note', 'is_subscribed', 'uuid', 'changes', 'reason', 'input'];

/**
 * Whether every cell is empty, as in the blank rows of a sheet; in a result of this node, but for what it says itself: it
 * may have been written into a sheet. So is the item of a whole batch in which nothing differs.
 */
export function isBlankRow(row: JsonRecord): boolean {
	const isOwn = isResult(row);
	if (isOwn && row.action === 'unchanged' && isEmpty(row.email)) return true;
	const aside = isOwn ? ['row_number', ...saidByResult] : ['row_number'];
	return Object.keys(row).every((column) => aside.includes(column) || [row[column]].flat().every(isEmpty));
}
