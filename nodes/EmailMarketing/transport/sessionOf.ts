import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { memoryOf } from './Memory';
import { Progress } from './Progress';
import { defaultOptions, readOptions, Session, type TransportOptions } from './Session';

const sessions = new WeakMap<object, Session>();

/** The run before, of a session that began while requests of it were still on their way. */
const before = new WeakMap<Session, Session>();

/** Waits for the requests of a run before: what they settle must be known before anything is sent again. */
export async function drainedBefore(session: Session): Promise<void> {
	await before.get(session)?.progress.drained();
}

/**
 * The session that all items of one run of the node share: n8n hands all of them the same execute data.
 * A run that begins anew under 'Retry On Fail' gets a session of its own, with the memory of the execution.
 */
export function sessionOf(caller: IExecutePaginationFunctions): Session {
	const run = runOf(caller);
	const present = sessions.get(run);
	if (present !== undefined && !present.ended && !present.progress.hasBegun(caller.getItemIndex())) return present;

	const memory = memoryOf(run);
	const interval = batchInterval(caller);
	const session = new Session(
		usableOptions(caller),
		new Progress(itemCount(caller), interval, memory.sentItems),
		!caller.continueOnFail(),
		caller.getExecutionCancelSignal(),
		memory,
	);
	if (present !== undefined && !present.ended) {
		present.stop();
		present.replaced = true;
		before.set(session, present);
	}
	sessions.set(run, session);
	if (interval > 0 && session.stopsAtFailure) void session.progress.breaksOff(session.signal).then((brokeOff) => brokeOff && session.stop());
	return session;
}

/** What is wrong with an option is said for each item; until then the defaults do. */
function usableOptions(caller: IExecutePaginationFunctions): TransportOptions {
	try {
		return optionsOf(caller);
	} catch {
		return defaultOptions;
	}
}

/** @throws Explained as `readOptions` does */
export function optionsOf(caller: IExecutePaginationFunctions): TransportOptions {
	return readOptions(caller.getNodeParameter('options', {}) as IDataObject);
}

/** Called by an agent, the node is handed the agent's execute data; each call has arguments of its own. */
function runOf(caller: IExecutePaginationFunctions): object {
	const execution = caller.getExecuteData();
	return isToolCall(caller) ? caller.getInputData(0, 'ai_tool').json : execution;
}

function isToolCall(caller: IExecutePaginationFunctions): boolean {
	return caller.getExecuteData().node.name !== caller.getNode().name;
}

function itemCount(caller: IExecutePaginationFunctions): number {
	if (isToolCall(caller) || caller.getNode().executeOnce === true) return 1;
	const { main, ai_tool: tool } = caller.getExecuteData().data;
	return (main ?? tool)?.[0]?.length ?? 1;
}

/** The pause between batches under n8n's 'Request Options', in ms; 0 without batching. */
function batchInterval(caller: IExecutePaginationFunctions): number {
	const { batching } = caller.getNodeParameter('requestOptions', {}) as { batching?: { batch?: { batchInterval?: number } } };
	return Math.max(0, batching?.batch?.batchInterval ?? 0);
}
