import { idOfKnown, knownSubscriber, type KnownSubscriber } from '../../../api/knownSubscriber';
import { changesBy, type Changes } from '../../../api/subscriberChanges';
import { hasListIndex, listIndex } from '../../../execution/listIndex';
import type { Call } from '../../../execution/Operation';
import { readSubscriber } from './readSubscriber';
import { showsNoTags } from './refuseHiddenTags';
import { tagsModeOf } from './tagsModeOf';

interface Compared {
	/** With the tags as they are now, where they were read. */
	readonly present: KnownSubscriber;
	readonly changes: Changes;
}

/**
 * What a row changes, where its tags rest on those that are there: a contact list may show none of them, or not all, so the subscriber is read.
 * @param changes what the row changes by what the list shows
 */
export async function changesNow(call: Call, subscriber: KnownSubscriber, changes: Changes): Promise<Compared> {
	const mode = tagsModeOf(call);
	const { tags: given } = call.row?.body ?? call.request.body ?? {};
	const { tags: inList, ...others } = changes;
	if (mode === 'replace' || !Array.isArray(given) || given.length === 0) return { present: subscriber, changes };
	if (inList === undefined && !(mode === 'remove' && (await mayBeHidden(call, subscriber))))
		return { present: subscriber, changes };
	const optional = { ...call, request: { ...call.request, isOptional: true } };
	const shown = knownSubscriber(await readSubscriber(optional, idOfKnown(subscriber), subscriber));
	const present = { ...subscriber, tags: shown.tags };
	return { present, changes: { ...others, ...changesBy({ tags: given }, present, mode) } };
}

/** Whether somebody may have tags whom the contact list shows without: it shows nobody's. */
async function mayBeHidden({ client, request }: Call, { tags }: KnownSubscriber): Promise<boolean> {
	const { contactList = '' } = request.pathValues;
	if (tags?.length !== 0 || !hasListIndex(client, contactList)) return false;
	return await client.once(`no tags in contact list ${contactList}`, async () =>
		showsNoTags(await listIndex(client, contactList, request.names)),
	);
}
