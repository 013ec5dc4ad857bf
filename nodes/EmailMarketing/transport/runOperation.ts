import type { IDataObject } from 'n8n-workflow';

import { Explained } from '../shared/Explained';
import { isFields } from '../shared/isFields';
import { fetchPages } from './fetchPages';
import { operationRunner } from './operationRunner';
import { send } from './request';

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

/** n8n hands the items that one item gives to a function as arguments, and JavaScript takes no more than some 120,000 of them. */
const mostItemsOfOne = 100_000;

/** As many requests as the list has pages, or as 'Limit' needs. */
export const runGetMany = operationRunner(async ({ caller, session, request }) => {
	const limit = caller.getNodeParameter('returnAll', false) === true ? undefined : readLimit(caller.getNodeParameter('limit', 50));
	return (await fetchPages(caller, session, request, { limit, mostItems: mostItemsOfOne })).map((entry) => ({ json: asItem(entry) }));
});

function readLimit(value: unknown): number {
	const limit = Number(value);
	if (Number.isInteger(limit) && limit > 0 && limit <= mostItemsOfOne) return limit;
	throw new Explained(`'Limit' must be a whole number from 1 to ${mostItemsOfOne.toLocaleString('en')}`, "Correct 'Limit', or turn on 'Return All'. Nothing was sent for this item.");
}

/** n8n's items hold objects. */
function asItem(value: unknown): IDataObject {
	return (isFields(value) ? value : { value }) as IDataObject;
}
