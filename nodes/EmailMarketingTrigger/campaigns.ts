import { campaignState, idOf } from '../EmailMarketing/api/response';
import { textOf } from '../EmailMarketing/shared/text';
import { isRecord, type JsonRecord } from '../EmailMarketing/shared/values';
import type { TriggerEvent } from './events';
import { hashOf, splitHashes } from './known';

/** The hashes of all campaigns ever seen, kept permanently: one that reappears is not new. */
export interface CampaignState {
	readonly unsent: string;
	readonly sent: string;
}

/** Compares the campaigns with the kept state: `undefined` at the first poll, which has no events. */
export function diffCampaigns(list: readonly unknown[], before: CampaignState | undefined) {
	const known = before ?? { sent: '', unsent: '' };
	const sent = new Set(splitHashes(known.sent));
	const unsent = new Set(splitHashes(known.unsent));
	const events: TriggerEvent[] = [];
	for (const resource of list) {
		const id = idOf(resource);
		if (!isRecord(resource) || id === undefined) continue;
		const hash = hashOf(textOf(id));
		const found: Array<TriggerEvent['event']> = sent.has(hash) || unsent.has(hash) ? [] : ['campaignCreated'];
		if (isSent(resource) && !sent.has(hash)) found.push('campaignSent');
		if (isSent(resource)) sent.add(hash);
		else unsent.add(hash);
		if (before !== undefined) events.push(...found.map((event) => ({ event, resource })));
	}
	for (const hash of sent) unsent.delete(hash);
	return { events, after: { unsent: [...unsent].sort().join(''), sent: [...sent].sort().join('') } };
}

export function isSent(campaign: JsonRecord): boolean {
	return ['sent', 'sending'].includes(campaignState(campaign));
}
