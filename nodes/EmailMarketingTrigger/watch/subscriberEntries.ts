/** The subscribers of a list, as far as it matters what happens to them. */

import { knownSubscriber } from '../../EmailMarketing/api/knownSubscriber';
import { inPortions } from '../../EmailMarketing/shared/inPortions';
import { isRecord, type JsonRecord } from '../../EmailMarketing/shared/isRecord';
import { UserFacingError } from '../../EmailMarketing/shared/UserFacingError';
import { fingerprintOf } from './Fingerprints';
import { timeOf } from './times';

export interface Entry {
	readonly fields: JsonRecord;
	/** Fingerprints of who it is, and of its last update: as the service writes the time, for two within one millisecond may differ in what is cut off. */
	readonly name: string;
	readonly update: string;
	readonly createdAt?: number;
	readonly updatedAt?: number;
	readonly isSubscribed?: boolean;
}

/** One without an ID cannot be told from others. */
function read(entry: unknown): Entry | undefined {
	const { id, isSubscribed } = knownSubscriber(entry);
	if (!isRecord(entry) || id === undefined) return undefined;
	const fields = isRecord(entry.attributes) ? { uuid: id, ...entry.attributes } : entry;
	const name = fingerprintOf(String(id));
	return {
		fields,
		// Where it is not said in so many words, the day of leaving says it.
		isSubscribed: isSubscribed ?? (fields.unsubscribed_at === null ? true : undefined),
		createdAt: timeOf(fields.created_at),
		updatedAt: timeOf(fields.updated_at),
		name,
		// One for both where nothing came after the creation: a whole list may have just been imported.
		update: fields.updated_at === fields.created_at ? name : fingerprintOf(`updated ${String(id)} ${String(fields.updated_at)}`),
	};
}

/** Each once, though a page may show somebody twice. @throws UserFacingError when there are some, and none of them can be told from others */
export async function entriesOf(list: readonly unknown[]): Promise<Entry[]> {
	const entries = new Map<string, Entry>();
	await inPortions(list, (each) => {
		const entry = read(each);
		if (entry !== undefined) entries.set(entry.name, entry);
	});
	if (entries.size === 0 && list.length > 0) throw unnamed();
	return [...entries.values()];
}

function unnamed(): UserFacingError {
	return new UserFacingError('The subscribers of the service have no uuid and no id', 'Without one, nobody can be told from others, and nothing that happens to them can be noticed. Check the path of "subscriber.getAll" in \'Endpoint Paths\' of the credential.');
}

/** The documented fields that no entry has. */
export function lackingIn(entries: readonly Entry[]): string[] {
	if (entries.length === 0) return [];
	// A field that is empty for everybody may be filled by the first change.
	const isThere = { created_at: entries.some(({ fields }) => 'created_at' in fields), updated_at: entries.some(({ fields }) => 'updated_at' in fields), is_subscribed: entries.some(({ isSubscribed }) => isSubscribed !== undefined) };
	return Object.entries(isThere).flatMap(([field, isKnown]) => (isKnown ? [] : [field]));
}
