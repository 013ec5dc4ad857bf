import type { IDataObject } from 'n8n-workflow';

import { isDoneAnswer, saysNo } from '../api/doneAnswer';
import { stillFilled } from '../api/emptiedFields';
import { endpointOf, isReading, type EndpointKey } from '../api/endpoints';
import { unwrap } from '../api/response';
import { fieldsOf, idOf } from '../api/listEntries';
import { isOlder } from '../api/foundByCreate';
import { isOnlyAccepted } from '../api/singleAnswer';
import { shownOtherwise } from '../api/shownOtherwise';
import { isSubscribedIn } from '../api/subscriptionState';
import { showsAnother } from '../api/toldSubscriber';
import { isRecord, type JsonRecord } from '../shared/isRecord';
import { displayNameOf } from '../shared/names';
import { isOutcomeUnknown } from '../shared/UserFacingError';
import { fetchPages } from '../transport/fetchPages';
import type { Call } from './Operation';
import { refuseAnswerOfAnother } from './refuseAnswerOfAnother';
import type { Settings } from './settings';

/** One request, one answer: the thing inside it. */
export async function sendOne({ client, request, hints, known }: Call): Promise<IDataObject[]> {
	const { method, responseKey } = endpointOf(request.key);
	const { status, body } = await client.exchange(request);
	hints.add(hintOn(request.key, body, status), 'info');
	// A successful write may answer with nothing; then the item says what was sent.
	const answer = body ?? { ...request.pathValues, ...request.body };
	const told = asItem(isRecord(answer) && responseKey !== undefined ? unwrap(answer, responseKey) : answer);
	if (method === 'PUT' && !isOnlyAccepted(body, status))
		refuseAnswerOfAnother(told, request, request.body?.email === undefined ? known?.email : undefined);
	const thing = request.key === 'subscriber.create' ? withEmail(told, request.body) : told;
	if (request.key === 'subscriber.create') for (const hint of hintsOnCreated(thing, request.body)) hints.add(hint);
	if (method === 'PUT')
		for (const field of shownOtherwise(request.body, thing))
			hints.add(
				`'${displayNameOf(field, request.names)}' was sent, and the service shows another value in it: it may not have taken it. Look at it in the service.`,
			);
	if (isRecord(answer) && typeof answer.message === 'string' && saysNo(answer.message))
		hints.add(`The service says: "${answer.message.slice(0, 200)}"`);
	for (const field of stillFilled(request.body, thing))
		hints.add(
			`'${displayNameOf(field, request.names)}' was to be emptied, and the service still shows a value in it. How it empties a field is not documented: empty it in the service itself.`,
		);
	return [thing];
}

/** A delete answers with a sentence at most; the item says what was deleted. */
export async function deleteOne({ client, request, item, memory, hints }: Call): Promise<IDataObject[]> {
	const mayBeDone = memory.unansweredDeletes.has(item);
	const { status, body } = await client.exchange({ ...request, mayBeDone }).catch((thrown: unknown) => {
		if (isOutcomeUnknown(thrown)) memory.unansweredDeletes.set(item, request);
		throw thrown;
	});
	hints.add(hintOn(request.key, body, status), 'info');
	return [{ deleted: true, uuid: Object.values(request.pathValues).at(-1) }];
}

/** What the user should know of an answer that is no refusal, and no promise either. */
function hintOn(key: EndpointKey, body: unknown, status: number | undefined): string | undefined {
	return !isReading(key) && isOnlyAccepted(body, status)
		? 'The service has accepted this, and may not have done it yet.'
		: undefined;
}

/** What the user should know of somebody whom a create is answered with. */
function hintsOnCreated(created: IDataObject, body: IDataObject = {}): string[] {
	const other = showsAnother(created, [], body.email);
	const { message } = created;
	const isMessageAlone = typeof message === 'string' && idOf(fieldsOf(created)) === undefined && !isDoneAnswer(message);
	return [
		isSubscribedIn(created) === false
			? 'The service shows somebody who was created as not subscribed: they may have to confirm first, or were in the contact list before and have opted out.'
			: '',
		isOlder(created) === true
			? 'A create was answered with somebody who was made before: they were in the contact list, and may have been unsubscribed and hidden in it.'
			: '',
		other === undefined
			? ''
			: `A create was answered with the email ${other.slice(0, 60)}, which was not sent: the service may write addresses in its own way. See whether who was to be created is in the contact list.`,
		isMessageAlone
			? `The service has answered a create without the subscriber, and says: "${message.slice(0, 200)}". See whether they are in the contact list.`
			: '',
	].filter((hint) => hint !== '');
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
