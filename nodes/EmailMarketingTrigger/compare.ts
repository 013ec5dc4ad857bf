import type { ApiClient } from '../EmailMarketing/transport/ApiClient';
import { isAboutSubscribers } from './events';
import { eventsWithout, lackInWords, nameOfLack } from './lacking';
import type { TriggerSettings } from './settings';
import type { Kept, TriggerState } from './state';
import { compareCampaigns, noCampaigns } from './watch/campaigns';
import type { Happened } from './watch/entries';
import { compareSubscribers, nobody } from './watch/subscribers';
import { wholeList, type WatchedRequest } from './wholeList';

/** What is watched, and what was kept of it. */
interface Watched {
	readonly client: ApiClient;
	readonly settings: TriggerSettings;
	readonly watches: string;
	readonly kept: Kept;
	/** Whom the last poll showed in a state that may have been outdated. */
	readonly doubted: ReadonlySet<number>;
}

interface Compared {
	readonly happened: readonly Happened[];
	/** Whom this one shows so. */
	readonly doubted: ReadonlySet<number>;
	readonly after: TriggerState;
	/** For n8n's log, which is all that a trigger has to say something without failing. */
	readonly notes: readonly string[];
}

/** Reads the lists that are watched, and compares them with what was kept of them. Keeps nothing itself. */
export async function compare({ client, settings, watches, kept, doubted }: Watched): Promise<Compared> {
	const { contactList, events, emitsExisting } = settings;
	const before = typeof kept === 'string' ? undefined : kept;
	// Not where the state could not be read: it would all come a second time.
	const beginsWithAll = kept === 'new' && emitsExisting;
	const notes: string[] =
		kept === 'unreadable'
			? [
					'What this trigger had kept cannot be read, so it begins anew: what has happened since its last poll starts no workflow.',
				]
			: [];
	const read = async (
		request: WatchedRequest,
		wasShort = false,
	): Promise<{ items: readonly unknown[]; isShort: boolean; tookMs: number }> => {
		const startedMs = Date.now();
		const { items, shortfall } = await wholeList(client, request);
		if (shortfall !== undefined && !wasShort)
			notes.push(`${shortfall} What happens to the others is reported when they are shown again, up to a week later.`);
		return { items, isShort: shortfall !== undefined, tookMs: Date.now() - startedMs };
	};
	const ofSubscribers =
		contactList === undefined
			? undefined
			: await read({ key: 'subscriber.getAll', pathValues: { contactList } }, before?.subscribers?.isShort);
	const subscribers =
		ofSubscribers &&
		(await compareSubscribers(ofSubscribers.items, beginsWithAll ? nobody : before?.subscribers, {
			...ofSubscribers,
			nowMs: Date.now(),
			doubted,
		}));
	const ofCampaigns = events.every(isAboutSubscribers)
		? undefined
		: await read({ key: 'campaign.getAll', pathValues: {} }, before?.campaigns?.isShort);
	const campaigns =
		ofCampaigns &&
		(await compareCampaigns(ofCampaigns.items, beginsWithAll ? noCampaigns : before?.campaigns, {
			...ofCampaigns,
			nowMs: Date.now(),
		}));
	const said = before?.said ?? [];
	const lacking = [...(subscribers?.lacking ?? []), ...(campaigns?.lacking ?? [])].filter(
		(lack) => eventsWithout(lack, events).length > 0 && !said.includes(nameOfLack(lack)),
	);
	return {
		happened: [...(subscribers?.happened ?? []), ...(campaigns?.happened ?? [])],
		doubted: subscribers?.doubted ?? doubted,
		after: {
			watches,
			subscribers: subscribers?.after,
			campaigns: campaigns?.after,
			said: [...said, ...lacking.map(nameOfLack)],
		},
		notes: [...notes, ...lacking.map((lack) => lackInWords(lack, events))],
	};
}
