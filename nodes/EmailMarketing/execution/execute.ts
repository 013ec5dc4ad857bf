import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { endpoints } from '../api/endpoints';
import { inParallel } from '../shared/loops';
import type { ApiClient } from '../transport/ApiClient';
import { UserFacingError } from '../shared/UserFacingError';
import { createClient } from '../transport/createClient';
import { CallReader } from './CallReader';
import { failureModeOf } from './failedItem';
import { Hints } from './Hints';
import { memoryOf, type Memory } from './Memory';
import type { Call, Operations } from './Operation';
import { RunResults } from './RunResults';
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
	const runResults = new RunResults(context.getNode(), inputs, failureModeOf(context));
	try {
		const reader = new RequestReader(context, operations);
		await new Run(context, memory, reader, runResults).run(items);
	} catch (thrown) {
		// What concerns all items, such as a credential that cannot be used.
		runResults.fail(items, thrown, false);
	}
	// A run never ends in success with nothing done and nothing said.
	if (!runResults.knowsAny && !context.getExecutionCancelSignal()?.aborted)
		runResults.fail(items, endedWithoutResult());
	memory.lastTry = runResults;
	return runResults.output();
}

function endedWithoutResult(): UserFacingError {
	return new UserFacingError(
		'The run ended without a result for any item',
		'Look at the contact list or the account before you run it again, and report this to the maintainers of this node.',
	);
}

/** One run of the node. */
class Run {
	private readonly hints = new Hints();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly memory: Memory,
		private readonly reader: RequestReader,
		private readonly runResults: RunResults,
	) {}

	async run(items: readonly number[]): Promise<void> {
		const client = await createClient(this.context, this.reader.requestOptions(), this.stopsAtFailure);
		this.runResults.secret = client.accessToken;
		try {
			await this.runWith(client, items);
		} finally {
			client.stop();
			this.hints.addColumns(this.reader.columnHints());
			this.hints.show(this.context);
		}
	}

	/** Whether the first failure ends the run. Nothing that happens to one row of many stops the others. */
	private get stopsAtFailure(): boolean {
		return this.runResults.stopsAtFailure && this.reader.operation.executeBulk === undefined;
	}

	private async runWith(client: ApiClient, items: readonly number[]): Promise<void> {
		const { executeBulk } = this.reader.operation;
		const { stopsAtFailure } = this.runResults;
		// What takes all items at once knows itself what of it is done.
		const left = items.filter((item) => executeBulk !== undefined || !this.recall(item));
		if (this.runResults.mustStop) return;
		const parallel = client.options.maxParallelRequests;
		const readsAll = stopsAtFailure || executeBulk !== undefined;
		const { context, memory, hints } = this;
		const shared = { client, memory, hints, context };
		const reader = new CallReader(this.reader, this.runResults, shared, items.length, readsAll ? Infinity : parallel);
		const calls = readsAll ? await reader.readAll() : [];
		if (this.runResults.mustStop) return;
		if (executeBulk) return await executeBulk(calls, this.runResults);
		await inParallel(left, parallel, async (item) => {
			if (client.signal.aborted) return;
			const callOf = await reader.take(item);
			await this.settle(item, client, async () => await this.call(await callOf()));
		});
	}

	/** Says of an item what an earlier try found out for good. @returns whether there is such a thing */
	private recall(item: number): boolean {
		try {
			const before = this.memory.recall(nameOf(item));
			if (before !== undefined) this.runResults.add([item], before);
			return before !== undefined;
		} catch (thrown) {
			this.runResults.fail([item], thrown);
			return true;
		}
	}

	/** Does the work of one item, unless an earlier try has done it, and says what became of it. */
	private async settle(item: number, client: ApiClient, work: () => Promise<IDataObject[]>): Promise<void> {
		try {
			this.runResults.add([item], await this.memory.runOnce(nameOf(item), work));
		} catch (thrown) {
			this.memory.remember(nameOf(item), thrown);
			this.runResults.fail([item], thrown);
			if (this.runResults.stopsAtFailure) client.stop();
		}
	}

	private async call(call: Call): Promise<IDataObject[]> {
		const { key, pathValues } = call.request;
		const work = async (): Promise<IDataObject[]> => (await this.reader.operation.execute?.(call)) ?? [];
		// Changes of one thing follow each other in the order of the items, or the last one would not win, and two toggles would both read the old state.
		const isChange = ['PUT', 'DELETE'].includes(endpoints[key].method);
		return isChange ? await call.client.inTurn(thingOf(pathValues), work) : await work();
	}
}

/** What a request changes. IDs that differ only in case are most likely one: a UUID has no case. */
function thingOf(pathValues: Readonly<Record<string, string>>): string {
	return JSON.stringify(pathValues).toLowerCase();
}

function nameOf(item: number): string {
	return `item ${item}`;
}
