import type { IDataObject } from 'n8n-workflow';

import { withFieldsFirst } from './values';

/** What the node reports of a row, and the row's own columns behind it. A column of the same name is kept as `input_<name>`; in a failure of this node that came back, it is replaced. */
export function mergeWithInput(report: IDataObject, row: IDataObject): IDataObject {
	const { outcomeUnknown, ...rest } = row;
	if (['error', 'details', 'httpStatus'].every((name) => Object.hasOwn(row, name)))
		return withFieldsFirst(report, rest);
	const columns = Object.entries({ ...rest, ...(outcomeUnknown !== undefined && { outcomeUnknown }) });
	const kept = columns.map(
		([name, value]) => [Object.hasOwn(report, name) ? freeName(name, row) : name, value] as const,
	);
	return withFieldsFirst(report, Object.fromEntries(kept));
}

function freeName(name: string, row: IDataObject): string {
	const free = `input_${name}`;
	return Object.hasOwn(row, free) ? freeName(free, row) : free;
}
