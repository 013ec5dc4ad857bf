/** What the service says of single rows. */

import { isRecord } from '../../../shared/isRecord';
import { displayNameOf, type DisplayNames } from '../../../shared/names';
import { UserFacingError } from '../../../shared/UserFacingError';
import { rowOf } from '../../../transport/errors/fieldPath';
import { fieldMessages } from '../../../transport/errors/refusals';

/** Statuses of a refusal that the values in the request may be the reason of: 413 where there are too many of them. */
const refusalStatuses = new Set([400, 409, 413, 422]);

/** Whether the service has looked at the values and refused them, so that other values may be taken. */
export function isRowRefusal(thrown: unknown): thrown is UserFacingError {
	return thrown instanceof UserFacingError && !thrown.isOutcomeUnknown && refusalStatuses.has(thrown.status ?? 0);
}

/** Row, counted from 0 in the request → why it was refused. Empty where the service names none. */
export function rowsNamedIn(refusal: UserFacingError, count: number, names?: DisplayNames): Map<number, string> {
	return byRow(refusal.fieldMessages, count, names);
}

/** Under which names an answer that says that the import was done has the rows that were not. */
const refusedLists = ['errors', 'failures', 'failed', 'rejected', 'invalid', 'row_errors', 'rowErrors', 'not_imported'];

export interface Refused {
	/** Row, counted from 0 in the request → why it was refused. */
	readonly rows: Map<number, string>;
	/** What is said of rows that are not named: `failed: 2`. */
	readonly unnamed?: string;
}

/** The rows that an import answered with success has left out all the same. @param emails of the rows of the request, in lower case */
export function refusedBy(answer: unknown, emails: readonly string[], names?: DisplayNames): Refused {
	const rows = new Map<number, string>();
	const unnamed: string[] = [];
	const parts = isRecord(answer) ? [answer, answer.data, answer.result, answer.results].filter(isRecord) : [];
	for (const part of parts) {
		for (const name of refusedLists) {
			const said = part[name];
			const found = isNone(said) ? undefined : [...byRow(fieldMessages({ errors: said }, Infinity), emails.length, names), ...byEmail(said, emails)];
			found?.forEach(([row, text]) => rows.set(row, text));
			if (found?.length === 0) unnamed.push(`${name}: ${JSON.stringify(said).slice(0, 200)}`);
		}
	}
	return { rows, unnamed: unnamed.length === 0 ? undefined : unnamed.join(' · ') };
}

function byRow(messages: UserFacingError['fieldMessages'], count: number, names?: DisplayNames): Map<number, string> {
	const rows = new Map<number, string>();
	for (const { field, text } of messages) {
		const { row = count, inner = '' } = rowOf(field) ?? {};
		if (row >= count) continue;
		const said = inner === '' ? text : `${displayNameOf(inner, names)}: ${text}`;
		const before = rows.get(row);
		rows.set(row, before === undefined ? said : `${before} · ${said}`);
	}
	return rows;
}

/** Lists of addresses, and of objects that have one. */
function byEmail(said: unknown, emails: readonly string[]): Array<[number, string]> {
	if (!Array.isArray(said)) return [];
	return said.flatMap((entry: unknown): Array<[number, string]> => {
		const email = isRecord(entry) ? (entry.email ?? (isRecord(entry.subscriber) ? entry.subscriber.email : undefined)) : entry;
		const row = typeof email === 'string' ? emails.indexOf(email.trim().toLowerCase()) : -1;
		const reason = isRecord(entry) ? [entry.message, entry.error, entry.reason, entry.detail].find((text) => typeof text === 'string') : undefined;
		return row < 0 ? [] : [[row, typeof reason === 'string' ? reason : 'The service did not take it']];
	});
}

function isNone(value: unknown): boolean {
	return value === undefined || value === null || value === 0 || value === '' || value === false || (typeof value === 'object' && Object.keys(value).length === 0);
}
