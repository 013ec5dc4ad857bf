import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import type { ApiClient } from '../EmailMarketing/transport/ApiClient';
import { fetchPages } from '../EmailMarketing/transport/fetchPages';
import type { ListAdvice } from '../EmailMarketing/transport/listAdvice';
import type { ApiRequest } from '../EmailMarketing/transport/Sending';
import { things, type WatchedList } from './watch/entries';

const check = "If it stays so, compare the paths under 'Endpoint Paths' of the credential with those of the service.";

/** A poll is repeated without anybody's doing. */
const advice: ListAdvice = { quiet: '', later: '', unreachable: check, endless: check, whole: '' };

const adviceFor: Readonly<Record<WatchedList, ListAdvice>> = {
	'subscriber.getAll': {
		...advice,
		absent: {
			message: 'The contact list may have been deleted, or belongs to another account',
			description: "Choose it again in 'Contact List'.",
		},
	},
	'campaign.getAll': advice,
};

export type WatchedRequest = ApiRequest & { readonly key: WatchedList };

export interface WholeList {
	readonly items: readonly unknown[];
	/** Why the service says that there are more, though two readings gave the same. */
	readonly shortfall?: string;
}

/**
 * Reads a list that decides on what has happened: who is missing would seem to be gone, and to come back with the next poll.
 * A service may have more in its total than it shows, for good, so what two readings agree on is taken for whole.
 * @param limit of entries, where a part is enough
 * @throws UserFacingError when entries may be missing
 */
export async function wholeList(client: ApiClient, request: WatchedRequest, limit?: number): Promise<WholeList> {
	const {
		items,
		shortfall,
		isConfirmed = false,
	} = await fetchPages(client, request, { limit, confirms: true, advice: adviceFor[request.key] });
	if (shortfall === undefined || isConfirmed) return { items, shortfall: shortfall?.trim() };
	throw new UserFacingError(
		`The list of ${things[request.key]} may have been read incompletely`,
		`${shortfall.trim()} So nothing was given and nothing is lost: the next poll goes on from where the last one was.`,
	);
}
