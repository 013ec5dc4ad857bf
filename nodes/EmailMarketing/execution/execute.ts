import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { endpoints } from '../api/endpoints';
import { pathKey } from '../api/response';
import { inParallel, inPortions } from '../shared/loops';
import { UserFacingError } from '../shared/UserFacingError';
import { createClient } from '../transport/createClient';
import { failureModeOf } from './failedItem';
import { Hints } from './Hints';
import { ItemReader } from './ItemReader';
import type { Call, Execute, Operations } from './Operation';
import { retryCacheOf, type RetryCache } from './RetryCache';
import { RunResults } from './RunResults';

/** Runs an operation for all input items: reads and checks every item, looks up emails, sends, and returns the output. */
export async function executeOperation(
	context: IExecuteFunctions,
	operations: Operations,
): Promise<INodeExecutionData[][]> {
	const inputs = context.getInputData();
	const cache = retryCacheOf(context);
	const isCancelled = (): boolean => context.getExecutionCancelSignal()?.aborted === true;
	// Retry On Fail continues after a cancellation, and would put a try that sends nothing in place of what is known.
	if (cache.lastOutput !== undefined && isCancelled()) return cache.lastOutput();
	const runResults = new RunResults(context.getNode(), inputs, failureModeOf(context));
	try {
		await run(context, new ItemReader(context, operations), runResults);
	} catch (thrown) {
		// What concerns all items, such as a credential that cannot be used.
		runResults.fail([...inputs.keys()], thrown);
	}
	// A run never ends in success with nothing done and nothing said.
	if (!runResults.knowsAny && !isCancelled()) runResults.fail([...inputs.keys()], endedWithoutResult);
	cache.lastOutput = () => runResults.output();
	return runResults.output();
}

const endedWithoutResult = new UserFacingError(
	'The run ended without a result for any item',
	'Check the contact list or the account before you run it again, and report this to the maintainers of this node.',
);

async function run(context: IExecuteFunctions, reader: ItemReader, runResults: RunResults): Promise<void> {
	const { operation } = reader;
	// Nothing that happens to one row of many stops the others.
	const stopsAtFailure = runResults.stopsAtFailure && !('executeBulk' in operation);
	const cancelled = context.getExecutionCancelSignal();
	const options = { isInteractive: runResults.isTool };
	const client = await createClient(context, reader.requestOptions(), { options, stopsAtFailure, cancelled });
	const hints = new Hints();
	runResults.secret = client.connection.accessToken;
	try {
		const calls = await readCalls(reader, { client, cache: retryCacheOf(context), hints, context }, runResults);
		if (runResults.mustStop || client.signal.aborted) return;
		if ('executeBulk' in operation) return await operation.executeBulk(calls, runResults);
		const parallel = client.options.maxParallelRequests;
		await inParallel(calls, parallel, async (call) => await settle(call, operation.execute, runResults));
	} finally {
		client.stop();
		for (const { missing, used } of reader.columnReaders.hints()) {
			hints.add(missing);
			hints.add(used, 'info');
		}
		hints.show(context);
	}
}

/** The calls of all items that an earlier try has not settled. In a node that stops at failures, the first item that cannot be read ends the reading. */
async function readCalls(
	reader: ItemReader,
	shared: Pick<Call, 'client' | 'cache' | 'hints' | 'context'>,
	runResults: RunResults,
): Promise<Call[]> {
	const { client, cache, context } = shared;
	const items = [...context.getInputData().keys()];
	// What takes all items at once knows itself what of it is done.
	if (!('executeBulk' in reader.operation)) for (const item of items) recallItem(item, cache, runResults);
	const calls: Call[] = [];
	const isOpen = (item: number): boolean => !client.signal.aborted && !runResults.mustStop && !runResults.has(item);
	await inPortions(items, (item) => {
		if (!isOpen(item)) return;
		try {
			calls.push({ ...reader.read(item), ...shared });
		} catch (thrown) {
			// Its opt-in columns count for the other items.
			reader.columnReaders.optOuts.read([context.getInputData()[item]?.json]);
			runResults.fail([item], thrown);
		}
	});
	const { resolve } = reader.operation;
	if (resolve !== undefined) {
		for (const [index, call] of calls.entries()) {
			if (!isOpen(call.item)) continue;
			try {
				// Once an unanswered delete is done, the email is found no more.
				const request = cache.unknownDeletes.get(call.item);
				calls[index] = request === undefined ? await resolve(call) : { ...call, request };
			} catch (thrown) {
				runResults.fail([call.item], thrown);
			}
		}
	}
	return calls.filter(({ item }) => !runResults.has(item));
}

/** Records what an earlier try has found out, so that the summary of a node that stops knows it. */
function recallItem(item: number, cache: RetryCache, runResults: RunResults): void {
	try {
		const before = cache.recall(item);
		if (before !== undefined) runResults.add([item], before);
	} catch (thrown) {
		runResults.fail([item], thrown);
	}
}

async function settle(call: Call, execute: Execute, runResults: RunResults): Promise<void> {
	const { client, cache, item } = call;
	if (client.signal.aborted) return;
	try {
		const output = await inTurn(call, async () => await execute(call));
		cache.keep(item, output);
		runResults.add([item], output);
	} catch (thrown) {
		cache.remember(item, thrown);
		runResults.fail([item], thrown);
		if (runResults.stopsAtFailure) client.stop();
	}
}

/** Changes of one resource follow each other in the order of the items, or the last one would not win, and two toggles would both read the old state. */
async function inTurn({ client, request }: Call, work: () => Promise<IDataObject[]>): Promise<IDataObject[]> {
	if (!['PUT', 'DELETE'].includes(endpoints[request.key].method)) return await work();
	return await client.inTurn(pathKey(request.pathValues), work);
}
