import type { IExecutePaginationFunctions, INodeExecutionData, NodeApiError, PostReceiveAction } from 'n8n-workflow';

import { Explained } from '../shared/Explained';
import { withSubscriberFound } from './findSubscriber';
import { errorItem, toNodeError } from './nodeError';
import type { Progress } from './Progress';
import { readRequest, type RequestData } from './readRequest';
import { Stopped, type ApiRequest } from './request';
import type { Session } from './Session';
import { drainedBefore, optionsOf, sessionOf } from './sessionOf';

/** One item's call of an operation, its parameters read and checked. */
export interface Call {
	readonly caller: IExecutePaginationFunctions;
	readonly session: Session;
	readonly request: ApiRequest;
}

/** What an operation does with its call: the items it gives. */
export type Work = (call: Call) => Promise<INodeExecutionData[]>;

/**
 * The function that n8n runs in place of its own request, for each item.
 * It reads the parameters before n8n starts the next item, so a value that cannot be sent stops the node before anything left.
 * Every item that it gives, error items included, names the input item that it came from.
 */
export function operationRunner(work: Work) {
	return async function runItem(this: IExecutePaginationFunctions, requestData: RequestData): Promise<INodeExecutionData[]> {
		const item = this.getItemIndex();
		const { items, error, session } = await outcomeOf(this, requestData, work);
		session?.progress.end();
		if (error !== undefined && !this.continueOnFail()) await session?.progress.everyItemEnded();
		if (session?.progress.everythingEnded === true) session.ended = true;
		if (error === undefined) return items.map((entry) => ({ ...entry, pairedItem: { item } }));
		if (this.continueOnFail()) return [errorItem(error, item)];
		// A rejection that n8n does not look at would end its process.
		if (session?.progress.brokenOff === true || session?.replaced === true) return [];
		throw withProgress(error, item, session?.progress);
	};
}

interface Outcome {
	readonly items: INodeExecutionData[];
	readonly error?: NodeApiError;
	readonly session?: Session;
}

/** Runs one item to its end. Never throws, and stops the others at once when the node has to fail. */
async function outcomeOf(caller: IExecutePaginationFunctions, requestData: RequestData, work: Work): Promise<Outcome> {
	const item = caller.getItemIndex();
	let session: Session | undefined;
	try {
		session = sessionOf(caller);
		session.progress.begin(item);
		return { session, items: await settle(caller, requestData, work, session) };
	} catch (thrown) {
		if (thrown instanceof Stopped && (session?.stopsAtFailure === true || session?.signal.aborted === true)) return { session, items: [] };
		if (!caller.continueOnFail()) session?.stop();
		if (thrown instanceof Explained) session?.memory.keep(nameOf(item), thrown);
		return { session, items: [], error: toNodeError(caller.getNode(), thrown, item) };
	}
}

async function settle(caller: IExecutePaginationFunctions, requestData: RequestData, work: Work, session: Session): Promise<INodeExecutionData[]> {
	optionsOf(caller);
	const request = readRequest(caller, requestData);
	const locator = 'subscriber' in request.pathValues ? caller.getNodeParameter('subscriber', '') : '';
	if (!(await session.progress.everyItemBegun()) && !caller.continueOnFail()) throw new Stopped();

	await drainedBefore(session);
	return await session.memory.settle(nameOf(caller.getItemIndex()), async () => {
		const found = await withSubscriberFound(caller, session, request, locator);
		return await received(caller, requestData, await work({ caller, session, request: found }));
	});
}

function nameOf(item: number): string {
	return `item ${item}`;
}

/** Runs the operation's own `output.postReceive` functions, as n8n does after its own requests. */
async function received(caller: IExecutePaginationFunctions, { postReceive }: RequestData, items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
	let output = items;
	for (const action of postReceive.flatMap(({ actions }) => actions as PostReceiveAction[])) {
		if (typeof action === 'function') output = await action.call(caller, output, { body: {}, headers: {}, statusCode: 200 });
	}
	return output;
}

function withProgress(error: NodeApiError, item: number, progress?: Progress): NodeApiError {
	if (progress === undefined || progress.total < 2) return error;
	const { total, sent } = progress;
	const rest = sent === 0 ? 'Nothing was sent.' : `${sent} of ${total} items were sent, ${total - sent} were not.`;
	error.description = `${error.description ?? ''} This was item ${item + 1} of ${total}. ${rest}`.trim();
	return error;
}
