import { idKey, idOf } from '../EmailMarketing/api/response';
import { inPortions } from '../EmailMarketing/shared/loops';
import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import type { ApiClient } from '../EmailMarketing/transport/ApiClient';
import { PagedList } from '../EmailMarketing/transport/PagedList';
import type { ApiRequest } from '../EmailMarketing/transport/ApiRequest';

export const allCampaigns: ApiRequest = { key: 'campaign.getAll', pathValues: {} };

export function subscribersOf(contactList: string): ApiRequest {
	return { key: 'subscriber.getAll', pathValues: { contactList }, names: new Map([['contactList', 'Contact List']]) };
}

/** Reads a list, twice if much is missing: equal readings mean a wrong total. Warns in doubt; throws if too short. */
export async function fetchWholeList(client: ApiClient, request: ApiRequest, warn: (text: string) => void) {
	const entries = new Map<string, unknown>();
	const read = async (): Promise<PagedList> => {
		const list = new PagedList(client, request);
		const keep = (entry: unknown): unknown => entries.set(idKey(idOf(entry)), entry);
		while (!list.hasEnded) await inPortions(await list.more(), keep);
		return list;
	};
	const first = await read();
	const { size } = entries;
	const list = first.isBroken ? await read() : first;
	if (list === first || list.settles(size, entries.size)) {
		if (list.warning !== undefined) warn(list.warning);
		return [...entries.values()];
	}
	const advice = `${first.warning} Nothing is lost: the next poll compares with the last successful one.`;
	throw new UserFacingError('The list is incomplete', advice);
}
