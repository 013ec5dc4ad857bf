import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { endpointOf } from '../api/endpoints';
import { addressKey } from '../api/emailAddress';
import { pathKey } from '../api/response';
import type { Row } from '../rows/parseRow';
import { inParallel, inPortions } from '../shared/loops';
import { counted, firstOf } from '../shared/text';
import { UserFacingError } from '../shared/UserFacingError';
import type { ApiClient } from '../transport/ApiClient';
import { createClient } from '../transport/createClient';
import { AbortError } from '../transport/wait';
import { failureModeOf } from './failedItem';
import { Hints } from './Hints';
import { ItemReader } from './ItemReader';
import type { ItemInput, ItemOperation, Operations, RowInput, Run } from './Operation';
import { Outage } from './Outage';
import { hasFailed, outcomesOf, type Report } from './Outcomes';
import { report } from './report';

/** A run before its parameters and its credential are read. 'Retry On Fail' makes several tries. */
type Try = Omit<Run, 'client' | 'outage'> & { reader?: ItemReader; client?: ApiClient };

export async function executeOperation(context: IExecuteFunctions, operations: Operations) {
	const outcomes = outcomesOf(context);
	// Retry On Fail continues after a cancellation: a try that sends nothing must not replace what is known.
	if (outcomes.lastReport !== undefined && isCancelled(context)) return outputOf(outcomes.lastReport);
	outcomes.beginTry();
	const current: Try = { context, outcomes, mode: failureModeOf(context), hints: new Hints() };
	await runTry(current, operations);
	return outputOf(await finishTry(current));
}

async function runTry(current: Try, operations: Operations): Promise<void> {
	const { context, outcomes, mode } = current;
	try {
		const reader = new ItemReader(context, operations);
		current.reader = reader;
		// Rows do not stop each other.
		const stopsAtFailure = mode === 'stop' && !('executeRows' in reader.operation);
		const cancelled = context.getExecutionCancelSignal();
		const options = { isInteractive: mode === 'tool' };
		const client = await createClient(context, reader.requestOptions(), { options, stopsAtFailure, cancelled });
		current.client = client;
		await execute(reader, { ...current, client, outage: new Outage(client) });
	} catch (thrown) {
		// A failure of all items, such as a credential that cannot be used; also if each has an outcome by now.
		outcomes.fail(openItems(current), thrown);
	} finally {
		current.client?.stop();
	}
}

async function finishTry(current: Try): Promise<Report> {
	const { context, outcomes, mode, hints, reader, client } = current;
	const open = openItems(current);
	const hasStopped = mode === 'stop' && outcomes.list().some(hasFailed);
	// An item without a result must not look like a success.
	if (open.length > 0 && !isCancelled(context) && !hasStopped) outcomes.fail(open, endedWithoutResult);
	const secret = client?.connection.accessToken ?? '';
	const doneWord = reader?.operation.done ?? 'done';
	const shown = { node: context.getNode(), mode, inputs: context.getInputData(), doneWord, secret };
	const reported = await report(outcomes.list(), outcomes.batches(), shown);
	outcomes.lastReport = reported;
	for (const [text, type] of reported.hints) hints.add(text, type);
	reader?.addHints(hints);
	// The tool context of older n8n versions has no hints.
	if (mode !== 'tool') hints.show(context);
	return reported;
}

function isCancelled(context: IExecuteFunctions): boolean {
	return context.getExecutionCancelSignal()?.aborted === true;
}

function openItems({ context, outcomes }: Try): number[] {
	return [...context.getInputData().keys()].filter((item) => !outcomes.has(item));
}

function outputOf({ items, error }: Report): INodeExecutionData[][] {
	if (error !== undefined) throw error;
	return [items];
}

const endedWithoutResult = new UserFacingError(
	'The run ended without a result for this item',
	'Check the contact list or the account before you run it again, and report this to the maintainers of this node.',
);

async function execute(reader: ItemReader, run: Run): Promise<void> {
	const { operation } = reader;
	const { client, outcomes } = run;
	const inputs = await readItems(reader, run);
	if (inputs.length === 0 || mustStop(run)) return;
	const rows = inputs.filter((input): input is RowInput => input.row !== undefined);
	if ('executeRows' in operation) return await operation.executeRows(rows, run);
	if ('executeOnce' in operation) {
		const items = inputs.map(({ item }) => item);
		return outcomes.add({ items, word: operation.done, output: await operation.executeOnce(run) });
	}
	const selected = (await operation.select?.(rows, run)) ?? inputs;
	const { resolved, failures } = await resolveAll(selected, operation, run);
	const work = async (input: ItemInput): Promise<void> => await settle(input, operation, run);
	await inParallel(resolved, client.options.maxParallelRequests, work);
	// A request that failed has stopped the client, but not a search that found nobody.
	for (const [input, failure] of failures)
		if (run.mode !== 'stop' || !outcomes.hasFailedItem) outcomes.fail([input.item], failure, addressIn(input));
}

/** Whether to do nothing more: the execution was cancelled, or an item failed under 'Stop Workflow'. */
function mustStop({ client, outcomes, mode }: Run): boolean {
	return client.signal.aborted || (mode === 'stop' && outcomes.hasFailedItem);
}

