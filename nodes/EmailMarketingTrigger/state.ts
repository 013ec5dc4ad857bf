import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../EmailMarketing/shared/isRecord';
import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import type { CampaignState } from './watch/campaigns';
import type { SubscriberState } from './watch/subscribers';

const version = 1;

/** What is kept between two polls. */
export interface TriggerState {
	/** What is watched: with another contact list or other events it begins anew. */
	readonly watches: string;
	readonly subscribers?: SubscriberState;
	readonly campaigns?: CampaignState;
	/** The documented fields that the service does not give; it is said once. */
	readonly lacking?: string;
}

/**
 * Reads what n8n has kept for this node. It is one text: n8n watches every part of an object, which for 20,000 of them takes longer than the poll.
 * @returns `undefined` when there is none, or it is of something else
 * @throws UserFacingError when a newer version of this node has written it
 */
export function readState({ state }: IDataObject, watches: string): TriggerState | undefined {
	const kept = typeof state === 'string' ? parsed(state) : undefined;
	if (!isRecord(kept)) return undefined;
	if (Number(kept.version) > version) {
		throw new UserFacingError(
			'The state of this trigger was kept by a newer version of this node',
			"Update the package n8n-nodes-email-marketing again. Or give this node another name: it then begins anew, and what has happened meanwhile starts no workflow. Nothing was lost so far.",
		);
	}
	return kept.watches === watches ? (kept as unknown as TriggerState) : undefined;
}

/** Keeps it, unless it is the same: n8n writes all that a workflow keeps to its database each time. */
export function keepState(staticData: IDataObject, state: TriggerState): void {
	const text = JSON.stringify({ version, ...state });
	if (staticData.state !== text) staticData.state = text;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
