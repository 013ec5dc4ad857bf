import type { IDataObject, IExecuteFunctions, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import type { UserFacingError } from '../shared/UserFacingError';
import { asItem, withFieldsFirst } from '../shared/values';

/** How a failed item is reported: with its row, with `words` only, or by an error that stops the node. */
export type FailureMode = 'errorOutput' | 'regularOutput' | 'stop' | 'tool' | 'words';

/** A tool never stops: older agents swallow tool errors, newer ones truncate them. */
export function failureModeOf(context: IExecuteFunctions): FailureMode {
	if (context.getNode().type.endsWith('Tool')) return 'tool';
	if (!context.continueOnFail()) return 'stop';
	if (context.getNode().onError !== 'continueErrorOutput') return 'regularOutput';
	// Without a node before this one there is no row, and n8n routes only by the names in `json`.
	return context.getExecuteData().source === null ? 'words' : 'errorOutput';
}

/**
 * The output of a failed item: its row, `error` (what happened), `details` (what to do), `canRetry`, and `httpStatus`,
 * which is `null` if there was none: the row may have a field of that name. A row whose consent cannot be read gets
 * `is_subscribed: false`, so that it subscribes nobody in another list.
 */
export function failedItem(
	mode: FailureMode,
	error: NodeApiError,
	input: INodeExecutionData | undefined,
	item: number | undefined,
	failure: Pick<UserFacingError, 'canRetry' | 'outcomeUnknown'> & Partial<Pick<UserFacingError, 'countsAsOptOut'>>,
): INodeExecutionData {
	const { canRetry, outcomeUnknown, countsAsOptOut = false } = failure;
	const words = { error: error.message, details: error.description ?? '' };
	const pairedItem = item === undefined ? [] : { item };
	if (mode === 'words') return { json: words, pairedItem };
	const unknown = outcomeUnknown ? { outcomeUnknown } : {};
	if (mode === 'tool') return { json: { ...words, canRetry, ...unknown }, pairedItem };
	const { json = {}, binary } = input ?? {};
	const state = countsAsOptOut ? { is_subscribed: false } : {};
	const facts = { ...words, httpStatus: Number(error.httpCode) || null, canRetry, ...unknown, ...state };
	const failed = { json: mergeWithInput(facts, asItem(json)), ...(binary && { binary }), pairedItem };
	if (mode !== 'errorOutput') return failed;
	// n8n routes an item to the error output by its `error` property, and there empties every copy that still has it.
	// It is not enumerable, so that n8n does not copy it.
	return Object.defineProperty(failed, 'error', { value: error, writable: true, enumerable: false });
}

/** Whether an item is an earlier failure of this node, as in a loop. */
export function isFailure(json: IDataObject): boolean {
	return ['error', 'details', 'httpStatus', 'canRetry'].every((name) => Object.hasOwn(json, name));
}

/** The report, then the row: equal names become `input_<name>`, but are replaced if the row is an earlier failure. */
export function mergeWithInput(report: IDataObject, row: IDataObject): IDataObject {
	const { outcomeUnknown, ...columns } = row;
	if (isFailure(row)) return withFieldsFirst(report, columns);
	if (outcomeUnknown !== undefined) columns.outcomeUnknown = outcomeUnknown;
	const keyOf = (name: string): string => (Object.hasOwn(report, name) ? `input_${name}` : name);
	const kept = Object.entries(columns).map(([name, value]) => [keyOf(name), value] as const);
	return withFieldsFirst(report, Object.fromEntries(kept));
}