/** Reads all items; under 'Stop Workflow', up to the first that cannot be read, or is a row that cannot be sent. */
async function readItems(reader: ItemReader, run: Run): Promise<ItemInput[]> {
	const { outcomes, context, mode } = run;
	const inputs = context.getInputData();
	// Rows that an earlier try has done are read too: another row may have the same address.
	const takesRows = 'executeRows' in reader.operation;
	const read: ItemInput[] = [];
	await inPortions([...inputs.keys()], (item) => reader.collect(item));
	reader.assertKnown();
	reader.assertSettings();
	await reader.readNames(run.client);
	await inPortions([...inputs.keys()], (item) => {
		if (mustStop(run) || (outcomes.has(item) && !takesRows)) return;
		try {
			const input = reader.read(item);
			if (mode === 'stop' && !takesRows) assertCanBeSent(input.row);
			read.push(input);
		} catch (thrown) {
			if (!outcomes.has(item)) outcomes.fail([item], thrown);
		}
	});
	return read;
}

/** @throws UserFacingError if a row can neither be sent nor skipped */
function assertCanBeSent(row?: Row): void {
	const isSkipped = row?.optOut !== undefined && row.key !== '';
	if (row?.rejection !== undefined && !isSkipped) throw row.rejection;
}

/**
 * Looks up all resources. Those that need not be there are skipped. Under 'Stop Workflow', it returns the items before
 * the first failure, in the order of the items, whichever response came first.
 */
async function resolveAll(inputs: readonly ItemInput[], operation: ItemOperation, run: Run) {
	const { resolve, holdsWithout } = operation;
	if (resolve === undefined) return { resolved: inputs, failures: [] };
	const { client, outcomes, mode } = run;
	const resolved = new Map<ItemInput, ItemInput>();
	const failed = new Map<ItemInput, unknown>();
	const absent: ItemInput[] = [];
	await inParallel(inputs, client.options.maxParallelRequests, async (input) => {
		if (client.signal.aborted || (mode === 'stop' && failed.size > 0)) return;
		// If a delete of unknown outcome was done, its resource is not found any more.
		const request = outcomes.unknownDeletes.get(input.item);
		try {
			resolved.set(input, request === undefined ? await resolve(input, run) : { ...input, request });
		} catch (thrown) {
			const isAbsent = thrown instanceof UserFacingError && thrown.isAbsent;
			if (isAbsent && holdsWithout?.(input) === true) absent.push(input);
			else failed.set(input, thrown);
		}
	});
	skipAbsent(absent, inputs, run);
	const firstFailed = mode === 'stop' ? inputs.findIndex((input) => failed.has(input)) : -1;
	const reached = firstFailed < 0 ? inputs : inputs.slice(0, firstFailed + 1);
	return {
		resolved: reached.flatMap((input) => resolved.get(input) ?? []),
		failures: reached.flatMap((input) => (failed.has(input) ? [[input, failed.get(input)] as const] : [])),
	};
}

/** @throws UserFacingError if nobody of several is in the list */
function skipAbsent(absent: readonly ItemInput[], all: readonly ItemInput[], { outcomes, hints }: Run): void {
	if (absent.length === 0) return;
	// Those whom an earlier try has found are not among them.
	const isNobodyFound = absent.length === all.length && outcomes.list().every(({ word }) => word === 'failed');
	const names = [...new Set(absent.map((input) => addressKey(addressIn(input))))];
	if (names.length > 1 && isNobodyFound)
		throw new UserFacingError(
			`None of the ${names.length} addresses is in the contact list`,
			"Is it the right list? Check 'Contact List'. Nothing was changed.",
		);
	for (const input of absent) {
		const output = [{ action: 'skipped', email: addressIn(input), note: 'not in the contact list' }];
		outcomes.add({ items: [input.item], word: 'skipped', output });
	}
	const addresses = counted(names.length, 'address is', 'addresses are');
	hints.add(`${addresses} not in the contact list: skipped (${firstOf(names)}).`);
}

/** Executes one item, unless the sending has ended, and adds its outcome. */
async function settle(input: ItemInput, operation: ItemOperation & { done: string }, run: Run): Promise<void> {
	const { client, outage, outcomes, mode } = run;
	const items = [input.item];
	const { key, pathValues } = input.request;
	// Changes of one resource follow each other: the last one wins, and no two toggles read the same state.
	const names = ['PUT', 'DELETE'].includes(endpointOf(key).method) ? [pathKey(pathValues)] : [];
	const work = async () => await client.inTurn(names, async () => await operation.execute(input, run));
	try {
		const result = await outage.attempt(work, (done) => 'word' in done && done.word === 'skipped');
		outcomes.add({ items, ...('word' in result ? result : { word: operation.done, output: result }) });
	} catch (thrown) {
		// Other items may have ended the sending while this one waited to be sent.
		outcomes.fail(items, thrown instanceof AbortError ? (outage.stopReason ?? thrown) : thrown, addressIn(input));
		if (mode === 'stop') client.stop();
	}
}

/** The email address that an item is about, if its parameters have one. */
function addressIn({ known, row, locatorMode, request: { pathValues, body = {} } }: ItemInput): string | undefined {
	const chosen = locatorMode === 'email' ? pathValues.subscriber : undefined;
	// After the look-up, the path has an ID.
	const address = known?.email ?? chosen ?? row?.email ?? body.email ?? body.to_email;
	return typeof address === 'string' ? address.trim() : undefined;
}
