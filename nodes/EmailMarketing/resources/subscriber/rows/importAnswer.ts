/** What an import that was answered with success says of single rows. Its shape is not documented, so common ones are read. */

import { isDeclined } from '../../../api/declined';
import { addressKey } from '../../../api/emailAddress';
import { endpointOf } from '../../../api/endpoints';
import { isRecord, type JsonRecord } from '../../../shared/isRecord';
import type { DisplayNames } from '../../../shared/names';
import { fieldMessages, refusals } from '../../../transport/errors/refusals';
import { countedIn } from './importCounts';
import { byRow } from './serviceRefusal';

/** Under which names an answer has the rows that were not taken, or how many they are. */
const refusedNames = [
	'errors',
	'failures',
	'failed',
	'failed_rows',
	'rejected',
	'invalid',
	'row_errors',
	'rowErrors',
	'not_imported',
	'unsuccessful',
	'failed_count',
	'error_count',
	'rejected_count',
	'invalid_count',
	'failed_emails',
	'invalid_emails',
	'skipped_emails',
];

/** How deep in an entry its address may stand: `{row: {email}}`. */
const maxDepth = 2;

export interface Refused {
	/** Row, counted from 0 in the request → why it was refused. */
	readonly rows: Map<number, string>;
	/** What is said of rows that are not named: `failed: 2`. */
	readonly unnamed?: string;
	/** Whether rows were passed over that may not be in the list. */
	readonly isShort?: boolean;
}

/** The rows that an import answered with success has left out all the same. @param emails the `addressKey` of each row of the request */
export function refusedBy(answer: unknown, emails: readonly string[], names?: DisplayNames): Refused {
	const rowOf = new Map(emails.map((email, row) => [email, row]));
	const rows = new Map<number, string>();
	const unnamed: string[] = [];
	const statements = statementsIn(answer, emails.length);
	for (const { name, said } of statements.filter((statement) => !isCount(statement.said))) {
		for (const entry of entriesOf(said)) {
			const found = rowsOf(entry, rowOf, names);
			found.forEach(([row, reason]) => rows.set(row, reason));
			if (found.length === 0) unnamed.push(shown(name, entry));
		}
	}
	// The rows that are named are those that were counted.
	unnamed.push(
		...statements
			.filter(({ said }) => isCount(said) && Number(said) > rows.size)
			.map(({ name, said }) => shown(name, said)),
	);
	const { missing, isShort } = countedIn(answer, emails.length - rows.size, emails.length);
	if (unnamed.length === 0 && missing !== undefined) unnamed.push(missing);
	return { rows, isShort, unnamed: unnamed.length === 0 ? undefined : unnamed.slice(0, 3).join(' · ') };
}

interface Statement {
	readonly name: string;
	readonly said: unknown;
}

/** What an answer says of rows that were not taken, at its top or one step inside. */
function statementsIn(answer: unknown, count: number): Statement[] {
	const inner = isRecord(answer) ? Object.values(answer) : [];
	const records = [answer, ...inner].filter(isRecord);
	const listed = records.flatMap((record) => refusedNames.map((name) => ({ name, said: record[name] })));
	const results = [
		answer,
		...inner.filter((_, index) => !refusedNames.includes(Object.keys(answer as JsonRecord)[index] ?? '')),
	].filter(Array.isArray);
	return [
		...listed,
		...results.map((list: unknown[]) => ({ name: 'results', said: refusedAmong(list, count) })),
	].filter(({ said }) => !isNone(said));
}

/** Of a list of what became of each row, the entries that say no. In a list as long as the rows, each stands at the place of its row. */
function refusedAmong(list: readonly unknown[], count: number): JsonRecord[] {
	const placed = list.map((entry, index) => (isRecord(entry) && list.length === count ? { index, ...entry } : entry));
	return placed
		.filter(isRecord)
		.filter(
			(entry) =>
				isDeclined(entry, endpointOf('subscriber.import')) ||
				!isNone(entry.error) ||
				!isNone(entry.errors) ||
				entry.imported === false ||
				entry.valid === false ||
				/^(rejected|invalid|skipped|suppressed|[45]\d\d)$/i.test(String(entry.status ?? entry.code)),
		);
}

/** Each thing that is said: in an object each of its fields, such as `subscribers.5.email`. */
function entriesOf(said: unknown): unknown[] {
	if (Array.isArray(said)) return said;
	return isRecord(said) ? Object.entries(said).map(([name, value]) => ({ [name]: value })) : [said];
}

/** The rows that an entry is about: an address says it for sure, a place may be counted in another way. */
function rowsOf(entry: unknown, rowOf: ReadonlyMap<string, number>, names?: DisplayNames): Array<[number, string]> {
	const named = [...new Set(addressesIn(entry).filter((address) => rowOf.has(address)))];
	const [address = '', ...others] = named;
	const row = others.length === 0 ? rowOf.get(address) : undefined;
	if (row === undefined) return [...byRow(fieldMessages({ errors: [entry] }, Infinity), rowOf.size, names)];
	const texts = refusals({ errors: [entry] }, Infinity)
		.map(({ text }) => text)
		.filter((text) => addressKey(text) !== address);
	return [[row, [...new Set(texts)].slice(0, 5).join(' · ') || 'The service did not take it']];
}

/** Every text that an entry holds, as an address is compared. */
function addressesIn(entry: unknown, depth = 0): string[] {
	if (typeof entry === 'string') return [addressKey(entry)];
	if (typeof entry !== 'object' || entry === null || depth > maxDepth) return [];
	return Object.entries(entry).flatMap(([name, value]) => [addressKey(name), ...addressesIn(value, depth + 1)]);
}

function isCount(said: unknown): boolean {
	return typeof said === 'number' || (typeof said === 'string' && /^\d+$/.test(said));
}

/** In an object such as `{count: 0, rows: []}` all of it; an entry of a list is something, also where it is 0. */
function isNone(value: unknown, depth = 0): boolean {
	if (Array.isArray(value)) return value.length === 0;
	if (typeof value === 'object' && value !== null)
		return depth <= maxDepth && Object.values(value).every((inner) => isNone(inner, depth + 1));
	return value === undefined || value === null || value === false || value === '' || Number(value) === 0;
}

function shown(name: string, said: unknown): string {
	return `${name}: ${JSON.stringify(said).slice(0, 200)}`;
}
