import { idKey, idOf } from '../EmailMarketing/api/response';
import { parseTime } from '../EmailMarketing/api/subscriber';
import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import { isEmpty, isRecord, parseFlag } from '../EmailMarketing/shared/values';
import type { ApiClient } from '../EmailMarketing/transport/ApiClient';
import type { ApiRequest } from '../EmailMarketing/transport/ApiRequest';
import { WholeList } from '../EmailMarketing/transport/WholeList';

/** Writes to n8n's log, with `once` only the first time. */
export type Warn = (text: string, once?: boolean) => void;

export const allCampaigns: ApiRequest = { key: 'campaign.getAll', pathValues: {} };

export function subscribersOf(contactList: string): ApiRequest {
	return { key: 'subscriber.getAll', pathValues: { contactList }, names: new Map([['contactList', 'Contact List']]) };
}

/**
 * Reads a list, twice if much is missing. Warns if entries may be missing, or a field that the events need; throws if too
 * many entries are.
 */
export async function fetchWholeList(client: ApiClient, request: ApiRequest, events: readonly string[], warn: Warn) {
	const entries = new Map<string, unknown>();
	const list = new WholeList(client, request, (entry) => entries.set(idKey(idOf(entry)), entry));
	const { state, warning } = await list.toEnd({ doubtful: ['broken'] });
	if (state === 'broken') {
		const advice = `${warning} Nothing is lost: the next poll compares with the last successful one.`;
		throw new UserFacingError('The list is incomplete', advice);
	}
	if (warning !== undefined) warn(warning);
	const all = [...entries.values()];
	for (const fields of unreadableFields(all, events))
		warn(`No entry of the list has a readable ${fields}. Events that need it may be missed.`, true);
	return all;
}

/** The fields that events need: one of each row is enough. */
const needs: ReadonlyArray<readonly [events: RegExp, fields: readonly string[]]> = [
	[/./, ['uuid', 'id']],
	[/Sent$/, ['is_sent', 'is_sending']],
	[/Added$/, ['created_at']],
	[/scribed$/, ['is_subscribed', 'unsubscribed_at']],
	[/Unsubscribed$/, ['unsubscribed_at', 'updated_at']],
	[/Updated$/, ['updated_at']],
];

function isReadable(field: string, value: unknown): boolean {
	if (field.startsWith('is_')) return parseFlag(value) !== undefined;
	if (field.endsWith('_at')) return parseTime(value) > 0 || (field === 'unsubscribed_at' && value === null);
	return !isEmpty(value);
}

/** Fields that the events need and that no entry of the list has in a readable form. */
function unreadableFields(list: readonly unknown[], events: readonly string[]): string[] {
	const isShown = (fields: readonly string[]): boolean =>
		list.some((entry) => isRecord(entry) && fields.some((field) => isReadable(field, entry[field])));
	return needs
		.filter(([about, fields]) => list.length > 0 && events.some((event) => about.test(event)) && !isShown(fields))
		.map(([, fields]) => fields.join(' or '));
}
