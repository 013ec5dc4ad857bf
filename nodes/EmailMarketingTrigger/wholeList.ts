import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import type { ApiClient } from '../EmailMarketing/transport/ApiClient';
import { PagedList } from '../EmailMarketing/transport/PagedList';
import type { ApiRequest } from '../EmailMarketing/transport/Sending';
import { things, type WatchedList } from './watch/entries';

export type WatchedRequest = ApiRequest & { readonly key: WatchedList };

/** How the panel calls the placeholders of the paths. */
const names = new Map([['contactList', 'Contact List']]);

export interface WholeList {
	readonly items: readonly unknown[];
	/** Why entries may be missing. */
	readonly shortfall?: string;
}

/**
 * Reads a list that decides on what has happened.
 * @param limit of entries, where a part is enough
 * @throws UserFacingError when so many entries are missing that the reading is broken: they would seem to be gone, and to come back with the next poll
 */
export async function wholeList(client: ApiClient, request: WatchedRequest, limit = Infinity): Promise<WholeList> {
	const list = new PagedList(client, { names, ...request });
	const items: unknown[] = [];
	while (!list.hasEnded && items.length < limit)
		for (const entry of await list.more(limit === Infinity ? Infinity : 1)) items.push(entry);
	if (!list.isBroken) return { items, shortfall: list.warning };
	throw new UserFacingError(
		`The list of ${things[request.key]} came incomplete`,
		`${list.warning} Nothing is lost: the next poll continues from where the last one was.`,
	);
}
