import type { IDataObject } from 'n8n-workflow';

import { quoted } from '../shared/text';
import { ParameterError, type UserFacingError } from '../shared/UserFacingError';
import { isEmpty, isRecord, valueAt, type JsonRecord } from '../shared/values';
import { consentOf, isClearNo, isResult, optOutBy, OptOutReader, type OptOut } from './optOut';
import { givenColumns, resolveColumns, type Field, type Given, type GivenColumns, type Source } from './resolveColumns';

/** What a row contains about its subscriber. */
interface RowRead {
	/** email, first_name, last_name and tags, as in the row. */
	readonly values: IDataObject;
	readonly optOut?: OptOut;
	readonly isBlank: boolean;
}

/** Columns that hints do not mention, because the service, n8n or this node adds them. */
// prettier-ignore
const notWorthNaming: readonly string[] = [
	'uuid', 'created_at', 'updated_at', 'is_subscribed', 'unsubscribed_at', 'account_id', 'customerable_type', 'customerable_id',
	'open_rate', 'click_rate', 'recieved_count', 'opened_count', 'last_opened', 'last_clicked', 'row_number',
	'action', 'reason', 'changes', 'event', 'mails', 'changed', 'input', 'error', 'details', 'httpStatus', 'canRetry', 'outcomeUnknown',
];

/** Reads subscribers out of the rows of a sheet or a CRM. */
export class ColumnReader {
	private readonly given: readonly Given[];
	/** A cache by the columns of a row: most rows of a sheet have the same columns. */
	private readonly resolved = new Map<string, readonly Source[]>();
	/** Fields for which any row so far had a column. */
	readonly taken = new Set<Field>();
	private noEmail?: UserFacingError;
	/** The columns of all rows → the field each was used for, if any. */
	private readonly noted = new Map<string, Field | undefined>();
	private hasRows = false;

	constructor(
		columns: GivenColumns,
		readonly optOuts = new OptOutReader(),
	) {
		this.given = givenColumns(columns);
	}

	/** Reads a row. Throws if two columns could be one field. */
	read(json: IDataObject): RowRead {
		const row: JsonRecord = isRecord(json) ? json : {};
		if (isBlankRow(row)) return { values: {}, isBlank: true };
		const sources = this.sourcesOf(row);
		const values: Record<string, unknown> = {};
		const objects: unknown[] = [row];
		let optOut: string | undefined;
		let isClear = false;
		for (const { field, column, path } of sources) {
			const value = valueAt(row, path);
			if (value === undefined) continue;
			this.taken.add(field);
			if (field === 'opt-in' || field === 'opt-out') {
				optOut ??= optOutBy(column, field, value);
				isClear ||= isClearNo(field, value);
			} else values[field] = value;
			// The objects around a given column may opt out too, such as the "body" of a webhook.
			for (let depth = 1; depth < path.length; depth++) objects.push(valueAt(row, path.slice(0, depth)));
		}
		optOut ??= this.missingOptIn(row, sources);
		const recognized = this.optOuts.read(objects);
		const own = optOut;
		const given = { reason: () => recognized.reason() ?? own, isClear: isClear || recognized.isClear };
		return { values: withParts(values), optOut: own === undefined ? recognized : given, isBlank: false };
	}

	/** If a column is given as 'Opt-In', every row needs a value in it. */
	private missingOptIn(row: JsonRecord, sources: readonly Source[]): string | undefined {
		const optIn = isResult(row) ? undefined : this.given.find(({ field }) => field === 'opt-in');
		if (optIn === undefined) return undefined;
		const source = sources.find(({ field }) => field === 'opt-in');
		const hasValue = source !== undefined && !isEmpty(valueAt(row, source.path));
		return hasValue ? undefined : `${quoted(optIn.name)} is empty`;
	}

	/** Hints after a run: given columns that no row had, and the columns used and ignored where any was ignored. */
	hints(): Readonly<Record<'missing' | 'used', string | undefined>> {
		const missing = this.hasRows ? this.given.filter(({ field }) => !this.taken.has(field)) : [];
		const names = missing.map(({ name, displayName }) => `${quoted(name)} ('${displayName}')`);
		const used = [...this.noted].filter(([, field]) => field).map(([column, field]) => `${quoted(column)} (${field})`);
		const ignored = [...this.noted].filter(([, field]) => !field).map(([column]) => quoted(column));
		return {
			missing: names.length > 0 ? `No input item has ${names.join(' or ')}. Correct it under 'Columns'.` : undefined,
			used: ignored.length > 0 ? `Columns used: ${firstOf(used)}. Ignored: ${firstOf(ignored)}.` : undefined,
		};
	}

