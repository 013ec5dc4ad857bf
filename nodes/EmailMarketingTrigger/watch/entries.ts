/** What subscribers and campaigns have in common, as entries of a list. */

import { idOf } from '../../EmailMarketing/api/response';
import { inPortions } from '../../EmailMarketing/shared/loops';
import { isRecord, type JsonRecord } from '../../EmailMarketing/shared/values';
import { textOf } from '../../EmailMarketing/shared/text';
import { UserFacingError } from '../../EmailMarketing/shared/UserFacingError';

/** The lists that are watched, as a person calls what is in them. */
export const things = { 'subscriber.getAll': 'subscribers', 'campaign.getAll': 'campaigns' } as const;

export type WatchedList = keyof typeof things;

/** A documented field that no entry of a list has, or none in a form that can be read; or some of them. */
export interface Lack {
	readonly list: WatchedList;
	readonly field: string;
	/** How many lack it, where others have it. */
	readonly some?: number;
	/** What stands there instead. */
	readonly unreadable?: string;
}

/** What happened, and to whom. */
export interface Happened {
	readonly event: string;
	readonly entry: JsonRecord;
}

/**
 * The entries of a list as they came, each once, by their ID as text: a page may show one twice.
 * @throws UserFacingError when there are some, and none of them has an ID
 */
export async function entriesById(list: readonly unknown[], key: WatchedList): Promise<Map<string, JsonRecord>> {
	const entries = new Map<string, JsonRecord>();
	await inPortions(list, (each) => {
		const id = idOf(each);
		// One without an ID cannot be told from others.
		if (isRecord(each) && id !== undefined) entries.set(textOf(id), each);
	});
	if (entries.size > 0 || list.length === 0) return entries;
	throw new UserFacingError(
		`The ${things[key]} of the service have no uuid and no id`,
		`Without one, none can be told from others, and nothing that happens to them can be noticed. Check the path of "${key}" in 'Endpoint Paths' of the credential.`,
	);
}
