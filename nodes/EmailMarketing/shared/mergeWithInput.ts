import type { IDataObject } from 'n8n-workflow';

import { withFieldsFirst } from './values';

/**
 * The node's report on a row, then the row's own columns. A column of the same name becomes `input_<name>`, but is
 * replaced if the row is an earlier failure of this node.
 */
export function mergeWithInput(report: IDataObject, row: IDataObject): IDataObject {
	const { outcomeUnknown, ...columns } = row;
	const isFailure = ['error', 'details', 'httpStatus', 'canRetry'].every((name) => Object.hasOwn(row, name));
	if (isFailure) return withFieldsFirst(report, columns);
	if (outcomeUnknown !== undefined) columns.outcomeUnknown = outcomeUnknown;
	const kept = Object.entries(columns).map(([name, value]) => {
		const key = Object.hasOwn(report, name) ? freeName(name, row) : name;
		return [key, value] as const;
	});
	return withFieldsFirst(report, Object.fromEntries(kept));
}

function freeName(name: string, row: IDataObject): string {
	const free = `input_${name}`;
	return Object.hasOwn(row, free) ? freeName(free, row) : free;
}