	/** Why a row without the email cannot be sent. Where no row has one, all share the same failure. */
	noEmailIn(json: IDataObject): UserFacingError {
		if (this.taken.has('email')) return noCell;
		const given = this.given.find(({ field }) => field === 'email');
		this.noEmail ??= given
			? new ParameterError(`No input item has ${quoted(given.name)}`, "Correct 'Email' under 'Columns'.")
			: noColumns(json, 'email ', "Under 'Columns', add 'Email' and drag the column in.");
		return this.noEmail;
	}

	private sourcesOf(row: JsonRecord): readonly Source[] {
		const columns = Object.keys(row);
		const key = JSON.stringify(columns);
		const known = this.resolved.get(key);
		if (known !== undefined) return known;
		// A result of this node has known columns; under 'Columns', only an opt-in or opt-out counts.
		const given = isResult(row) ? this.given.filter(({ field }) => field.startsWith('opt-')) : this.given;
		const sources = resolveColumns(columns, given);
		this.hasRows ||= !isResult(row);
		if (this.resolved.size >= 200) this.resolved.clear();
		this.resolved.set(key, sources);
		this.note(columns, sources);
		return sources;
	}

	private note(columns: readonly string[], sources: readonly Source[]): void {
		if (this.noted.size > 1000) return;
		for (const { column, field } of sources) this.noted.set(column, field);
		const paths = sources.map(({ path }) => path[0]);
		for (const column of columns) {
			if (paths.includes(column) || notWorthNaming.includes(column)) continue;
			this.noted.set(column, this.noted.get(column) ?? consentOf(column));
		}
	}
}

/** One reader per value of 'Columns': an expression there may return another value for each item. */
export class ColumnReaders {
	private readonly readers = new Map<string, ColumnReader>();
	/** Shared by the readers: an opt-in column of one item counts for all. */
	readonly optOuts = new OptOutReader();

	for(columns: unknown): ColumnReader {
		const key = JSON.stringify(columns ?? {});
		const reader = this.readers.get(key) ?? new ColumnReader(columns ?? {}, this.optOuts);
		this.readers.set(key, reader);
		return reader;
	}

	hints(): Array<ReturnType<ColumnReader['hints']>> {
		return [...this.readers.values()].map((reader) => reader.hints());
	}
}

/** Whether every cell is empty, as in the blank rows of a sheet; in a result of this node, those of the person. */
function isBlankRow(row: JsonRecord): boolean {
	const columns = isResult(row) ? ['email', 'first_name', 'last_name', 'tags'] : Object.keys(row);
	return columns.every((column) => column === 'row_number' || [row[column]].flat().every(isEmpty));
}

/** A full name is split at its last space, unless a column has a part of it. A single word is a first name. */
function withParts({ full_name: name, ...values }: Record<string, unknown>): IDataObject {
	if (isEmpty(name) || 'first_name' in values || 'last_name' in values) return values as IDataObject;
	// A value that is not text is reported by the check of the first name.
	if (typeof name !== 'string') return { ...values, first_name: name } as IDataObject;
	const words = name.trim().split(/\s+/);
	const last = words.length > 1 ? { last_name: words.pop() } : {};
	return { ...values, first_name: words.join(' '), ...last };
}

/** For a row without the email column of other rows: n8n's file readers omit empty cells. */
const noCell = new ParameterError("'Email' is empty", 'Fill in the cell in your sheet.');

/** For an item without columns of a subscriber, or without those of a kind, such as `email `. */
export function noColumns(json: IDataObject, kind = '', advice = "Choose one under 'Columns'."): UserFacingError {
	const names = isRecord(json) ? Object.keys(json) : [];
	const has = names.length === 0 ? 'the item is empty' : firstOf(names.map((name) => name.slice(0, 40)));
	return new ParameterError(`No ${kind}column found (${has})`, advice);
}

/** At most ten names. */
function firstOf(names: readonly string[]): string {
	const shown = names.slice(0, 10).join(', ') || 'none';
	return names.length > 10 ? `${shown} and more` : shown;
}
