import type { IDataObject } from 'n8n-workflow';

import { addressKey, cleanAddress } from '../api/emailAddress';
import { isBroken } from '../shared/brokenCells';
import { firstOf, quoted, shortened, textOf } from '../shared/text';
import { ParameterError, UnreadableRowError, UserFacingError } from '../shared/UserFacingError';
import { defined, isEmpty, valueAt, type JsonRecord } from '../shared/values';
import { ColumnNotes } from './ColumnNotes';
import { HeaderCache } from './HeaderCache';
import {
	fieldOf,
	givenColumns,
	resolveColumns,
	sourceOf,
	type Given,
	type GivenColumns,
	type Source,
} from './resolveColumns';
import {
	adviceIfWrittenBack,
	hasResultColumns,
	hasSheetColumns,
	isBlankRow,
	isResult,
	resultColumns,
	rowKeys,
} from './results';
import { splitName } from './splitName';

/** Reads subscribers out of the rows of a sheet or a CRM: the columns of all rows first, then each row. */
export class ColumnReader {
	private readonly given: readonly Given[];
	private readonly headers = new HeaderCache((columns) => this.resolve(columns));
	private readonly notes: ColumnNotes;
	private noEmail?: UserFacingError;
	private emailInDoubt?: ParameterError;
	private hasRows = false;

	/** @param consent names of the columns about consent, which are read elsewhere */
	constructor(columns: GivenColumns, consent: readonly string[]) {
		this.given = givenColumns(columns);
		this.notes = new ColumnNotes(consent);
	}

	/** Notes the columns of a row. Call it for all rows before `read`. */
	collect(row: JsonRecord): void {
		if (isBlankRow(row)) return;
		this.hasRows ||= !isResult(row);
		const { used, ownEmails } = this.headers.of(row);
		this.notes.addRow(row, used);
		this.emailInDoubt ??= failureIfNextToAnother(row, ownEmails);
	}

	/** Email, names and tags as in the row; if two columns could be one of these, also the failure that says so. */
	read(row: JsonRecord): { values: IDataObject; isSplit?: boolean; isBlank: boolean; failure?: UserFacingError } {
		if (isBlankRow(row)) return { values: {}, isBlank: true };
		const { sources, failure } = this.headers.of(row);
		return { ...splitName(valuesOf(row, sources)), isBlank: false, failure };
	}

	/** @throws UserFacingError if it is not known whom a row is about: two columns could be the email, or it has two */
	assertEmailKnown(): void {
		if (this.emailInDoubt === undefined) return;
		const { message, advice } = this.emailInDoubt;
		throw new UserFacingError(message, `${advice} Nothing was sent.`);
	}

	hints(): ReturnType<ColumnNotes['hints']> {
		return this.notes.hints(this.given, this.hasRows);
	}

	/** Why a row without the email cannot be sent. Where no row has one, all share the same failure. */
	noEmailIn(row: JsonRecord): UserFacingError {
		// n8n's file readers omit empty cells.
		const ofResult = hasSheetColumns(row) ? adviceIfWrittenBack : 'Fill in the column "email": this is a result.';
		const advice = isResult(row) ? ofResult : 'Fill in the cell in your sheet.';
		if (this.notes.taken.has('email')) return new ParameterError("'Email' is empty", advice);
		const given = this.given.find(({ field }) => field === 'email');
		this.noEmail ??= given
			? new ParameterError(`No input item has ${quoted(given.name)}`, "Correct 'Email' under 'Columns'.")
			: noColumns(row, 'email ', "Under 'Columns', add 'Email' and drag the column in.");
		return this.noEmail;
	}

	/** Whether a column would be read in a row that is no result. */
	private isWanted(column: string): boolean {
		return fieldOf(column) !== undefined || this.given.some(({ name }) => sourceOf(name, [column]) !== undefined);
	}

	/** What the headers of a row mean, or why they cannot be used. */
	private resolve(columns: readonly string[]) {
		// A result of this node has known columns. Others next to them are a sheet's, into which it was written.
		const hasResult = hasResultColumns(columns);
		const isOfResult = hasResult && columns.includes('email');
		const { sources, failure, isEmailInDoubt } = isOfResult
			? resolveColumns(rowKeys, [])
			: resolveColumns(columns, this.given);
		if (isEmailInDoubt) this.emailInDoubt ??= failure;
		const isOverruled = (column: string): boolean =>
			!resultColumns.includes(column) && !sources.some((source) => source.column === column) && this.isWanted(column);
		if (hasResult) this.notes.addOverruled(columns.filter(isOverruled));
		const broken = columns.find(isBroken);
		if (broken !== undefined) return { sources: [], used: [], ownEmails: [], failure: unreadable(broken) };
		const ownEmails = isOfResult ? this.ownEmailsIn(columns) : [];
		return { sources, used: this.notes.addHeaders(columns, sources), failure, ownEmails };
	}

