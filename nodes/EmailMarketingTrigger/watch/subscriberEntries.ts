/** The subscribers of a list, as far as it matters what happens to them. */

import { isNoTime } from '../../EmailMarketing/api/noTime';
import { parseSubscriber } from '../../EmailMarketing/api/subscriber';
import { inPortions } from '../../EmailMarketing/shared/loops';
import type { JsonRecord } from '../../EmailMarketing/shared/values';
import { entriesById, type Lack } from './entries';
import { fingerprintOf } from './Fingerprints';
import { tagOf } from './people';
import { timeOf } from './times';

export interface Entry {
	readonly fields: JsonRecord;
	/** A fingerprint of who it is. */
	readonly name: number;
	/** What tells the last update from others: of the time as the service writes it, for two within one millisecond may differ in what is cut off. */
	readonly tag: number;
	readonly createdAt?: number;
	readonly updatedAt?: number;
	readonly leftAt?: number;
	/** Whether the service gives a day of leaving, in whatever form: who has to confirm first has none. */
	readonly hasDayOfLeaving: boolean;
	readonly isSubscribed?: boolean;
}

function read(id: string, fields: JsonRecord): Entry {
	const { isSubscribed } = parseSubscriber(fields);
	const hasDayOfLeaving = !isNoTime(fields.unsubscribed_at);
	return {
		fields,
		// Where it is not said in so many words, the day of leaving says it.
		isSubscribed: isSubscribed ?? (fields.unsubscribed_at === undefined || hasDayOfLeaving ? undefined : true),
		createdAt: timeOf(fields.created_at),
		updatedAt: timeOf(fields.updated_at),
		leftAt: timeOf(fields.unsubscribed_at),
		hasDayOfLeaving,
		name: fingerprintOf(id),
		tag: tagOf(`${id} ${String(fields.updated_at)}`),
	};
}

/** Each once, by fingerprint. @throws UserFacingError when there are some, and none of them can be told from others */
export async function entriesOf(list: readonly unknown[]): Promise<ReadonlyMap<number, Entry>> {
	const entries = new Map<number, Entry>();
	await inPortions([...(await entriesById(list, 'subscriber.getAll'))], ([id, each]) => {
		const entry = read(id, each);
		entries.set(entry.name, entry);
	});
	return entries;
}

/**
 * The documented fields that no entry has, though there are entries; and times that none of them has in a form that can be read.
 * Of created_at also where only some have it: an update gives the others an updated_at, but nothing tells when they came.
 */
export function lackingIn(entries: readonly Entry[]): Lack[] {
	if (entries.length === 0) return [];
	const list = 'subscriber.getAll';
	const times = (['created_at', 'updated_at'] as const).flatMap((field): Lack[] => {
		// A field that is empty for everybody may be filled by the first change.
		if (!entries.some(({ fields }) => field in fields)) return [{ list, field }];
		const filled = entries.find(({ fields }) => !isNoTime(fields[field]));
		const isReadable = filled === undefined || entries.some(({ fields }) => timeOf(fields[field]) !== undefined);
		return isReadable ? [] : [{ list, field, unreadable: String(JSON.stringify(filled.fields[field])).slice(0, 50) }];
	});
	const some = entries.filter(({ createdAt }) => createdAt === undefined).length;
	if (some > 0 && some < entries.length) times.push({ list, field: 'created_at', some });
	return entries.some(({ isSubscribed }) => isSubscribed !== undefined)
		? times
		: [...times, { list, field: 'is_subscribed' }];
}
