import type { IDataObject } from 'n8n-workflow';

import { diff, tagsAfter, type Subscriber, type TagsMode } from '../../../api/subscriber';
import { sharedEmail, subscriberIndex } from '../../../execution/SubscriberIndex';
import { userFacing } from '../../../shared/UserFacingError';
import type { ImportRow } from './ImportReport';
import type { LeftRow, RowCall } from './selectRows';
import { sentenceOf } from './serviceRefusal';

export interface PreparedRow extends ImportRow {
	readonly call: RowCall;
}

interface Wishes {
	readonly readListFirst?: boolean;
	readonly includeUnsubscribed?: boolean;
	readonly tagsMode?: TagsMode;
}

interface Prepared {
	readonly rows: PreparedRow[];
	readonly left: LeftRow[];
}

/**
 * The rows as they are imported. Tags that are added or removed, and those who are unsubscribed, need the list as it is; else it is not read.
 * @throws UserFacingError when the list cannot be read, or may have been read incompletely
 */
export async function prepareRows(calls: readonly RowCall[], wishes: Wishes): Promise<Prepared> {
	const { readListFirst = false, tagsMode = 'replace' } = wishes;
	const [first] = calls;
	const prepared: Prepared = { rows: [], left: [] };
	if (first === undefined || (!readListFirst && tagsMode === 'replace'))
		return { ...prepared, rows: calls.map((call) => ({ call, item: call.item, body: call.row.body })) };
	const index = await (await subscriberIndex(first)).wholeForImport();
	first.hints.add(index.warning);
	for (const call of calls) {
		const present = index.byEmail.get(call.row.key) ?? [];
		try {
			const body = bodyFor(call, present, wishes);
			if (typeof body === 'string')
				prepared.left.push({
					call,
					status: 'skipped',
					reason: body,
					isOptOut: body === unsubscribedThere,
					isThere: body === nothingChanges,
				});
			else prepared.rows.push({ call, item: call.item, body });
		} catch (thrown) {
			const refusal = userFacing(thrown);
			prepared.left.push({ call, status: 'rejected', reason: sentenceOf(refusal), refusal });
		}
	}
	return prepared;
}

const nothingChanges = 'Nothing changes';
const unsubscribedThere =
	"This person is unsubscribed in the contact list. 'Include Unsubscribed' under 'Options' takes such rows too";

/** What is sent for a row, or why nothing is. */
function bodyFor(
	{ row }: RowCall,
	present: readonly Subscriber[],
	{ readListFirst = false, includeUnsubscribed = false, tagsMode = 'replace' }: Wishes,
): PreparedRow['body'] | string {
	const [subscriber] = present;
	if (!includeUnsubscribed && present.some(({ isSubscribed }) => isSubscribed === false)) return unsubscribedThere;
	if (!includeUnsubscribed && readListFirst && present.some(({ isSubscribed }) => isSubscribed === undefined))
		return "The contact list does not say whether this person is subscribed. 'Read List First' under 'Options' keeps such rows back";
	if (tagsMode === 'replace') return row.body;
	if (present.length > 1) throw sharedEmail(row.key, present.length);
	if (subscriber === undefined) return tagsMode === 'add' ? row.body : withoutTags(row.body);
	const changes = diff(row.body, subscriber, tagsMode);
	// Whoever is unsubscribed, and is wanted all the same, is what changes.
	if (Object.keys(changes).length === 0 && subscriber.isSubscribed !== false) return nothingChanges;
	// All tags, also where they stay: what an import does to those that it is not given is not documented.
	return Array.isArray(row.body.tags)
		? { ...row.body, tags: tagsAfter(subscriber.tags, row.body.tags as string[], tagsMode) }
		: row.body;
}

function withoutTags(body: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(body).filter(([field]) => field !== 'tags'));
}
