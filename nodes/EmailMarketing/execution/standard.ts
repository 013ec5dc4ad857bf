import type { IDataObject } from 'n8n-workflow';

import { endpointOf } from '../api/endpoints';
import { idOf, unwrap } from '../api/response';
import { asItem, isRecord, type JsonRecord } from '../shared/values';
import { hasUnknownOutcome } from '../shared/UserFacingError';
import { PagedList } from '../transport/PagedList';
import type { ItemInput, Run } from './Operation';
import type { Settings } from './settings';

/** Sends one request. The item is the resource in the response; if that has no ID, what was sent is added. */
export async function sendOne({ request }: Pick<ItemInput, 'request'>, { client }: Run): Promise<IDataObject[]> {
	const { responseKey = 'data', method } = endpointOf(request.key);
	const body = await client.send(request);
	const resource = isRecord(body) ? unwrap(body, responseKey) : (body ?? {});
	if (method === 'GET' || !isRecord(resource) || idOf(resource) !== undefined) return [asItem(resource)];
	const { pathValues } = request;
	const named = method === 'PUT' ? { uuid: Object.values(pathValues).at(-1) } : pathValues;
	return [asItem({ ...named, ...request.body, ...resource })];
}

/** The same with 'Simplify'. `look` gets the whole resource. */
export function sendSimplified(simplify: Simplify, look?: (resource: IDataObject) => void) {
	return async (input: ItemInput, run: Run): Promise<IDataObject[]> => {
		const resources = await sendOne(input, run);
		for (const resource of resources) look?.(resource);
		// Without a resource in the response, everything that is known is output.
		const isShown = resources.every((resource) => idOf(resource) !== undefined && !('message' in resource));
		return isShown ? simplified(resources, input.settings, simplify) : resources;
	};
}

/** The response to a delete is at most a message, so the item shows what was deleted. */
export async function deleteOne({ request, item }: ItemInput, { client, outcomes }: Run): Promise<IDataObject[]> {
	const outcomeUnknown = outcomes.unknownDeletes.has(item);
	await client.send({ ...request, sending: { outcomeUnknown } }).catch((thrown: unknown) => {
		if (hasUnknownOutcome(thrown)) outcomes.unknownDeletes.set(item, request);
		throw thrown;
	});
	return [{ deleted: true, uuid: Object.values(request.pathValues).at(-1) }];
}

type Simplify = (resource: JsonRecord) => JsonRecord;

/** Reads all pages of a list, or as many as 'Limit' needs. */
export function getMany(simplify: Simplify = (resource) => resource) {
	return async (input: ItemInput, run: Run): Promise<IDataObject[]> =>
		simplified(await fetchList(input, run), input.settings, simplify);
}

/** The wanted entries of a list, by 'Return All' and 'Limit'. */
export async function fetchList(
	{ request, settings }: ItemInput,
	{ client, hints }: Run,
	isWanted?: (entry: unknown) => boolean,
): Promise<IDataObject[]> {
	const limit = settings.returnAll === true ? Infinity : Number(settings.limit ?? Infinity);
	const list = new PagedList(client, request);
	const found: unknown[] = [];
	const pagesNeeded = (): number => {
		if (limit === Infinity) return Infinity;
		const likely =
			found.length === 0 ? list.pagesRead : Math.ceil(((limit - found.length) * list.pagesRead) / found.length);
		// With a filter, twice as many pages each time, so that at most half of the pages are read without need.
		return isWanted === undefined ? likely : Math.min(likely, list.pagesRead, client.options.maxParallelRequests);
	};
	while (!list.hasEnded && found.length < limit) {
		for (const entry of await list.more(pagesNeeded())) if (isWanted?.(entry) !== false) found.push(entry);
	}
	hints.add(list.warning);
	return found.slice(0, limit).map(asItem);
}

export function simplified(resources: IDataObject[], settings: Settings, simplify: Simplify): IDataObject[] {
	return settings.simplify === false ? resources : resources.map((resource) => simplify(resource) as IDataObject);
}