	/** The paths to the emails of a sheet into which a result was written: the column that is named, else known ones. */
	private ownEmailsIn(columns: readonly string[]): ReadonlyArray<readonly string[]> {
		const own = columns.filter((column) => !resultColumns.includes(column));
		const given = this.given.find(({ field }) => field === 'email');
		const source = given && sourceOf(given.name, own);
		if (source !== undefined) return [source.path];
		// n8n's reader of Excel files renames a second column `email` to `email_1`.
		return own.filter((column) => column === 'email_1' || fieldOf(column) === 'email').map((column) => [column]);
	}
}

/** A result may stand next to the address of another person: the sheet was sorted or corrected since. */
function failureIfNextToAnother(row: JsonRecord, paths: ReadonlyArray<readonly string[]>): ParameterError | undefined {
	const own = paths.map((path) => valueAt(row, path)).filter((email) => !isEmpty(email));
	const isSame = (email: unknown): boolean => keyOf(email) === keyOf(row.email);
	if (own.length === 0 || isEmpty(row.email) || own.some(isSame)) return undefined;
	const [shown, other] = [row.email, own[0]].map((email) => quoted(shortened(textOf(email), 80)));
	const message = `The result of ${shown} stands next to ${other}`;
	return new ParameterError(message, 'Delete the columns that results added: "action", "email", "note" and others.');
}

function keyOf(email: unknown): string {
	return addressKey(textOf(cleanAddress(email)));
}

function valuesOf(row: JsonRecord, sources: readonly Source[]): Record<string, unknown> {
	const values = sources.map(({ field, path }) => {
		const value = valueAt(row, path);
		if (field === 'email' || !isPlaceholder(value)) return [field, value];
		return [field, field === 'tags' ? undefined : ''];
	});
	return defined(Object.fromEntries(values) as Record<string, unknown>);
}

/** `n/a`, `-`, `?`: a cell of somebody who had no name or tag to write. */
function isPlaceholder(cell: unknown): boolean {
	return typeof cell === 'string' && /^\s*(n\/a|[-–—?]+)\s*$/i.test(cell);
}

/** One reader per value of 'Columns': an expression there may return another value for each item. */
export class ColumnReaders {
	private readonly readers = new Map<string, ColumnReader>();

	constructor(private readonly consent: readonly string[]) {}

	for(columns: unknown): ColumnReader {
		const key = JSON.stringify(columns ?? {});
		const reader = this.readers.get(key) ?? new ColumnReader(columns ?? {}, this.consent);
		this.readers.set(key, reader);
		return reader;
	}

	/** @throws UserFacingError if two columns of any row could be the email */
	assertEmailKnown(): void {
		for (const reader of this.readers.values()) reader.assertEmailKnown();
	}

	/** The first hint of each kind: expressions that return values instead of names would cause one per row. */
	hints(): ReturnType<ColumnReader['hints']> {
		const all = [...this.readers.values()].map((reader) => reader.hints());
		const first = (kind: keyof (typeof all)[number]) => all.find((hints) => hints[kind] !== undefined)?.[kind];
		return { missing: first('missing'), used: first('used'), overruled: first('overruled') };
	}
}

/** A header in the wrong encoding, or of a broken formula, may be about consent. */
function unreadable(header: string): UserFacingError {
	const advice = "Correct it in the sheet, or the 'Encoding' where the file is read.";
	return new UnreadableRowError(`The header ${quoted(header)} cannot be read`, advice);
}

/** For an item without columns of a subscriber, or without those of a kind, such as `email `. */
export function noColumns(row: JsonRecord, kind = '', advice = "Choose one under 'Columns'."): UserFacingError {
	const names = Object.keys(row);
	const has = names.length === 0 ? 'the item is empty' : firstOf(names.map((name) => shortened(name, 40)));
	return new ParameterError(`No ${kind}column found (${has})`, advice);
}
