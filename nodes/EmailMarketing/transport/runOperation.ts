import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	NodeApiError,
	PostReceiveAction,
} from 'n8n-workflow';

import { readBody } from '../api/bodies';
import { endpoints, isEndpointKey, placeholdersOf, type EndpointKey } from '../api/endpoints';
import { Explained } from '../shared/Explained';
import { fetchPages } from './fetchPages';
import { idText } from './fillPath';
import { withSubscriberFound } from './findSubscriber';
import { inputFields } from './inputFields';
import { errorItem, toNodeError } from './nodeError';
import type { Progress } from './Progress';
import { send, Stopped, type ApiRequest } from './request';
import { sessionOf, type Session } from './Session';

type RequestData = DeclarativeRestApiSettings.ResultOptions;

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
		session.progress.begin();
		return { session, items: await settle(caller, requestData, work, session) };
	} catch (thrown) {
		if (thrown instanceof Stopped) return { session, items: [] };
		if (!caller.continueOnFail()) session?.stop();
		if (thrown instanceof Explained && thrown.uncertain) session?.settled.set(item, { thrown });
		return { session, items: [], error: toNodeError(caller.getNode(), thrown, item) };
	}
}

async function settle(caller: IExecutePaginationFunctions, requestData: RequestData, work: Work, session: Session): Promise<INodeExecutionData[]> {
	const request = readRequest(caller, requestData);
	const locator = 'subscriber' in request.pathValues ? caller.getNodeParameter('subscriber', '') : '';
	if (!(await session.progress.everyItemBegun()) && !caller.continueOnFail()) throw new Stopped();

	const before = session.settled.get(caller.getItemIndex());
	if (before !== undefined && 'thrown' in before) throw before.thrown;
	if (before !== undefined) return before.items;

	const found = await withSubscriberFound(caller, session, request, locator);
	const items = await received(caller, requestData, await work({ caller, session, request: found }));
	session.settled.set(caller.getItemIndex(), { items });
	return items;
}

/** One request, one answer. */
export const runOperation = operationRunner(async ({ caller, session, request }) => {
	const body = await send(caller, session, request);
	// A successful write may answer with nothing; then the item says what was sent.
	return [{ json: asItem(body ?? { ...request.pathValues, ...request.body }) }];
});

/** A delete answers with a sentence at most; the item says what was deleted. */
export const runDelete = operationRunner(async ({ caller, session, request }) => {
	await send(caller, session, request);
	return [{ json: { deleted: true, uuid: Object.values(request.pathValues).at(-1) as string } }];
});

/** As many requests as the list has pages, or as 'Limit' needs. */
export const runGetMany = operationRunner(async ({ caller, session, request }) => {
	const limit = caller.getNodeParameter('returnAll', false) === true ? undefined : readLimit(caller.getNodeParameter('limit', 50));
	return (await fetchPages(caller, session, request, { limit })).map((entry) => ({ json: asItem(entry) }));
});

function readRequest(caller: IExecutePaginationFunctions, { options }: RequestData): ApiRequest {
	const key = readKey(caller);
	const pathValues = Object.fromEntries(
		placeholdersOf(endpoints[key].path).map((name) => [name, idText(name, caller.getNodeParameter(name, undefined, { extractValue: true }))]),
	);
	const fields = inputFields(caller) ?? (options.body as IDataObject | undefined) ?? {};
	const body = endpoints[key].method === 'GET' || endpoints[key].method === 'DELETE' ? undefined : readBody(key, fields);
	return { key, pathValues, body, item: caller.getItemIndex(), platform: platformOptions(options) };
}

function readKey(caller: IExecutePaginationFunctions): EndpointKey {
	const key = `${String(caller.getNodeParameter('resource'))}.${String(caller.getNodeParameter('operation'))}`;
	if (isEndpointKey(key)) return key;
	throw new Explained(`The operation "${key}" does not exist`, "Choose 'Resource' and 'Operation' again in this node. Nothing was sent.");
}

/** What the user set under 'Request Options', and what n8n adds itself. */
function platformOptions(options: RequestData['options']): Partial<IHttpRequestOptions> {
	const { timeout, proxy, skipSslCertificateValidation, allowedDomains } = options as IHttpRequestOptions;
	return { timeout, proxy, skipSslCertificateValidation, allowedDomains };
}

function readLimit(value: unknown): number {
	const limit = Number(value);
	if (Number.isInteger(limit) && limit > 0) return limit;
	throw new Explained("'Limit' must be a whole number of at least 1", "Correct 'Limit', or turn on 'Return All'. Nothing was sent for this item.");
}

/** n8n's items hold objects. */
function asItem(value: unknown): IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as IDataObject) : { value: value as IDataObject[] };
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
