import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import type { ApiClient } from '../EmailMarketing/transport/ApiClient';
import { PagedList } from '../EmailMarketing/transport/PagedList';
import type { ApiRequest } from '../EmailMarketing/transport/ApiRequest';

export const allCampaigns: ApiRequest = { key: 'campaign.getAll', pathValues: {} };

export function subscribersOf(contactList: string): ApiRequest {
	return { key: 'subscriber.getAll', pathValues: { contactList }, names: new Map([['contactList', 'Contact List']]) };
}

/**
 * Reads a list to its end. If a few entries are missing, this poll does not see them.
 * @param warn is called if entries may be missing
 * @throws UserFacingError if so many entries are missing that the list cannot be compared
 */
export async function fetchWholeList(
	client: ApiClient,
	request: ApiRequest,
	warn: (text: string) => void,
): Promise<unknown[]> {
	const list = new PagedList(client, request);
	const entries: unknown[] = [];
	while (!list.hasEnded) for (const entry of await list.more()) entries.push(entry);
	if (!list.isBroken) {
		if (list.warning !== undefined) warn(list.warning);
		return entries;
	}
	throw new UserFacingError(
		'The list is incomplete',
		`${list.warning} Nothing is lost: the next poll compares with the last successful one.`,
	);
}
