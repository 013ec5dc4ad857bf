import type { IDataObject } from 'n8n-workflow';

import { joinTags } from '../../../api/tagText';
import type { RowAction } from '../../../execution/words';
import { booleanField, choiceField } from '../../../panel/fields';
import { isResult, type detailKeys, type rowKeys } from '../../../rows/results';
import { oneLine, shortened, textOf } from '../../../shared/text';
import { isRecord } from '../../../shared/values';
import type { Changes } from '../people/changes';
import type { RowResult } from '../people/RowResult';

type BrokenCells = Readonly<Record<string, string>>;

// prettier-ignore
export const outputField = choiceField('Output', 'output', 'rows', 'What the node outputs', [
	['Changes', 'changes', 'One item for each row that is neither unchanged nor skipped'],
	['Rows', 'rows', 'One item for each row, with its result'],
	['Summary', 'summary', 'One item for each contact list, with the counts'],
]);

export const includeDetailsField = booleanField(
	'Add Details',
	'includeDetails',
	'Whether to add ID, all changes, the whole reason, and who agreed, to each row',
);

export const includeInputField = booleanField(
	'Include Input Fields',
	'includeInput',
	"Whether to add each row as it came in, under 'input'",
);

/** The item for a row; its note names `broken` cells. Text that is not there is '': n8n marks missing keys, too. */
export function rowOutput(word: string, result: RowResult, broken?: BrokenCells) {
	const { email, firstName, lastName, tags = [], isSubscribed = null } = result.subscriber ?? {};
	return {
		action: word,
		email: textOf(email),
		note: noteOf(result, reasonOf(result, broken)),
		first_name: textOf(firstName),
		last_name: textOf(lastName),
		tags: joinTags(tags),
		is_subscribed: isSubscribed,
	} satisfies Record<(typeof rowKeys)[number], unknown>;
}

/** What a machine may want to know of a row, besides. */
export function rowDetails(result: RowResult, broken?: BrokenCells, consent = '') {
	const { subscriber, changes = {} } = result;
	return {
		uuid: textOf(subscriber?.id),
		changes: textOfChanges(changes),
		reason: reasonOf(result, broken),
		consent,
	} satisfies Record<(typeof detailKeys)[number], unknown>;
}

/** Most characters of a note: a longer one pushes the other rows off the screen. */
const maxNote = 200;

/** Why a row came out as it did, and which of its cells are broken. */
function reasonOf({ reason = '' }: RowResult, broken: BrokenCells = {}): string {
	const notes = Object.values(broken).map((one) => `${one}, which changes nothing`);
	return [reason, ...notes].filter((note) => note !== '').join('; ');
}

/** Notes of rows of which there is nothing else to say. */
const plainNotes: Partial<Record<RowAction, string>> = {
	created: 'new',
	imported: 'sent without reading the list',
	resubscribed: 'was unsubscribed',
	unchanged: 'nothing differs',
};

/** What changed, and why: `first_name: Mathias → Matthias; tags: +vip −lead`. */
function noteOf({ action, changes = {}, subscriber }: RowResult, reason: string): string {
	const isNew = action === 'created' || (action === 'imported' && subscriber?.id === undefined);
	// The action says what becomes of the subscription.
	const told = Object.entries(changes).filter(([field]) => field !== 'is_subscribed');
	const shown = isNew ? [] : told.map(noteOfChange);
	const why = shortened(oneLine(reason), maxNote - 1);
	// Many changes must not push the reason out.
	const what = shortened(oneLine(shown.join('; ')), Math.max(0, maxNote - why.length - 3));
	const notes = [what, why].filter((note) => note !== '' && note !== '…');
	return notes.length === 0 ? (plainNotes[action] ?? action) : notes.join('; ');
}

/** The input of a row; a result that comes in again, as in a loop, passes on its own, so that it does not grow. */
export function inputOf(json: IDataObject): IDataObject {
	return isResult(json) && isRecord(json.input) ? (json.input as IDataObject) : json;
}

/** `first_name: Mathias → Matthias; tags: a → a, vip` */
function textOfChanges(changes: Changes): string {
	return Object.entries(changes).map(textOfChange).join('; ');
}

function textOfChange([field, { from, to }]: [string, Changes[string]]): string {
	return [`${field}:`, valueText(from), '→', valueText(to)].filter((part) => part !== '').join(' ');
}

/** The same, but of tags only those that were added and removed, and no more than a note has characters. */
function noteOfChange([field, change]: [string, Changes[string]]): string {
	const { from, to } = change;
	if (!Array.isArray(from) || !Array.isArray(to)) return textOfChange([field, change]);
	const [before, after] = [new Set(from as string[]), new Set(to as string[])];
	const added = [...after].filter((tag) => !before.has(tag)).map((tag) => `+${tag}`);
	const removed = [...before].filter((tag) => !after.has(tag)).map((tag) => `−${tag}`);
	return `${field}: ${[...added, ...removed].slice(0, maxNote).join(' ')}`;
}

function valueText(value: unknown): string {
	return Array.isArray(value) ? joinTags(value as string[]) : textOf(value);
}
