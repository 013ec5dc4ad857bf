import { idKey, idOf } from '../EmailMarketing/api/response';
import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import type { ApiClient } from '../EmailMarketing/transport/ApiClient';
import type { ApiRequest } from '../EmailMarketing/transport/ApiRequest';
import { WholeList } from '../EmailMarketing/transport/WholeList';
import { unreadableFields } from './unreadableFields';

/** Writes to n8n's log, with `once` only the first time. */
export type Warn = (text: string, once?: boolean) => void;

export const allCampaigns: ApiRequest = { key: 'campaign.getAll', pathValues: {} };

export function subscribersOf(contactList: string): ApiRequest {
	return { key: 'subscriber.getAll', pathValues: { contactList }, names: new Map([['contactList', 'Contact List']]) };
}

/**
 * Reads a list, twice if much is missing. Warns if entries may be missing, or a field that the events need; throws if too
 * many entries are.
 */
export async function fetchWholeList(client: ApiClient, request: ApiRequest, events: readonly string[], warn: Warn) {
	const entries = new Map<string, unknown>();
	const list = new WholeList(client, request, (entry) => entries.set(idKey(idOf(entry)), entry));
	const { state, warning } = await list.readTwice(['broken']);
	if (state === 'broken') {
		const advice = `${warning} Nothing is lost: the next poll compares with the last successful one.`;
		throw new UserFacingError('The list is incomplete', advice);
	}
	if (warning !== undefined) warn(warning);
	const all = [...entries.values()];
	for (const fields of unreadableFields(all, events))
		warn(`No entry of the list has a readable ${fields}. Events that need it may be missed.`, true);
	return all;
}
