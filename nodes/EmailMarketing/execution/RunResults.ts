import type { IDataObject, INode, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import { endSentence, itemName } from '../shared/text';
import { hasUnknownOutcome, type UserFacingError } from '../shared/UserFacingError';
import { AbortError } from '../transport/wait';
import { failedItem, type FailureMode } from './failedItem';
import { toNodeError } from './nodeError';
import { pastTense, resultWord, summarizeRun, type Failure } from './summarizeRun';
import { Tally } from './Tally';

/** The result of each input item of one run of the node. */
export class RunResults {
	/** By the first item that it came from. */
	private readonly outputs: INodeExecutionData[][] = [];

	private readonly failures: Failure[] = [];

	/** The result of an item is recorded once. */
	private readonly settled = new Set<number>();

	/** What has no input item. */
	private readonly unpaired: INodeExecutionData[] = [];

	private runFailure?: NodeApiError;

	/** The results of the items that did not fail. */
	private readonly done = new Tally();

	/** Struck out of every message. */
	secret = '';

	/** @param inputs the items that the node was given */
	constructor(
		private readonly node: INode,
		private readonly inputs: readonly INodeExecutionData[],
		private readonly mode: FailureMode,
	) {}

	/** Whether the first failure ends the node. */
	get stopsAtFailure(): boolean {
		return this.mode === 'stop';
	}

	/** Whether the node is called by an agent. */
	get isTool(): boolean {
		return this.node.type.endsWith('Tool');
	}

	/** Whether a row that failed is output in the shape of rows. */
	get outputsRows(): boolean {
		return this.mode === 'stop' || this.mode === 'regularOutput';
	}

	/** Whether something failed in a node that stops at failures. */
	get mustStop(): boolean {
		return this.stopsAtFailure && this.failures.length > 0;
	}

	/** Whether the result of any item is known. */
	get knowsAny(): boolean {
		return this.settled.size + this.failures.length + this.unpaired.length > 0 || this.runFailure !== undefined;
	}

	has(item: number): boolean {
		return this.settled.has(item);
	}

	/** These items are done, and gave this together. */
	add(items: readonly number[], output: readonly IDataObject[]): void {
		this.done.add(resultWord(this.node.parameters.operation, output[0]), items.length);
		// One object for all that an item gave: a list may have a million entries.
		const pairedItem = items.length === 1 ? { item: items[0] ?? 0 } : items.map((item) => ({ item }));
		this.outputs[items[0] ?? 0] = output.map((json) => ({ json, pairedItem }));
		items.forEach((item) => this.settled.add(item));
	}

	/** An output that comes of no input item, after all others. */
	addUnpaired(output: IDataObject): void {
		this.unpaired.push({ json: output, pairedItem: [] });
	}

	/** These items failed. An AbortError counts for none: they were not sent, because the node had stopped before. */
	fail(concerned: readonly number[], thrown: unknown): void {
		const items = concerned.filter((item) => !this.settled.has(item));
		if (thrown instanceof AbortError || items.length === 0) return;
		this.failures.push({ items, thrown });
		items.forEach((item) => this.settled.add(item));
		if (this.stopsAtFailure) return;
		const error = toNodeError(this.node, thrown, items[0], this.secret);
		for (const item of items)
			this.outputs[item] = [failedItem(this.mode, error, this.inputs[item], item, hasUnknownOutcome(thrown))];
	}

	/** Something failed that was done for no input item. @param output what is output for it, where rows are */
	failUnpaired(thrown: UserFacingError, output: IDataObject): void {
		if (this.outputsRows) return this.addUnpaired(output);
		const error = toNodeError(this.node, thrown, undefined, this.secret);
		this.unpaired.push(failedItem(this.mode, error, { json: output }, undefined, thrown.outcomeUnknown));
	}

	/** The run fails after all of its items are done. @param item whose failure it is */
	failRun(thrown: unknown, item?: number): void {
		if (this.stopsAtFailure) this.runFailure ??= toNodeError(this.node, thrown, item, this.secret);
	}

	/** The node's output, in the order of the input items. @throws NodeApiError the first failure, where the node stops at failures */
	output(): INodeExecutionData[][] {
		const [first] = this.failures;
		if (first !== undefined && this.stopsAtFailure) throw this.errorOf(first);
		if (this.runFailure !== undefined) throw this.runFailure;
		return [[...this.outputs.flat(), ...this.unpaired]];
	}

	/** The first failure, with the results of all items. */
	private errorOf({ items, thrown }: Failure): NodeApiError {
		const single = items.length === 1 ? items[0] : undefined;
		const error = toNodeError(this.node, thrown, single, this.secret);
		const total = this.inputs.length;
		if (single !== undefined && total > 1) error.message += ` [${itemName(single)}]`;
		const doneWord = pastTense(this.node.parameters.operation);
		const summary = summarizeRun({ total, done: this.done, failures: this.failures, doneWord });
		if (summary !== '') error.description = `${endSentence(error.description ?? '')} ${summary}`.trim();
		return error;
	}
}
