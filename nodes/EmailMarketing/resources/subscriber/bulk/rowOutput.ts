import type { IDataObject } from 'n8n-workflow';

import type { Subscriber } from '../../../api/subscriber';
import { joinTags } from '../../../api/tagText';
import type { RowAction } from '../../../execution/words';
import { booleanField, choiceField } from '../../../panel/fields';
import { isResult } from '../../../rows/optOut';
import { textOf } from '../../../shared/text';
import type { UserFacingError } from '../../../shared/UserFacingError';
import { isRecord } from '../../../shared/values';
import type { Changes } from '../people/changes';

/** The keys of every row, the fullest first: n8n shows empty cells like errors. `input` follows on request. */
// prettier-ignore
export const rowKeys = [
	'action', 'email', 'first_name', 'last_name', 'tags', 'is_subscribed', 'changes', 'reason', 'uuid',
] as const;

export interface RowResult {
	readonly action: RowAction;
	readonly subscriber?: Subscriber;
	readonly changes?: Changes;
	readonly reason?: string;
	/** Why it was rejected or failed, or was not sent. */
	readonly failure?: UserFacingError;
}

/** Why a row leaves a subscriber unsubscribed. */
export const staysUnsubscribed = 'Unsubscribed in the list';

/** The result of changes for a subscriber, as they are afterwards. */
export function resultOf(after: Subscriber, changes: Changes): RowResult {
	const { is_subscribed: state } = changes;
	if (state !== undefined) {
		const isSubscribed = state.to === true;
		const action = isSubscribed ? 'resubscribed' : 'unsubscribed';
		return { action, subscriber: { ...after, isSubscribed }, changes };
	}
	const action = Object.keys(changes).length > 0 ? 'updated' : 'unchanged';
	return { action, subscriber: after, changes, reason: after.isSubscribed === false ? staysUnsubscribed : undefined };
}

// prettier-ignore
export const outputField = choiceField('Output', 'output', 'rows', 'What the node outputs', [
	['Changes', 'changes', 'One item for each row that is neither unchanged nor skipped'],
	['Rows', 'rows', 'One item for each row, with its result'],
	['Summary', 'summary', 'One item for each contact list, with the counts'],
]);

export const includeInputField = booleanField(
	'Include Input Fields',
	'includeInput',
	"Whether to add each row's input item, under 'input'",
);

/** The item for a row; its reason names `broken` cells. Missing text is '': n8n shows missing keys as if broken. */
export function rowOutput(word: string, result: RowResult, broken: Readonly<Record<string, string>> = {}) {
	const { subscriber = {}, changes = {}, reason = '' } = result;
	const { id, email, firstName, lastName, tags = [], isSubscribed = null } = subscriber;
	const notes = [reason, ...Object.values(broken).map((one) => `${one}, which changes nothing`)];
	return {
		action: word,
		email: cell(email),
		first_name: cell(firstName),
		last_name: cell(lastName),
		tags: joinTags(tags),
		is_subscribed: isSubscribed,
		changes: textOfChanges(changes),
		reason: notes.filter((note) => note !== '').join('; '),
		uuid: cell(id),
	} satisfies Record<(typeof rowKeys)[number], unknown>;
}

/** The input of a row; a result that comes in again, as in a loop, passes on its own, so that it does not grow. */
export function inputOf(json: IDataObject): IDataObject {
	return isResult(json) && isRecord(json.input) ? (json.input as IDataObject) : json;
}

function cell(value: unknown): string {
	return textOf(value ?? '');
}

/** `first_name: Mathias → Matthias; tags: a → a, vip` */
function textOfChanges(changes: Changes): string {
	const texts = Object.entries(changes).map(([field, { from, to }]) =>
		[`${field}:`, valueText(from), '→', valueText(to)].filter((part) => part !== '').join(' '),
	);
	return texts.join('; ');
}

function valueText(value: unknown): string {
	return Array.isArray(value) ? joinTags(value as string[]) : cell(value);
}
