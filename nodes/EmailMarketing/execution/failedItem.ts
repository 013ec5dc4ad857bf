import type { IExecuteFunctions, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import { mergeWithInput } from '../shared/mergeWithInput';
import { asItem } from '../shared/values';

/** What a failure leads to: the node stops, or the item comes out, with its row at one of the outputs or with the words alone. */
export type FailureMode = 'errorOutput' | 'regularOutput' | 'stop' | 'words';

/** What failures lead to in this node. As an agent's tool it never stops: what a tool throws older agents swallow and newer ones shorten, but what it gives, the model reads. */
export function failureModeOf(context: IExecuteFunctions): FailureMode {
	const { type, onError } = context.getNode();
	if (type.endsWith('Tool')) return 'words';
	if (!context.continueOnFail()) return 'stop';
	if (onError !== 'continueErrorOutput') return 'regularOutput';
	// Without a node before this one there is no row, and n8n routes by the names in `json` alone.
	return context.getExecuteData().source === null ? 'words' : 'errorOutput';
}

/**
 * What an item gives that failed while the node goes on: its row, what happened (`error`), what to do (`details`)
 * and the HTTP status, `null` where the service gave none: a status of the row must not pass for it.
 * @param outcomeUnknown whether it may have been done all the same
 */
export function failedItem(
	mode: FailureMode,
	error: NodeApiError,
	input: INodeExecutionData | undefined,
	item: number | undefined,
	outcomeUnknown = false,
): INodeExecutionData {
	const words = { error: error.message, details: error.description ?? '' };
	const pairedItem = item === undefined ? [] : { item };
	if (mode === 'words') return { json: words, pairedItem };
	const { json = {}, binary } = input ?? {};
	const said = {
		...words,
		httpStatus: Number(error.httpCode) || null,
		...(outcomeUnknown && { outcomeUnknown: true }),
	};
	const failed = { json: mergeWithInput(said, asItem(json)), ...(binary && { binary }), pairedItem };
	if (mode !== 'errorOutput') return failed;
	// n8n sends an item to the error output that carries an error, or holds nothing but `error` and `details`.
	// It copies it there and empties every copy that still carries the error; what cannot be enumerated is not copied.
	return Object.defineProperty(failed, 'error', { value: error, writable: true, enumerable: false });
}
