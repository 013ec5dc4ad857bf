import type { IDataObject } from 'n8n-workflow';

import { isRecord, parseJson } from '../EmailMarketing/shared/values';
import type { CampaignState } from './campaigns';
import type { SubscriberState } from './subscribers';

const version = 2;

export interface TriggerState {
	/** If it changes, the trigger starts over. */
	readonly baseUrl: string;
	/** If it changes, the subscribers start over. */
	readonly contactList?: string;
	/** The chosen events. An event that was not chosen at the last poll is not reported yet. */
	readonly events: readonly string[];
	readonly subscribers?: SubscriberState;
	readonly campaigns?: CampaignState;
}

/** The kept state, a string: n8n watches each part of an object. `undefined` for another service or format. */
export function loadState({ state }: IDataObject, baseUrl: string, contactList?: string): TriggerState | undefined {
	const kept = typeof state === 'string' ? parseJson(state) : undefined;
	if (!isRecord(kept)) return undefined;
	if (kept.version !== version || kept.baseUrl !== baseUrl || !Array.isArray(kept.events)) return undefined;
	const before = kept as unknown as TriggerState;
	return before.contactList === contactList ? before : { ...before, subscribers: undefined };
}

/** Sets the state only if it has changed, because n8n then writes all state of the workflow to its database. */
export function saveState(staticData: IDataObject, state: TriggerState): void {
	const text = JSON.stringify({ version, ...state });
	if (staticData.state !== text) staticData.state = text;
}
