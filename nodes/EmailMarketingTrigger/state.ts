import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import { isRecord, parseJson } from '../EmailMarketing/shared/values';
import type { CampaignState } from './campaigns';
import type { SubscriberState } from './subscribers';

const version = 2;

/** What is kept between two polls. */
export interface TriggerState {
	/** The Base URL and the contact list: with others it begins anew. */
	readonly watches: string;
	/** The events that were chosen: one that was not is not reported by the next poll either. */
	readonly events: readonly string[];
	readonly subscribers?: SubscriberState;
	readonly campaigns?: CampaignState;
}

/**
 * Reads what n8n has kept for this node, as one text: n8n watches every part of an object, which for 20,000 of them takes longer than the poll.
 * @returns `undefined` where nothing is kept of what is watched, or not in the form of this version
 * @throws UserFacingError when a newer version of this node has written it
 */
export function readState({ state }: IDataObject, watches: string): TriggerState | undefined {
	const kept = typeof state === 'string' ? parseJson(state) : undefined;
	if (!isRecord(kept)) return undefined;
	if (Number(kept.version) > version)
		throw new UserFacingError(
			'A newer version of this node has written the state of this trigger',
			'Update the package n8n-nodes-email-marketing again, or rename this node: it then begins anew.',
		);
	const isWhole = kept.version === version && kept.watches === watches && Array.isArray(kept.events);
	return isWhole ? (kept as unknown as TriggerState) : undefined;
}

/** Keeps it, unless it is the same: n8n writes all that a workflow keeps to its database each time. */
export function keepState(staticData: IDataObject, state: TriggerState): void {
	const text = JSON.stringify({ version, ...state });
	if (staticData.state !== text) staticData.state = text;
}
