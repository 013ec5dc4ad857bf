import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import type { ApiClient } from '../EmailMarketing/transport/ApiClient';
import { PagedList } from '../EmailMarketing/transport/PagedList';
import type { ApiRequest } from '../EmailMarketing/transport/Sending';

/** How the panel calls the placeholders of the paths. */
export const names = new Map([['contactList', 'Contact List']]);

/**
 * Reads a list to its end. A little less than its total counts may be missing: then they are not shown in this poll.
 * @throws UserFacingError when so many entries are missing that nothing may rest on it
 */
export async function wholeList(client: ApiClient, request: ApiRequest): Promise<unknown[]> {
	const list = new PagedList(client, { names, ...request });
	const entries: unknown[] = [];
	while (!list.hasEnded) for (const entry of await list.more()) entries.push(entry);
	if (!list.isBroken) return entries;
	throw new UserFacingError(
		'The list came incomplete',
		`${list.warning} Nothing is lost: the next poll continues from where the last one was.`,
	);
}
