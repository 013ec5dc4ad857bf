import { idOfKnown, knownSubscriber, type KnownSubscriber } from '../../../api/knownSubscriber';
import { changesBy, type Changes } from '../../../api/subscriberChanges';
import type { Call } from '../../../execution/Operation';
import { readSubscriber } from './readSubscriber';
import { tagsModeOf } from './tagsModeOf';

/**
 * What a row changes, where its tags rest on those that are there: a contact list may show none of them, or not all, so the subscriber is read.
 * @param changes what the row changes by what the list shows
 */
export async function changesNow(call: Call, subscriber: KnownSubscriber, changes: Changes): Promise<Changes> {
	const mode = tagsModeOf(call);
	const { tags: given } = call.row?.body ?? call.request.body ?? {};
	const { tags: inList, ...others } = changes;
	if (mode === 'replace' || !Array.isArray(given)) return changes;
	// What is to be taken away may be there, though the list does not show it.
	const mayBeHidden = mode === 'remove' && given.length > 0 && subscriber.tags?.length === 0;
	if (inList === undefined && !mayBeHidden) return changes;
	const optional = { ...call, request: { ...call.request, isOptional: true } };
	const present = knownSubscriber(await readSubscriber(optional, idOfKnown(subscriber), subscriber));
	return { ...others, ...changesBy({ tags: given }, present, mode) };
}
