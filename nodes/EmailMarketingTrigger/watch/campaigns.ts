import { idOf } from '../../EmailMarketing/api/listEntries';
import { isRecord, type JsonRecord } from '../../EmailMarketing/shared/isRecord';
import { fingerprintOf, packed, unpacked } from './Fingerprints';
import type { Happened } from './subscribers';

export type CampaignEvent = 'campaignCreated' | 'campaignSent';

/** Fingerprints of the campaigns of a reading. */
export interface CampaignState {
	readonly known: string;
	/** Those of them that were being sent, or had been, once. */
	readonly sent: string;
}

export const noCampaigns: CampaignState = { known: '', sent: '' };

interface Campaign {
	readonly entry: JsonRecord;
	readonly name: string;
}

/** Compares a whole reading of the campaigns with what is kept of the one before. @param before `undefined` on the first reading, after which nothing has happened yet */
export function compareCampaigns(list: readonly unknown[], before: CampaignState | undefined): { happened: Happened[]; after: CampaignState } {
	const known = unpacked(before?.known ?? '');
	const sent = unpacked(before?.sent ?? '');
	const entries = eachOnce(list.filter(isRecord).map(flat));
	const happened = entries.flatMap(({ entry, name }) => {
		const events: CampaignEvent[] = [...(known.has(name) ? [] : ['campaignCreated' as const]), ...(isSent(entry) && !sent.has(name) ? ['campaignSent' as const] : [])];
		return events.map((event) => ({ event, entry }));
	});
	const after = {
		// For good: one that is not shown for a while is not a new one afterwards, and one whose sending is taken up again has been told of.
		known: packed([...known, ...entries.map(({ name }) => name)]),
		sent: packed([...sent, ...entries.flatMap(({ entry, name }) => (isSent(entry) ? [name] : []))]),
	};
	return { happened: before === undefined ? [] : happened, after };
}

/** JSON:API puts the fields under `attributes`. */
function flat(entry: JsonRecord): JsonRecord {
	return isRecord(entry.attributes) ? { uuid: idOf(entry), ...entry.attributes } : entry;
}

/** One without an ID cannot be told from others, and a page may show one twice. */
function eachOnce(list: readonly JsonRecord[]): Campaign[] {
	const named = list.filter((entry) => idOf(entry) !== undefined).map((entry) => ({ entry, name: fingerprintOf(String(idOf(entry))) }));
	return [...new Map(named.map((campaign) => [campaign.name, campaign])).values()];
}

function isSent({ is_sending: isSending, is_sent: isDone }: JsonRecord): boolean {
	return [isSending, isDone].some((value) => value === true || value === 1 || value === '1' || value === 'true');
}
