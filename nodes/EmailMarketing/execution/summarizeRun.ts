import type { IDataObject } from 'n8n-workflow';

import { hasUnknownOutcome } from '../shared/UserFacingError';
import { itemNames } from '../shared/text';
import type { Tally } from './Tally';

export interface Failure {
	/** Failed together, by one request. */
	readonly items: readonly number[];
	readonly thrown: unknown;
}

/** What is known where a node stops. */
interface Known {
	/** How many items the node was given. */
	readonly total: number;
	/** The results of the items that did not fail, `created` for example; all others were not sent. */
	readonly done: Tally;
	readonly failures: readonly Failure[];
	/** What an item is when it is done. */
	readonly doneWord: string;
}

/** So many numbers and ranges of items that failed are named. */
const maxNamed = 20;

/** The results of all items, for the message of a node that stops: `Of 10 items: 3 created, item 4 failed, item 7 may have been created, 5 not sent.` @returns '' for a single item */
export function summarizeRun({ total, done, failures, doneWord }: Known): string {
	if (total === 1) return '';
	const failed = failures.filter(({ thrown }) => !hasUnknownOutcome(thrown)).flatMap(({ items }) => items);
	const unknown = failures.filter(({ thrown }) => hasUnknownOutcome(thrown)).flatMap(({ items }) => items);
	const open = total - done.total - failed.length - unknown.length;
	const parts = [
		...done.entries().map(([what, count]) => `${count} ${what}`),
		...named(failed, 'failed', maxNamed),
		// All of these are named: they have to be checked by hand.
		...named(unknown, `may have been ${doneWord}`),
		...(open > 0 ? [`${open} not ${doneWord === 'read' ? 'read' : 'sent'}`] : []),
	];
	return `Of ${total} items: ${parts.join(', ')}.`;
}

/** `item 4 failed`, or `3 failed (items 4, 6 and 9)` */
function named(items: readonly number[], verb: string, most?: number): string[] {
	if (items.length === 0) return [];
	const names = itemNames(items, most);
	return [items.length === 1 ? `${names} ${verb}` : `${items.length} ${verb} (${names})`];
}

// prettier-ignore
const pastTenses: Readonly<Record<string, string>> = {
	checkPaths: 'checked', create: 'created', delete: 'deleted', get: 'read', getAll: 'read', import: 'imported', send: 'sent',
	sync: 'changed', tag: 'tagged', togglePublish: 'toggled', update: 'updated', upsert: 'created or updated',
};

/** What an item is when its operation has done its work: the participle for `1 item was …`. @param operation the value of 'Operation' */
export function pastTense(operation: unknown): string {
	return Object.entries(pastTenses).find(([name]) => name === operation)?.[1] ?? 'done';
}

/** The result of an item that is done. Only Create has another: it skips who is opted out. Elsewhere an `action` is a field of the service's. */
export function resultWord(operation: unknown, output?: IDataObject): string {
	return operation === 'create' && output?.action === 'skipped' ? 'skipped' : pastTense(operation);
}
