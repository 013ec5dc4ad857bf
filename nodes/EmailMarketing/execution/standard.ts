import type { IDataObject } from 'n8n-workflow';

import { endpointOf } from '../api/endpoints';
import { idOf, unwrap } from '../api/response';
import { asItem, isRecord, type JsonRecord } from '../shared/values';
import { hasUnknownOutcome } from '../shared/UserFacingError';
import { NotAList, PagedList } from '../transport/PagedList';
import type { ItemInput, Run } from './Operation';
import type { Settings } from './settings';

/** One request. The item is the resource in the response; if that has no ID, with what was sent. */
export async function sendOne({ request }: Pick<ItemInput, 'request'>, { client }: Run): Promise<IDataObject[]> {
	const { responseKey = 'data', method } = endpointOf(request.key);
	const body = await client.send(request);
	const resource = isRecord(body) ? unwrap(body, responseKey) : (body ?? {});
	if (method === 'GET' || !isRecord(resource) || idOf(resource) !== undefined) return [asItem(resource)];
	const { pathValues } = request;
	const named = method === 'PUT' ? { uuid: Object.values(pathValues).at(-1) } : pathValues;
	return [asItem({ ...named, ...request.body, ...resource })];
}

/**
 * The same, with the resource shortened while 'Simplify' is on.
 * @param look called with the whole resource
 */
export function sendSimplified(simplify: Simplify, look?: (resource: IDataObject) => void) {
	return async (input: ItemInput, run: Run): Promise<IDataObject[]> => {
		const resources = await sendOne(input, run);
		for (const resource of resources) look?.(resource);
		// Where the service shows no resource, what was sent and its message are all there is.
		const isShown = resources.every((resource) => idOf(resource) !== undefined && !('message' in resource));
		return isShown ? simplified(resources, input.settings, simplify) : resources;
	};
}

/** A delete returns a message at most; the item shows what was deleted. */
export async function deleteOne({ request, item }: ItemInput, { client, outcomes }: Run): Promise<IDataObject[]> {
	const outcomeUnknown = outcomes.unknownDeletes.has(item);
	await client.send({ ...request, outcomeUnknown }).catch((thrown: unknown) => {
		if (hasUnknownOutcome(thrown)) outcomes.unknownDeletes.set(item, request);
		throw thrown;
	});
	return [{ deleted: true, uuid: Object.values(request.pathValues).at(-1) }];
}

type Simplify = (resource: JsonRecord) => JsonRecord;

/** As many requests as the list has pages, or as 'Limit' needs. */
export function getMany(simplify: Simplify = (resource) => resource) {
	return async (input: ItemInput, run: Run): Promise<IDataObject[]> =>
		simplified(await fetchList(input, run), input.settings, simplify);
}

/**
 * The entries of a list as 'Return All' and 'Limit' ask for. A body without a list is output whole, with a hint.
 * @param isWanted which entries count for 'Limit'; all of them without it
 */
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
		const likely = found.length === 0 ? list.pages : Math.ceil(((limit - found.length) * list.pages) / found.length);
		// Where not all entries count, twice as far each time: at most as many pages without success as were needed.
		return isWanted === undefined ? likely : Math.min(likely, list.pages, client.options.maxParallelRequests);
	};
	while (!list.hasEnded && found.length < limit) {
		const entries = await list.more(pagesNeeded()).catch((thrown: unknown) => {
			if (!(thrown instanceof NotAList) || thrown.body === undefined) throw thrown;
			hints.add(`${thrown.message}, so it is returned whole, as one item. ${thrown.description}`);
			return thrown;
		});
		if (entries instanceof NotAList) return [asItem(entries.body)];
		for (const entry of entries) if (isWanted?.(entry) !== false) found.push(entry);
	}
	hints.add(list.warning);
	return found.slice(0, limit).map(asItem);
}

/** Shortens each resource while 'Simplify' is on. */
export function simplified(
	resources: IDataObject[],
	{ simplify: isWanted }: Settings,
	simplify: Simplify,
): IDataObject[] {
	return isWanted === false ? resources : resources.map((resource) => simplify(resource) as IDataObject);
}
