import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import { isRecord, parseJson } from '../EmailMarketing/shared/values';
import type { CampaignState } from './campaigns';
import type { SubscriberState } from './subscribers';

const version = 2;

/** What is kept between two polls. */
export interface TriggerState {
	/** With another service the trigger starts over. */
	readonly baseUrl: string;
	/** With another contact list its subscribers start over. */
	readonly contactList?: string;
	/** The chosen events. One that was not chosen at the previous poll is not reported yet. */
	readonly events: readonly string[];
	readonly subscribers?: SubscriberState;
	readonly campaigns?: CampaignState;
}

/**
 * Reads what n8n has kept for this node, as one string: n8n watches every part of an object, which for 20,000 of them takes longer than the poll.
 * @returns `undefined` where nothing is kept of this service, or not in the form of this version
 * @throws UserFacingError when a newer version of this node has written it
 */
export function loadState({ state }: IDataObject, baseUrl: string, contactList?: string): TriggerState | undefined {
	const kept = typeof state === 'string' ? parseJson(state) : undefined;
	if (!isRecord(kept)) return undefined;
	if (Number(kept.version) > version)
		throw new UserFacingError(
			"This trigger's state was written by a newer version of the node",
			'Update the package n8n-nodes-email-marketing, or rename this node to start over.',
		);
	if (kept.version !== version || kept.baseUrl !== baseUrl || !Array.isArray(kept.events)) return undefined;
	const before = kept as unknown as TriggerState;
	return before.contactList === contactList ? before : { ...before, subscribers: undefined };
}

/** Keeps it, unless it is the same: n8n writes all that a workflow keeps to its database each time. */
export function saveState(staticData: IDataObject, state: TriggerState): void {
	const text = JSON.stringify({ version, ...state });
	if (staticData.state !== text) staticData.state = text;
}
