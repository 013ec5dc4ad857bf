import type { IDataObject } from 'n8n-workflow';

import { isRecord, type JsonRecord, parseJson } from '../EmailMarketing/shared/values';
import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import type { CampaignState } from './watch/campaigns';
import type { SubscriberState } from './watch/subscribers';

const version = 1;

/** What is kept between two polls. */
export interface TriggerState {
	/** What is watched: with another service, contact list or other events it begins anew. */
	readonly watches: string;
	readonly subscribers?: SubscriberState;
	readonly campaigns?: CampaignState;
	/** What was said of fields that the service does not give: it is said once. */
	readonly said: readonly string[];
}

/** `new` where nothing is kept of what is watched, `unreadable` where something is that this node has not written so. */
export type Kept = TriggerState | 'new' | 'unreadable';

/** What each value has to be like. */
const shapes = {
	subscribers: {
		createdFrom: 'number',
		updatedFrom: 'number',
		newest: 'number',
		people: 'string',
		most: 'number',
		turnedMs: 'number',
		isShort: 'boolean',
	},
	campaigns: { known: 'string', createdFrom: 'number', isShort: 'boolean' },
} satisfies {
	readonly subscribers: Record<keyof SubscriberState, string>;
	readonly campaigns: Record<keyof CampaignState, string>;
};

/**
 * Reads what n8n has kept for this node. It is one text: n8n watches every part of an object, which for 20,000 of them takes longer than the poll.
 * @throws UserFacingError when a newer version of this node has written it
 */
export function readState({ state }: IDataObject, watches: string): Kept {
	if (state === undefined || state === null || state === '') return 'new';
	const kept = typeof state === 'string' ? parseJson(state) : undefined;
	if (!isRecord(kept)) return 'unreadable';
	if (Number(kept.version) > version) {
		throw new UserFacingError(
			'The state of this trigger was kept by a newer version of this node',
			'Update the package n8n-nodes-email-marketing again. Or give this node another name: it then begins anew, and what has happened meanwhile starts no workflow. Nothing was lost so far.',
		);
	}
	if (typeof kept.watches !== 'string') return 'unreadable';
	if (kept.watches !== watches) return 'new';
	const isWhole =
		Array.isArray(kept.said) &&
		Object.entries(shapes).every(([part, shape]) => kept[part] === undefined || hasShape(kept[part], shape));
	return isWhole ? (kept as unknown as TriggerState) : 'unreadable';
}

/** Keeps it, unless it is the same: n8n writes all that a workflow keeps to its database each time. */
export function keepState(staticData: IDataObject, state: TriggerState): void {
	const text = JSON.stringify({ version, ...state });
	if (staticData.state !== text) staticData.state = text;
}

function hasShape(value: unknown, shape: Readonly<Record<string, string>>): boolean {
	const fields: JsonRecord = isRecord(value) ? value : {};
	return Object.entries(shape).every(([name, type]) => typeof fields[name] === type);
}
