import type { IDataObject, INode, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import { itemName } from '../shared/text';
import { isOutcomeUnknown } from '../shared/UserFacingError';
import { AbortError } from '../transport/wait';
import { actionIn, doneWordOf, type Failure, withOutcome } from './tellOutcome';
import { failedItem, type FailureMode } from './failedItem';
import { toNodeError } from './nodeError';
import { Tally } from './Tally';

/** What became of each input item of one run of the node. */
export class Outcomes {
	/** By the first item that it came from. */
	private readonly outputs: INodeExecutionData[][] = [];

	private readonly failures: Failure[] = [];

	/** What became of an item is said once. */
	private readonly settled = new Set<number>();

	/** What has no input item. */
	private readonly unpaired: IDataObject[] = [];

	/** What became of the items that did not fail. */
	private readonly became = new Tally();

	/** Struck out of every message. */
	secret = '';

	/** Items that were sent with others, and refused with them. */
	private readonly together = new Set<number>();

	private hasDoneAny = false;

	/** What an item is when it is done. */
	private readonly doneWord: string;

	/** @param inputs the items that the node was given */
	constructor(
		private readonly node: INode,
		private readonly inputs: readonly INodeExecutionData[],
		private readonly mode: FailureMode,
	) {
		this.doneWord = doneWordOf(node.parameters.operation);
	}

	/** Whether the first failure ends the node. */
	get stopsAtFailure(): boolean {
		return this.mode === 'stop';
	}

	/** Whether something failed in a node that stops at failures. */
	get mustStop(): boolean {
		return this.stopsAtFailure && this.failures.length > 0;
	}

	/** Whether the result of any item is known. */
	get knowsAny(): boolean {
		return this.settled.size > 0 || this.failures.length > 0 || this.unpaired.length > 0;
	}

	/** Whether the result of an item is known. */
	has(item: number): boolean {
		return this.settled.has(item);
	}

	/** These items are done, and gave this together. @param became what became of them, where it is not said by their output */
	add(items: readonly number[], output: readonly IDataObject[], became?: Tally): void {
		this.hasDoneAny = true;
		if (became === undefined)
			this.became.add(actionIn(this.node.parameters.operation, output[0]) ?? this.doneWord, items.length);
		else this.became.addAll(became);
		this.give(items, output);
	}

	/** Nothing was done for an item, and its output says why. @param word what became of it instead */
	leaveOut(item: number, output: IDataObject, word: string): void {
		this.became.add(word);
		this.give([item], [output]);
	}

	private give(items: readonly number[], output: readonly IDataObject[]): void {
		// One object for all that an item gave: a list may have a million entries.
		const pairedItem = items.length === 1 ? { item: items[0] ?? 0 } : items.map((item) => ({ item }));
		this.outputs[items[0] ?? 0] = output.map((json) => ({ json, pairedItem }));
		items.forEach((item) => this.settled.add(item));
	}

	/** An output that comes of no input item, after all others. */
	addUnpaired(output: IDataObject): void {
		this.unpaired.push(output);
	}

	/**
	 * These items failed. An AbortError counts for none: they were not sent, because the node had stopped before.
	 * @param wasSent whether a request of theirs has left
	 */
	fail(concerned: readonly number[], thrown: unknown, wasSent = true): void {
		const items = concerned.filter((item) => !this.settled.has(item));
		if (thrown instanceof AbortError || items.length === 0) return;
		this.failures.push({ items, thrown, wasSent });
		items.forEach((item) => this.settled.add(item));
		if (this.stopsAtFailure) return;
		const error = toNodeError(this.node, thrown, items[0], this.secret);
		for (const item of items)
			this.outputs[item] = [failedItem(this.mode, error, this.inputs[item], item, isOutcomeUnknown(thrown))];
	}

	/** These items were sent in one request, which was refused: whether for each of them is to be found out yet. */
	refusedTogether(items: readonly number[]): void {
		items.forEach((item) => this.together.add(item));
	}

	/** What became of all items, those that failed included. */
	tally(): Tally {
		const tally = new Tally();
		tally.addAll(this.became);
		for (const { items, thrown } of this.failures)
			tally.add(isOutcomeUnknown(thrown) ? 'unknown' : 'failed', items.length);
		return tally;
	}

	/** Something failed that was done for no input item. @param output what stands in its place while the node goes on */
	failUnpaired(thrown: unknown, output?: IDataObject): void {
		if (thrown instanceof AbortError) return;
		this.failures.push({ items: [], thrown, wasSent: true });
		if (output !== undefined) this.addUnpaired(output);
	}

	/**
	 * The node's output, in the order of the input items.
	 * @throws NodeApiError the first failure, where the node stops at failures
	 */
	output(): INodeExecutionData[][] {
		const [first] = this.failures;
		if (first !== undefined && this.stopsAtFailure) throw this.errorOf(first);
		return [[...this.outputs.flat(), ...this.unpaired.map((json) => ({ json, pairedItem: [] }))]];
	}

	/** The first failure. A single item stands behind its message, as n8n's panel adds it, which then does not; several are named by what is told of all. */
	private errorOf({ items, thrown }: Failure): NodeApiError {
		const [item, ...others] = items;
		const single = others.length === 0 ? item : undefined;
		const error = toNodeError(this.node, thrown, single, this.secret);
		if (single !== undefined && this.inputs.length > 1) error.message += ` [${itemName(single)}]`;
		const { inputs, became, hasDoneAny, failures, unpaired, doneWord } = this;
		const refusedTogether = [...this.together].filter((other) => !this.settled.has(other)).length;
		error.description = withOutcome(error.description ?? '', {
			total: inputs.length,
			became,
			hasDoneAny,
			refusedTogether,
			failures,
			unpaired,
			doneWord,
		});
		return error;
	}
}
