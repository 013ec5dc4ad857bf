import type { EndpointKey } from '../api/endpoints';
import type { ApiClient } from './ApiClient';
import { PagedList } from './PagedList';

/** Reads a list of the account, in which resources are chosen by name. */
export async function readAll(client: ApiClient, key: EndpointKey) {
	const list = new PagedList(client, { key, pathValues: {} });
	const entries: unknown[] = [];
	while (!list.hasEnded) entries.push(...(await list.more()));
	return { entries, warning: list.warning };
}
