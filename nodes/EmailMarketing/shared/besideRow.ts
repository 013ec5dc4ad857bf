import type { IDataObject } from 'n8n-workflow';

/**
 * What the node says of a row, and the row's own columns behind it.
 * A column of the same name is kept as `input_<name>`, with one more `input_` in front as long as there is such a column too.
 */
export function besideRow(said: IDataObject, row: IDataObject): IDataObject {
	return leading(
		said,
		Object.fromEntries(
			Object.entries(row).map(([name, value]) => [Object.hasOwn(said, name) ? freeName(name, row) : name, value]),
		),
	);
}

function freeName(name: string, row: IDataObject): string {
	const free = `input_${name}`;
	return Object.hasOwn(row, free) ? freeName(free, row) : free;
}

/** What the node says itself, before all other fields: none of them may take its place, such as an "action" of the service's. */
export function leading(said: IDataObject, others: IDataObject): IDataObject {
	return { ...said, ...others, ...said };
}
