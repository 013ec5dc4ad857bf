import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { UserFacingError } from '../shared/UserFacingError';
import { AbortError } from '../transport/wait';
import { errorItem, toNodeError } from './nodeError';

interface Failure {
	/** Failed together, by one request. */
	readonly items: readonly number[];
	readonly thrown: unknown;
	readonly wasSent: boolean;
}

/** What became of each input item of one run of the node. */
export class Outcomes {
	/** By the first item that it came from. */
	private readonly outputs: INodeExecutionData[][] = [];

	private readonly failures: Failure[] = [];

	/** What became of an item is said once. */
	private readonly settled = new Set<number>();

	/** What has no input item. */
	private readonly unpaired: IDataObject[] = [];

	private doneCount = 0;

	private leftOutCount = 0;

	/**
	 * @param total how many items the node was given
	 * @param stopsAtFailure whether the first failure ends the node
	 */
	constructor(
		private readonly node: INode,
		private readonly total: number,
		readonly stopsAtFailure: boolean,
	) {}

	/** Whether something failed in a node that stops at failures. */
	get mustStop(): boolean {
		return this.stopsAtFailure && this.failures.length > 0;
	}

	/** These items are done, and gave this together. */
	add(items: readonly number[], output: readonly IDataObject[]): void {
		// One object for all that an item gave: a list may have a million entries.
		const pairedItem = items.length === 1 ? { item: items[0] ?? 0 } : items.map((item) => ({ item }));
		this.outputs[items[0] ?? 0] = output.map((json) => ({ json, pairedItem }));
		this.doneCount += items.length;
		items.forEach((item) => this.settled.add(item));
	}

	/** Nothing was done for an item, and its output says why. */
	leaveOut(item: number, output: IDataObject): void {
		this.add([item], [output]);
		this.doneCount -= 1;
		this.leftOutCount += 1;
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
		const error = toNodeError(this.node, thrown, items[0]);
		for (const item of items) this.outputs[item] = [errorItem(error, item)];
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
		if (first !== undefined && this.stopsAtFailure) {
			const error = toNodeError(this.node, first.thrown, first.items[0]);
			error.description = [error.description, this.tellOthers(first)].filter((part) => part).join(' ');
			throw error;
		}
		return [[...this.outputs.flat(), ...this.unpaired.map((json) => ({ json, pairedItem: [] }))]];
	}

	/** What became of the other items, in words; nothing where there are none. */
	private tellOthers(first: Failure): string {
		if (this.total === first.items.length) return this.total > 1 && !first.wasSent ? 'Nothing was sent.' : '';
		const others = this.failures.slice(1);
		const unknown = itemsOf(others.filter(({ thrown }) => isOutcomeUnknown(thrown)));
		const refused = itemsOf(others.filter(({ thrown }) => !isOutcomeUnknown(thrown)));
		const failedCount = itemsOf(this.failures).length;
		const notSentCount = this.total - this.doneCount - this.leftOutCount - failedCount;
		const sentences = [
			...(first.items.length === 0 ? [] : [`${first.items.length === 1 ? 'This was' : 'These were'} ${named(first.items).toLowerCase()} of ${this.total}.`]),
			...toldOf(this.unpaired.filter(({ action, email }) => action !== 'failed' && email !== undefined)),
			...(!first.wasSent && this.doneCount === 0 ? ['Nothing was sent.'] : counted(this.doneCount, notSentCount, this.leftOutCount)),
			// All of them: whoever looks them up has nothing else to go by.
			...(unknown.length > 0 ? [`${named(unknown)} may have been done: look before you run ${unknown.length > 1 ? 'them' : 'it'} again.`] : []),
			...(refused.length > 0 ? [`${named(refused, maxNamed)} failed too.`] : []),
		];
		return sentences.join(' ');
	}
}

/** Who was removed: no output will tell. */
function toldOf(outputs: readonly IDataObject[]): string[] {
	if (outputs.length === 0) return [];
	const told = outputs.slice(0, maxTold).map(({ action, email }) => `${String(action)} ${String(email)}`);
	return [`Before that: ${told.join(', ')}${outputs.length > maxTold ? ` and ${outputs.length - maxTold} more` : ''}.`];
}

function isOutcomeUnknown(thrown: unknown): boolean {
	return thrown instanceof UserFacingError && thrown.isOutcomeUnknown;
}

function itemsOf(failures: readonly Failure[]): number[] {
	return failures.flatMap(({ items }) => items);
}

/** `3 items were done, 1 was not sent, 2 were left out.` */
function counted(done: number, notSent: number, leftOut: number): string[] {
	const said = (count: number, what: string): string[] => (count === 0 ? [] : [`${count} ${count === 1 ? 'was' : 'were'} ${what}`]);
	const parts = [...(done > 0 ? [`${done} ${done === 1 ? 'item was' : 'items were'} done`] : []), ...said(notSent, 'not sent'), ...said(leftOut, 'left out')];
	return parts.length === 0 ? [] : [`${parts.join(', ')}.`];
}

const maxNamed = 20;

/** So many things that were done for no item are told where the node stops: there is no output then that would tell them. */
const maxTold = 100;

/** `Item 3`, `Items 3, 5 to 9 and 12`. @param most how many numbers and ranges are given at most */
function named(items: readonly number[], most = Infinity): string {
	const parts = rangesOf(items.map((item) => item + 1).sort((a, b) => a - b));
	const shown = parts.slice(0, most);
	const rest = parts.length > most ? 'others' : shown.pop();
	return shown.length === 0 ? `Item${items.length === 1 ? '' : 's'} ${rest}` : `Items ${shown.join(', ')} and ${rest}`;
}

/** Three and more in a row become a range. @param numbers in ascending order */
function rangesOf(numbers: readonly number[]): string[] {
	const ranges: number[][] = [];
	for (const number of numbers) {
		const range = ranges.at(-1);
		if (range?.at(-1) === number - 1) range.push(number);
		else ranges.push([number]);
	}
	return ranges.flatMap((range) => (range.length < 3 ? range.map(String) : [`${range[0]} to ${range.at(-1)}`]));
}
