import type { JsonRecord } from '../../EmailMarketing/shared/values';
import { entriesById, type Happened, type Lack } from './entries';
import { fingerprintOf, packed, unpacked } from './Fingerprints';
import { timeOf } from './times';
import { dayMs } from './windows';

export type CampaignEvent = 'campaignCreated' | 'campaignSent';

/** What is kept of a reading. */
export interface CampaignState {
	/** Every campaign that was ever seen, with 1 for those that were being sent, or had been. */
	readonly known: string;
	/** What was created before and comes into view is not new: it may have been hidden. In ms since 1970. */
	readonly createdFrom: number;
	/** Whether the service says that there are more than it shows. */
	readonly isShort: boolean;
}

export const noCampaigns: CampaignState = { known: '', createdFrom: 0, isShort: false };

interface Reading {
	/** n8n's clock. */
	readonly nowMs: number;
	/** Whether the service says that there are more than it shows. */
	readonly isShort: boolean;
}

interface Comparison {
	readonly happened: readonly Happened[];
	readonly after: CampaignState;
	readonly lacking: readonly Lack[];
}

/** One that was created longer before a list that does not show all, or shows none at the beginning, was there and hidden. */
const newMs = 7 * dayMs;

/** Compares a whole reading of the campaigns with what is kept of the one before. @param before `undefined` on the first reading, after which nothing has happened yet */
export async function compareCampaigns(
	list: readonly unknown[],
	before: CampaignState | undefined,
	{ nowMs, isShort }: Reading,
): Promise<Comparison> {
	const known = unpacked(before?.known ?? '');
	// For good: one that is not shown for a while is not a new one afterwards, and one whose sending is taken up again has been told of.
	const after = new Map(known);
	const happened: Happened[] = [];
	const entries = await campaignsOf(list);
	for (const [id, entry] of entries) {
		const name = fingerprintOf(id);
		const isSent = isCampaignSent(entry) || known.get(name) === 1;
		after.set(name, isSent ? 1 : 0);
		const createdAt = timeOf(entry.created_at);
		const wasHidden =
			!known.has(name) && before !== undefined && createdAt !== undefined && createdAt < before.createdFrom;
		if (before === undefined || wasHidden) continue;
		const events: CampaignEvent[] = [
			...(known.has(name) ? [] : ['campaignCreated' as const]),
			...(isSent && known.get(name) !== 1 ? ['campaignSent' as const] : []),
		];
		happened.push(...events.map((event) => ({ event, entry })));
	}
	const mayHide = isShort || (before === undefined && entries.size === 0);
	// By the day, so that what is kept stays the same while nothing happens.
	const createdFrom = mayHide ? Math.floor((nowMs - newMs) / dayMs) * dayMs : 0;
	return {
		happened,
		after: { known: packed(after), createdFrom: Math.max(before?.createdFrom ?? 0, createdFrom), isShort },
		lacking: lackingInCampaigns([...entries.values()]),
	};
}

/** The campaigns of a list by ID. @throws UserFacingError when there are some, and none of them can be told from others */
export async function campaignsOf(list: readonly unknown[]): Promise<ReadonlyMap<string, JsonRecord>> {
	return await entriesById(list, 'campaign.getAll');
}

/** Whether a campaign is being sent, or has been. */
export function isCampaignSent({ is_sending: isSending, is_sent: isDone }: JsonRecord): boolean {
	return [isSending, isDone].some((value) => [true, 1, '1', 'true'].includes(value as string));
}

/** The documented field that no campaign has, though there are some. */
export function lackingInCampaigns(entries: readonly JsonRecord[]): Lack[] {
	return entries.length === 0 || entries.some((entry) => 'is_sent' in entry || 'is_sending' in entry)
		? []
		: [{ list: 'campaign.getAll', field: 'is_sent' }];
}
