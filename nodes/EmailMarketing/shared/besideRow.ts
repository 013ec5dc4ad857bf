import type { IDataObject } from 'n8n-workflow';

const prefix = 'input_';

/**
 * What the node says of a row, and the row's own columns behind it.
 * A column of the same name is kept as `input_<name>`, with one more `input_` in front as long as there is such a column too.
 * What says the same anyway is not kept twice: a row may come back in a loop with what was said of it before.
 */
export function besideRow(said: IDataObject, row: IDataObject): IDataObject {
	const own = Object.entries(row).filter(([name, value]) => !Object.hasOwn(said, name) || said[name] !== value);
	return { ...said, ...Object.fromEntries(own.map(([name, value]) => [Object.hasOwn(said, name) ? freeName(name, row) : name, value])) };
}

/** What is said of a row of which nothing was done, name by name: of a failure, by Import, by Sync List. */
const sayings = [['error', 'details', 'status'], ['status', 'reason'], ['action', 'reason']];

/** Where a row has what it came with under this name: a row that comes back in a loop has what was said of it there. */
export function ownColumn(name: string, columns: readonly string[]): string {
	const isSaid = sayings.some((said) => said.includes(name) && said.every((other) => columns.includes(other)));
	const kept = `${prefix}${name}`;
	return isSaid && columns.includes(kept) ? kept : name;
}

/** The name that a column had before something was said of its row: `status` for `input_status`. */
export function nameBefore(column: string): string {
	return column.startsWith(prefix) ? nameBefore(column.slice(prefix.length)) : column;
}

function freeName(name: string, row: IDataObject): string {
	const free = `${prefix}${name}`;
	return Object.hasOwn(row, free) ? freeName(free, row) : free;
}
