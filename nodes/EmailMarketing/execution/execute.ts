import { sleep, type IDataObject, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { endpoints } from '../api/endpoints';
import type { ApiClient } from '../transport/ApiClient';
import { createClient } from '../transport/createClient';
import { AbortError } from '../transport/wait';
import { resolveSubscriberEmail } from './findSubscriber';
import { memoryOf, type Memory } from './Memory';
import type { Call, Operations } from './Operation';
import { inParallel } from './inParallel';
import { Outcomes } from './Outcomes';
import { RequestReader } from './RequestReader';

/** How long items may be read without a pause, in ms: while one is read, n8n can do nothing else. */
const breathlessMs = 50;

/**
 * Runs an operation for all input items: reads every item, makes the calls, gives the output.
 * A node that stops at failures reads and checks all items before the first request leaves; one that goes on reads each when its turn comes.
 */
export async function executeOperation(context: IExecuteFunctions, operations: Operations): Promise<INodeExecutionData[][]> {
	const items = [...context.getInputData().keys()];
	const outcomes = new Outcomes(context.getNode(), items.length, !goesOnAfterFailures(context));
	try {
		await new Run(context, operations, outcomes).run(items);
	} catch (thrown) {
		// What concerns all items, such as a credential that cannot be used.
		outcomes.fail(items, thrown, false);
	}
	return outcomes.output();
}

/**
 * Whether a failure leaves the node running. As an agent's tool it always does: what a tool throws older agents swallow and newer ones shorten,
 * but what it gives, the model reads.
 */
function goesOnAfterFailures(context: IExecuteFunctions): boolean {
	return context.continueOnFail() || context.getNode().type.endsWith('Tool');
}

/** One run of the node. */
class Run {
	private readonly reader: RequestReader;

	private readonly memory: Memory;

	private lastBreath = Date.now();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operations: Operations,
		private readonly outcomes: Outcomes,
	) {
		this.reader = new RequestReader(context, operations);
		this.memory = memoryOf(context);
	}

	async run(items: readonly number[]): Promise<void> {
		const { executeBulk } = this.operations[this.reader.keyOf(0)];
		const { stopsAtFailure } = this.outcomes;
		const client = await createClient(this.context, this.reader.clientSettings(), stopsAtFailure);
		const calls = stopsAtFailure || executeBulk ? await this.readAll(items, client) : [];
		if (stopsAtFailure && this.outcomes.hasFailed) return;
		if (executeBulk) {
			await executeBulk(calls.filter((call) => call !== undefined), this.outcomes);
			return;
		}
		await inParallel(items, client.options.maxParallelRequests, async (item) => {
			const before = this.memory.isDone(nameOf(item));
			if (client.signal.aborted && !before) return;
			if (calls.length === 0) await this.breathe();
			await this.settle(item, client, async () => await this.call(calls[item] ?? this.read(item, client)));
		});
	}

	/** The calls by item; where the node goes on, an item that cannot be read has none. */
	private async readAll(items: readonly number[], client: ApiClient): Promise<Array<Call | undefined>> {
		const calls: Array<Call | undefined> = [];
		for (const item of items) {
			if (client.signal.aborted) throw new AbortError();
			await this.breathe();
			try {
				calls[item] = this.read(item, client);
			} catch (thrown) {
				this.outcomes.fail([item], thrown, false);
				if (this.outcomes.stopsAtFailure) break;
			}
		}
		return calls;
	}

	private read(item: number, client: ApiClient): Call {
		return { ...this.reader.read(item), client, memory: this.memory, context: this.context };
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
		const call = given.isByEmail ? await resolveSubscriberEmail(given) : given;
		const { key, pathValues } = call.request;
		const work = async (): Promise<IDataObject[]> => (await this.operations[key].execute?.(call)) ?? [];
		// Changes of one thing follow each other in the order of the items, or the last one would not win, and two toggles would both read the old state.
		const isChange = ['PUT', 'DELETE'].includes(endpoints[key].method);
		return isChange ? await call.client.inTurn(JSON.stringify(pathValues), work) : await work();
	}

	/** Lets n8n do something else now and then. */
	private async breathe(): Promise<void> {
		if (Date.now() - this.lastBreath < breathlessMs) return;
		await sleep(0);
		this.lastBreath = Date.now();
	}
}

function nameOf(item: number): string {
	return `item ${item}`;
}
