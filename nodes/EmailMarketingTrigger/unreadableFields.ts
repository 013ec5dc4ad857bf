import { parseTime } from '../EmailMarketing/api/subscriber';
import { isEmpty, isRecord, parseFlag } from '../EmailMarketing/shared/values';

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
export function unreadableFields(list: readonly unknown[], events: readonly string[]): string[] {
	const isShown = (fields: readonly string[]): boolean =>
		list.some((entry) => isRecord(entry) && fields.some((field) => isReadable(field, entry[field])));
	return needs
		.filter(([about, fields]) => list.length > 0 && events.some((event) => about.test(event)) && !isShown(fields))
		.map(([, fields]) => fields.join(' or '));
}
