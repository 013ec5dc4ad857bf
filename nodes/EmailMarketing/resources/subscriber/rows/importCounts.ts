/** The numbers in an import's answer. Their names are not documented, so common ones are read. */

import { isRecord, type JsonRecord } from '../../../shared/isRecord';

/** Each counts all rows that were taken. */
const totals = [
	'imported',
	'imported_count',
	'importedCount',
	'total_imported',
	'success_count',
	'successCount',
	'succeeded',
	'successful',
	'accepted',
	'saved',
];
/** Each counts a kind of them. */
const kinds = [
	'created',
	'created_count',
	'inserted',
	'added',
	'new',
	'updated',
	'updated_count',
	'unchanged',
	'existing',
];
/** Rows that were passed over, in most services because they are there already. */
const passed = ['skipped', 'skipped_count', 'duplicates', 'duplicate', 'duplicate_count', 'ignored', 'already_exists'];
/** What a service says of an import as a whole that was not done as a whole. */
const partly = /^(partial|partially[_ ]|completed[_ ]with[_ ]errors)/i;

/** As a sentence says it: "2 of 3 rows were imported", "Imported 2 of 3 rows". */
const some = '(\\d+) (?:out )?of (\\d+)';
const rows = '(?: (?:rows|subscribers|contacts|records|entries))?(?: (?:were|was|have been))?';
const taken = '(?:imported|added|created|saved|stored|accepted|subscribed)';
const someOfAll = [`\\b${some}${rows} ${taken}\\b`, `\\b${taken} ${some}\\b`].map((words) => new RegExp(words, 'i'));

export interface Counted {
	/** What an answer says that makes it certain that rows are missing: `imported: 3`. */
	readonly missing?: string;
	/** Whether rows were passed over that may be missing. */
	readonly isShort: boolean;
}

/**
 * Compares the numbers of an answer with what was sent.
 * @param sent the rows that are not named as refused @param all those that are, too
 */
export function countedIn(answer: unknown, sent: number, all = sent): Counted {
	const outer = isRecord(answer) ? [answer, ...inside(answer)] : [];
	// What lies deeper may count something else, so it is only looked at where nothing counts the rows above it.
	for (const record of outer.some(hasCount) ? outer : [...outer, ...outer.flatMap(inside)]) {
		if (partly.test(String(record.status))) return { missing: `status: ${String(record.status)}`, isShort: true };
		const known = [...totals, ...kinds].filter((name) => numberAt(record, name) !== undefined);
		if (known.length === 0) continue;
		const taken = Math.max(sumOf(record, kinds), ...totals.map((name) => numberAt(record, name) ?? 0));
		if (taken >= sent) continue;
		const others = sumOf(record, passed);
		const said = [...known, ...passed.filter((name) => numberAt(record, name) !== undefined)]
			.map((name) => `${name}: ${String(record[name])}`)
			.join(', ');
		return { missing: taken + others < sent ? said : undefined, isShort: true };
	}
	const sentence = String(isRecord(answer) ? answer.message : answer);
	return outer.some(hasCount) ? { isShort: false } : saidOfSome(sentence, sent, all);
}

function saidOfSome(sentence: string, sent: number, all: number): Counted {
	const plain = sentence.replace(/(?<=\d),(?=\d{3})/g, '');
	const [, count, of] = someOfAll.map((words) => words.exec(plain)).find((found) => found !== null) ?? [];
	return Number(of) === all && Number(count) < sent
		? { missing: sentence.slice(0, 200), isShort: true }
		: { isShort: false };
}

/** What an answer says in words and numbers: `Done (imported: 3, skipped: 2)`. */
export function sentenceIn(answer: JsonRecord): string {
	const numbers = Object.entries(answer).flatMap(([name, value]) =>
		typeof value === 'number' ? `${name}: ${value}` : [],
	);
	const message = typeof answer.message === 'string' ? answer.message.slice(0, 200) : '';
	return [message, numbers.length === 0 ? '' : `(${numbers.slice(0, 10).join(', ')})`]
		.filter((part) => part !== '')
		.join(' ');
}

function hasCount(record: JsonRecord): boolean {
	return [...totals, ...kinds].some((name) => numberAt(record, name) !== undefined);
}

function inside(record: JsonRecord): JsonRecord[] {
	return Object.values(record).filter(isRecord);
}

function sumOf(record: JsonRecord, names: readonly string[]): number {
	return names.reduce((sum, name) => sum + (numberAt(record, name) ?? 0), 0);
}

function numberAt(record: JsonRecord, name: string): number | undefined {
	const value = record[name];
	return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
