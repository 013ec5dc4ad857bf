import type { IExecuteFunctions, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import { mergeWithInput } from '../shared/mergeWithInput';
import type { UserFacingError } from '../shared/UserFacingError';
import { asItem } from '../shared/values';

/**
 * Result of a failure: the node stops, or the item is output with its row at one of the outputs, or as words alone;
 * `tool` where an agent called the node.
 */
export type FailureMode = 'errorOutput' | 'regularOutput' | 'stop' | 'tool' | 'words';

/** What failures lead to. A tool never stops: older agents swallow tool errors, newer ones truncate them. */
export function failureModeOf(context: IExecuteFunctions): FailureMode {
	if (context.getNode().type.endsWith('Tool')) return 'tool';
	if (!context.continueOnFail()) return 'stop';
	if (context.getNode().onError !== 'continueErrorOutput') return 'regularOutput';
	// Without a node before this one there is no row, and n8n routes by the names in `json` alone.
	return context.getExecuteData().source === null ? 'words' : 'errorOutput';
}

/**
 * The output of an item that failed while the node continues: its row, what happened (`error`), what to do (`details`)
 * `httpStatus`, `null` where the service returned none, as the row may have a field of that name, and `canRetry`.
 */
export function failedItem(
	mode: FailureMode,
	error: NodeApiError,
	input: INodeExecutionData | undefined,
	item: number | undefined,
	{ canRetry, outcomeUnknown }: Pick<UserFacingError, 'canRetry' | 'outcomeUnknown'>,
): INodeExecutionData {
	const words = { error: error.message, details: error.description ?? '' };
	const pairedItem = item === undefined ? [] : { item };
	if (mode === 'words') return { json: words, pairedItem };
	const unknown = outcomeUnknown ? { outcomeUnknown } : {};
	if (mode === 'tool') return { json: { ...words, canRetry, ...unknown }, pairedItem };
	const { json = {}, binary } = input ?? {};
	const facts = { ...words, httpStatus: Number(error.httpCode) || null, canRetry, ...unknown };
	const failed = { json: mergeWithInput(facts, asItem(json)), ...(binary && { binary }), pairedItem };
	if (mode !== 'errorOutput') return failed;
	// n8n routes an item to the error output by its `error` property, or if it holds only `error` and `details`.
	// There it empties every copy that still has the property, so the property is not enumerable: then it is not copied.
	return Object.defineProperty(failed, 'error', { value: error, writable: true, enumerable: false });
}
