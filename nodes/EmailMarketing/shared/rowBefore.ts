/** Rows that come back in a loop with what the node has said of them. */

import type { IDataObject } from 'n8n-workflow';

import { isRecord } from './isRecord';

const prefix = 'input_';

type Says = (value: unknown) => boolean;

interface Saying {
	/** All of these are there, with such values: a sheet may have columns of these names too. */
	readonly fields: Readonly<Record<string, Says>>;
	/** What may stand beside them. */
	readonly more: readonly string[];
}

/** What the node says of a row of which nothing was done: of a failure, by Import, by the operations that say an `action`. */
const sayings: readonly Saying[] = [
	{
		fields: {
			error: isText,
			details: isText,
			status: (value) => value === null || isHttpStatus(value) || isOneOf('failed', 'unknown')(value),
		},
		more: ['httpStatus', 'outcomeUnknown'],
	},
	{
		fields: { status: isOneOf('rejected', 'duplicate', 'skipped', 'unknown'), reason: isText },
		more: ['httpStatus', 'outcomeUnknown'],
	},
	{ fields: { action: isOneOf('skipped', 'failed'), reason: isText }, more: ['dryRun'] },
];

const saidNames = new Set(sayings.flatMap(({ fields, more }) => [...Object.keys(fields), ...more]));

/** The name under which a column is kept whose own name is needed. */
export function keptAs(name: string): string {
	return `${prefix}${name}`;
}

/** The name that a column had before something was said of its row: `status` for `input_status`. */
export function nameBefore(column: string): string {
	return column.startsWith(prefix) ? nameBefore(column.slice(prefix.length)) : column;
}

/** A row as it first came: without what was said of it, its columns under their own names. The same object where nothing was. */
export function rowBefore(row: IDataObject): IDataObject {
	const saying = sayings.find(({ fields }) =>
		Object.entries(fields).every(([name, says]) => Object.hasOwn(row, name) && says(row[name])),
	);
	return saying === undefined ? row : rowBefore([...Object.keys(saying.fields), ...saying.more].reduce(restored, row));
}

/** Whether a row shows that something was said of it, in whole or in part. */
export function hasComeBack(row: IDataObject): boolean {
	return (
		isRecord(row) &&
		(rowBefore(row) !== row ||
			Object.keys(row).some((column) => column !== nameBefore(column) && saidNames.has(nameBefore(column))))
	);
}

/** Puts back what a name held before. Of `input_status` and `input_input_status` the longest is it; the others are columns of the row. */
function restored(row: IDataObject, name: string): IDataObject {
	const others: IDataObject = Object.fromEntries(Object.entries(row).filter(([column]) => column !== name));
	let kept = keptAs(name);
	if (!Object.hasOwn(others, kept)) return others;
	while (Object.hasOwn(others, keptAs(kept))) kept = keptAs(kept);
	return Object.fromEntries(Object.entries(others).map(([column, value]) => [column === kept ? name : column, value]));
}

function isText(value: unknown): boolean {
	return typeof value === 'string';
}

function isHttpStatus(value: unknown): boolean {
	return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599;
}

function isOneOf(...words: string[]): Says {
	return (value) => typeof value === 'string' && words.includes(value);
}
