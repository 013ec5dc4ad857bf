import type { IDataObject } from 'n8n-workflow';

import { endpointOf } from '../api/endpoints';
import { unwrap } from '../api/response';
import { isOnlyAccepted } from '../api/singleAnswer';
import { isRecord, type JsonRecord } from '../shared/isRecord';
import { isOutcomeUnknown } from '../shared/UserFacingError';
import { fetchPages } from '../transport/fetchPages';
import type { Call } from './Operation';
import { refuseAnswerOfAnother } from './refuseAnswerOfAnother';
import type { Settings } from './settings';
import { hintOnAccepted, hintOnWritten } from './writeHints';

/** One request, one answer: the thing inside it. */
export async function sendOne({ client, request, hints, known }: Call): Promise<IDataObject[]> {
	const { method, responseKey } = endpointOf(request.key);
	const { status, body } = await client.exchange(request);
	hintOnAccepted(hints, request, body, status);
	// A successful write may answer with nothing; then the item says what was sent.
	const answer = body ?? { ...request.pathValues, ...request.body };
	const told = asItem(isRecord(answer) && responseKey !== undefined ? unwrap(answer, responseKey) : answer);
	if (method === 'PUT' && !isOnlyAccepted(body, status))
		refuseAnswerOfAnother(told, request, request.body?.email === undefined ? known?.email : undefined);
	const thing = request.key === 'subscriber.create' ? withEmail(told, request.body) : told;
	hintOnWritten(hints, request, answer, thing);
	return [thing];
}

/** A delete answers with a sentence at most; the item says what was deleted. */
export async function deleteOne({ client, request, item, memory, hints }: Call): Promise<IDataObject[]> {
	const mayBeDone = memory.unansweredDeletes.has(item);
	const { status, body } = await client.exchange({ ...request, mayBeDone }).catch((thrown: unknown) => {
		if (isOutcomeUnknown(thrown)) memory.unansweredDeletes.set(item, request);
		throw thrown;
	});
	hintOnAccepted(hints, request, body, status);
	return [{ deleted: true, uuid: Object.values(request.pathValues).at(-1) }];
}

/** An answer that shows no subscriber does not say whose it is. */
function withEmail(told: IDataObject, body: IDataObject = {}): IDataObject {
	const isShown = ['email', 'uuid', 'id', 'attributes'].some((name) => name in told);
	return isShown || body.email === undefined ? told : { email: body.email, ...told };
}

type Simplify = (thing: JsonRecord) => JsonRecord;

/** As many requests as the list has pages, or as 'Limit' needs. */
export function getMany(simplify: Simplify = (thing) => thing) {
	return async (call: Call): Promise<IDataObject[]> =>
		simplified((await readList(call)).items, call.settings, simplify);
}

interface ReadList {
	readonly items: IDataObject[];
	/** Entries that were passed over. */
	readonly leftOut: readonly unknown[];
}

/**
 * The entries of a list as 'Return All' and 'Limit' want them; a hint says why some may be missing.
 * @param isWanted which entries count for 'Limit' and are given; all of them where it is left out
 */
export async function readList(
	{ client, request, settings, hints }: Call,
	isWanted?: (entry: unknown) => boolean,
): Promise<ReadList> {
	const limit = settings.returnAll === true ? undefined : (settings.limit as number | undefined);
	const { items, leftOut = [], shortfall, goesOn } = await fetchPages(client, request, { limit, isWanted });
	hints.add(shortfall && [...Object.values(request.pathValues), shortfall].join(': '));
	if (goesOn)
		hints.add(
			`'Limit' is ${limit}, and the list goes on after that. To get all of it, switch on 'Return All'.`,
			'info',
		);
	return { items: items.map(asItem), leftOut };
}

/** Shortens each thing while 'Simplify' is on. */
export function simplified(things: IDataObject[], { simplify: wanted }: Settings, simplify: Simplify): IDataObject[] {
	return wanted === false ? things : things.map((thing) => simplify(thing) as IDataObject);
}

/** n8n's items hold objects; anything else stands under `value`. */
export function asItem(value: unknown): IDataObject {
	return (isRecord(value) ? value : { value }) as IDataObject;
}
