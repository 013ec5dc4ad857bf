import type { IDataObject } from 'n8n-workflow';

import { leading } from './leading';
import { keptAs, rowBefore } from './rowBefore';

/**
 * What the node says of a row, and the row's own columns behind it.
 * A column of the same name is kept as `input_<name>`, with one more `input_` in front as long as there is such a column too.
 * What was said of the row before, when it comes back in a loop, gives way.
 */
export function besideRow(said: IDataObject, row: IDataObject): IDataObject {
	const own = rowBefore(row);
	return leading(
		said,
		Object.fromEntries(
			Object.entries(own).map(([name, value]) => [Object.hasOwn(said, name) ? freeName(name, own) : name, value]),
		),
	);
}

function freeName(name: string, row: IDataObject): string {
	const free = keptAs(name);
	return Object.hasOwn(row, free) ? freeName(free, row) : free;
}
