import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { endpoints } from '../api/endpoints';
import type { ApiClient } from '../transport/ApiClient';
import { createClient } from '../transport/createClient';
import { AbortError } from '../transport/wait';
import { failureModeOf } from './failedItem';
import { resolveSubscriberEmail } from './findSubscriber';
import { Hints } from './Hints';
import { memoryOf, type Memory } from './Memory';
import type { Call, Operations } from './Operation';
import { inParallel } from '../shared/inParallel';
import { Outcomes } from './Outcomes';
import { ReadAhead } from './ReadAhead';
import { RequestReader } from './RequestReader';

/**
 * Runs an operation for all input items: reads every item, makes the calls, gives the output.
 * A node that stops at failures reads and checks all items before the first request leaves; one that goes on reads each when its turn comes.
 */
export async function executeOperation(
	context: IExecuteFunctions,
	operations: Operations,
): Promise<INodeExecutionData[][]> {
	const inputs = context.getInputData();
	const items = [...inputs.keys()];
	const memory = memoryOf(context);
	// Retry On Fail goes on after a cancellation, and would put a try that sends nothing in place of what is known.
	if (memory.lastTry !== undefined && context.getExecutionCancelSignal()?.aborted) return memory.lastTry.output();
	const outcomes = new Outcomes(context.getNode(), inputs, failureModeOf(context));
	try {
		const reader = new RequestReader(context, operations);
		await new Run(context, memory, reader, outcomes).run(items);
	} catch (thrown) {
		// What concerns all items, such as a credential that cannot be used.
		outcomes.fail(items, thrown, false);
	}
	memory.lastTry = outcomes;
	return outcomes.output();
}

/** An item's call, or why it cannot be read. */
type Read = { readonly call: Call } | { readonly thrown: unknown };

/** One run of the node. */
class Run {
	private readonly hints = new Hints();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly memory: Memory,
		private readonly reader: RequestReader,
		private readonly outcomes: Outcomes,
	) {}

	async run(items: readonly number[]): Promise<void> {
		const client = await createClient(this.context, this.reader.clientSettings(), this.outcomes.stopsAtFailure);
		try {
			await this.runWith(client, items);
		} finally {
			this.sumUp();
			this.hints.addColumns(this.reader.columnHints());
			this.hints.show(this.context);
			// Nothing of this run may stay on the signal of the execution, which may run the node thousands of times.
			client.stop();
		}
	}

	private sumUp(): void {
		const { summary } = this.reader.operation;
		const text = this.outcomes.tally().text();
		if (summary !== undefined && text !== undefined) this.hints.add(`${summary}: ${text}.`, 'info');
	}

	private async runWith(client: ApiClient, items: readonly number[]): Promise<void> {
		const { executeBulk } = this.reader.operation;
		const { stopsAtFailure } = this.outcomes;
		// What takes all items at once knows itself what of it is done.
		const left = items.filter((item) => executeBulk !== undefined || !this.recall(item));
		if (this.outcomes.mustStop) return;
		const parallel = client.options.maxParallelRequests;
		const readsAll = stopsAtFailure || executeBulk !== undefined;
		const ahead = new ReadAhead(items.length, readsAll ? Infinity : parallel, (item) => this.read(item, client));
		const reads = readsAll ? await this.readAll(ahead, client) : undefined;
		if (this.outcomes.mustStop) return;
		if (executeBulk) {
			await executeBulk(
				(reads ?? []).flatMap((read) => ('call' in read ? [read.call] : [])),
				this.outcomes,
			);
			return;
		}
		await inParallel(left, parallel, async (item) => {
			if (client.signal.aborted) return;
			const read = reads?.[item] ?? (await ahead.take(item));
			await this.settle(item, client, async () => await this.call(callOf(read)));
		});
	}

	/** Says of an item what an earlier try found out for good. @returns whether there is such a thing */
	private recall(item: number): boolean {
		try {
			const before = this.memory.recall(nameOf(item));
			if (before !== undefined) this.outcomes.add([item], before);
			return before !== undefined;
		} catch (thrown) {
			this.outcomes.fail([item], thrown);
			return true;
		}
	}

	/** Reads every item before anything is changed, or as far as the first that cannot be read; subscribers given by email are found. */
	private async readAll(ahead: ReadAhead<Read>, client: ApiClient): Promise<Read[]> {
		const reads = await ahead.readAll(
			(read) => !client.signal.aborted && ('call' in read || !this.outcomes.stopsAtFailure),
		);
		if (client.signal.aborted) throw new AbortError();
		for (const [item, read] of reads.entries()) {
			const found =
				'call' in read && read.call.isByEmail && !this.outcomes.mustStop ? await this.find(read.call) : read;
			reads[item] = found;
			if ('thrown' in found) this.outcomes.fail([item], found.thrown, false);
		}
		return reads;
	}

	private async find(call: Call): Promise<Read> {
		try {
			return { call: await this.resolve(call) };
		} catch (thrown) {
			return { thrown };
		}
	}

	/** The call with the subscriber's ID. A delete that was not answered goes by the ID that it had: once it is done, the email is found no more. */
	private async resolve(call: Call): Promise<Call> {
		const request = this.memory.unansweredDeletes.get(call.item);
		return request === undefined ? await resolveSubscriberEmail(call) : { ...call, isByEmail: false, request };
	}

	private read(item: number, client: ApiClient): Read {
		try {
			return {
				call: { ...this.reader.read(item), client, memory: this.memory, hints: this.hints, context: this.context },
			};
		} catch (thrown) {
			return { thrown };
		}
	}

	/** Does the work of one item, unless an earlier try has done it, and says what became of it. */
	private async settle(item: number, client: ApiClient, work: () => Promise<IDataObject[]>): Promise<void> {
		try {
			this.outcomes.add([item], await this.memory.runOnce(nameOf(item), work));
		} catch (thrown) {
			this.memory.remember(nameOf(item), thrown);
			this.outcomes.fail([item], thrown);
			if (this.outcomes.stopsAtFailure) client.stop();
		}
	}

	private async call(given: Call): Promise<IDataObject[]> {
		const call = given.isByEmail ? await this.resolve(given) : given;
		const { key, pathValues } = call.request;
		const work = async (): Promise<IDataObject[]> => (await this.reader.operation.execute?.(call)) ?? [];
		// Changes of one thing follow each other in the order of the items, or the last one would not win, and two toggles would both read the old state.
		const isChange = ['PUT', 'DELETE'].includes(endpoints[key].method);
		return isChange ? await call.client.inTurn(thingOf(pathValues), work) : await work();
	}
}

function callOf(read: Read): Call {
	if ('thrown' in read) throw read.thrown;
	return read.call;
}

/** What a request changes. IDs that differ only in case are most likely one: a UUID has no case. */
function thingOf(pathValues: Readonly<Record<string, string>>): string {
	return JSON.stringify(pathValues).toLowerCase();
}

function nameOf(item: number): string {
	return `item ${item}`;
}
