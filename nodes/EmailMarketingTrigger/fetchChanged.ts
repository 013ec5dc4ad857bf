import { isNewestFirst } from '../EmailMarketing/api/subscriber';
import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import type { ApiClient } from '../EmailMarketing/transport/ApiClient';
import type { ApiRequest } from '../EmailMarketing/transport/ApiRequest';
import { PagedList } from '../EmailMarketing/transport/PagedList';
import type { Warn } from './fetchWholeList';
import { dayMs, latestChange, newsSince, parseEntry, type Entry, type SubscriberState } from './subscribers';

/** A node's last reading, kept in memory only, because n8n saves that only with items. */
export interface Reading {
	/** When the whole list was last read, by n8n's clock. */
	readonly wholeAt: number;
	/** Time of the latest change when the reading began: it may lack later ones. Infinity if not known: it may lack any. */
	readonly latestAtStart: number;
}

/**
 * Reads what has changed from a list with the latest change first, if the credential has a path for it. It reads the
 * first page alone, only to remember its time, where the whole list has to be read anyway: at the first poll, once a day,
 * and after a poll for which the path could not be used.
 * @param before `undefined` at the first poll
 * @param last `undefined` at the first poll of the process
 * @returns without `entries` if the whole list has to be read
 */
export async function fetchChanged(
	client: ApiClient,
	request: ApiRequest,
	before: SubscriberState | undefined,
	last: Reading | undefined,
	warn: Warn,
): Promise<{ readonly latestAtStart: number; readonly entries?: readonly unknown[] }> {
	const path = client.connection.endpointPaths['subscriber.getChanged'];
	if (path === undefined) return { latestAtStart: Infinity };
	const giveUp = (reason: string) => {
		warn(`"subscriber.getChanged" in 'Endpoint Paths' ${reason}, so the whole list is read.`, true);
		return { latestAtStart: Infinity };
	};
	const list = new PagedList(client, { ...request, path, sending: { isOptional: true } });
	const isWholeDue = last === undefined || last.latestAtStart === Infinity || Date.now() - last.wholeAt >= dayMs;
	const compared = isWholeDue ? undefined : before;
	const changes = await readChanges(list, compared, last?.latestAtStart).catch((thrown: unknown) => {
		if (!isRefusal(thrown)) throw thrown;
		return giveUp(`could not be used (${thrown.message})`);
	});
	return changes ?? giveUp('does not show the latest change first');
}

/**
 * Reads until a page has no news and is older than all that the last reading may lack. Page by page, never in
 * parallel: each change moves an entry to the front, and so all others by one place.
 * @param before `undefined` if only the first page is needed; its `newest` is the latest change of the last reading
 * @param lacksAfter changes after this time may be missing in the last reading
 * @returns without `entries` if the whole list has to be read; `undefined` if the order is wrong
 */
async function readChanges(list: PagedList, before?: SubscriberState, lacksAfter = Infinity) {
	const entries: Entry[] = [];
	const hasNews = newsSince(before);
	for (;;) {
		const page = (await list.more(1)).map(parseEntry).filter((entry) => entry !== undefined);
		const times = [...entries.slice(-1), ...page].map(({ updatedAt }) => updatedAt);
		if (!isNewestFirst(times)) return undefined;
		entries.push(...page);
		const latestAtStart = latestChange(entries);
		// A list that lacks a change that was seen before cannot be trusted.
		if (before === undefined || latestAtStart < before.newest) return { latestAtStart };
		const oldest = entries.at(-1)?.updatedAt ?? 0;
		const isBehindLastReading = oldest < Math.min(before.newest, lacksAfter);
		const hasNoNews = !hasNews(page);
		// Done if the page has no news and is older than all that the last reading may lack.
		// At the end, one of both is enough: no page follows. With neither, the path may not show all changes.
		const isDone = list.hasEnded ? isBehindLastReading || hasNoNews : isBehindLastReading && hasNoNews;
		if (isDone) return { latestAtStart, entries: entries.map(({ resource }) => resource) };
		// Not worth it after a tenth of the pages, as those of the whole list can be read in parallel.
		if (list.hasEnded || list.pagesRead >= (list.place?.lastPage ?? Infinity) / 10) return { latestAtStart };
	}
}

/** Whether the fault may be the path's alone, and not that of the token, the rate limit or the connection. */
function isRefusal(thrown: unknown): thrown is UserFacingError {
	if (!(thrown instanceof UserFacingError) || thrown.status === 401) return false;
	return !thrown.canRetry || (thrown.status ?? 0) >= 500;
}
