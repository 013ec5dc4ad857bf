import type { IDataObject } from 'n8n-workflow';

import { isBroken, isBrokenPart } from '../shared/brokenCells';
import { plainText, quoted, shortened } from '../shared/text';
import { ParameterError, UnreadableRowError, userFacing, type UserFacingError } from '../shared/UserFacingError';
import { defined, isEmpty, isRecord, valueAt, type JsonRecord } from '../shared/values';
import { ColumnNotes, firstOf } from './ColumnNotes';
import { bare } from './consentOf';
import { HeaderCache } from './HeaderCache';
import { ConsentReader, isResult, isResultOf, unclearKey, type Settled } from './optOut';
import { optOutBy, type OptOut } from './optOutBy';
import { givenColumns, isConsent, pathOf, resolveColumns } from './resolveColumns';
import type { Given, GivenColumns, Source } from './resolveColumns';

/** Reads subscribers out of the rows of a sheet or a CRM: the columns of all rows first, then each row. */
export class ColumnReader {
	private readonly given: readonly Given[];
	private readonly settled: Settled;
	private readonly headers = new HeaderCache((columns) => this.resolve(columns));
	private readonly notes = new ColumnNotes();
	private noEmail?: UserFacingError;
	private hasRows = false;

	constructor(
		columns: GivenColumns,
		readonly consent = new ConsentReader(),
	) {
		this.given = givenColumns(columns);
		const consents = this.given.filter(isConsent);
		// By its name it is found in the input of a result, too.
		const names = consents.flatMap(({ name }) => [name, pathOf(name).at(-1) ?? '']);
		this.settled = {
			keys: names.map((name) => unclearKey(plainText(name))),
			hasOptIn: consents.some((one) => one.field === 'opt-in'),
		};
	}

	/** Notes the columns of a row. Call it for all rows before `read`. */
	collect(json: IDataObject): void {
		const row: JsonRecord = isRecord(json) ? json : {};
		if (isBlankRow(row)) return;
		this.hasRows ||= !isResult(row);
		const { sources, watched } = this.headers.of(row);
		this.notes.addRow(row, sources, watched);
		this.consent.collect([row, ...objectsAround(row, sources)], this.settled);
	}

	/** Email, first and last name and tags as in the row. Throws if two columns could be one field. */
	read(json: IDataObject): { values: IDataObject; isSplit?: boolean; optOut?: OptOut; isBlank: boolean } {
		const row: JsonRecord = isRecord(json) ? json : {};
		if (isBlankRow(row)) return { values: {}, isBlank: true };
		const { sources, failure } = this.headers.of(row);
		if (failure !== undefined) throw failure;
		const objects = [row, ...objectsAround(row, sources)];
		const optOut = this.consent.judge(objects, this.settled, this.namedOptOuts(row, sources));
		return { ...withParts(valuesOf(row, sources)), optOut, isBlank: false };
	}

	/** What the columns named as 'Opt-In' and 'Opt-Out' say. Every row needs a value in the first. */
	private namedOptOuts(row: JsonRecord, sources: readonly Source[]): OptOut[] {
		return this.given.filter(isConsent).flatMap(({ field, name }) => {
			const source = sources.find((one) => one.field === field);
			const value = source && valueAt(row, source.path);
			if (value === undefined && (field === 'opt-out' || isResult(row))) return [];
			const header = plainText(bare(source?.path.at(-1) ?? name));
			const counts = { consent: field, isWeak: false, isNamed: true, mayUnsubscribe: true } as const;
			return optOutBy({ ...counts, column: source?.column ?? name, name: header }, value ?? '') ?? [];
		});
	}

	hints(): ReturnType<ColumnNotes['hints']> {
		return this.notes.hints(this.given, this.hasRows);
	}

	/** Why a row without the email cannot be sent. Where no row has one, all share the same failure. */
	noEmailIn(json: IDataObject): UserFacingError {
		if (this.notes.taken.has('email')) return noCell();
		const given = this.given.find(({ field }) => field === 'email');
		this.noEmail ??= given
			? new ParameterError(`No input item has ${quoted(given.name)}`, "Correct 'Email' under 'Columns'.")
			: noColumns(json, 'email ', "Under 'Columns', add 'Email' and drag the column in.");
		return this.noEmail;
	}

	/** What the headers of a row mean, or why they cannot be used; `watched` are ignored ones that may be about consent. */
	private resolve(columns: readonly string[]) {
		// A result of this node has known columns; under 'Columns', only an opt-in or opt-out counts.
		const given = isResultOf(columns) ? this.given.filter(isConsent) : this.given;
		try {
			const broken = columns.find(isBroken);
			if (broken !== undefined) throw unreadable(broken);
			const sources = resolveColumns(columns, given);
			return { sources, watched: this.notes.addHeaders(columns, sources) };
		} catch (failure) {
			return { sources: [], failure: userFacing(failure), watched: [] };
		}
	}
}

function valuesOf(row: JsonRecord, sources: readonly Source[]): Record<string, unknown> {
	const values = sources
		.filter((source) => !isConsent(source))
		.map(({ field, path }) => {
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

/** The objects around a given column may opt out too, such as the "body" of a webhook. */
function objectsAround(row: JsonRecord, sources: readonly Source[]): unknown[] {
	return sources.flatMap(({ path }) => {
		if (path.length < 2 || valueAt(row, path) === undefined) return [];
		return path.slice(1).map((_, depth) => valueAt(row, path.slice(0, depth + 1)));
	});
}

/** One reader per value of 'Columns': an expression there may return another value for each item. */
export class ColumnReaders {
	private readonly readers = new Map<string, ColumnReader>();

	/** @param consent shared by the readers: an opt-in column of one item counts for all */
	constructor(readonly consent = new ConsentReader()) {}

	for(columns: unknown): ColumnReader {
		const key = JSON.stringify(columns ?? {});
		const reader = this.readers.get(key) ?? new ColumnReader(columns ?? {}, this.consent);
		this.readers.set(key, reader);
		return reader;
	}

	/** The first hint of each kind: expressions that return values instead of names would cause one per row. */
	hints(): ReturnType<ColumnReader['hints']> {
		const all = [...this.readers.values()].map((reader) => reader.hints());
		const first = (kind: keyof (typeof all)[number]) => all.find((hints) => hints[kind] !== undefined)?.[kind];
		return { missing: first('missing'), unread: first('unread'), used: first('used') };
	}
}

/** A header in the wrong encoding, or of a broken formula, may be about consent. */
function unreadable(header: string): UserFacingError {
	const advice = "Correct it in the sheet, or the 'Encoding' where the file is read.";
	return new UnreadableRowError(`The header ${quoted(header)} cannot be read`, advice);
}

/** Whether every cell is empty, as in the blank rows of a sheet; in a result of this node, those of the person. */
export function isBlankRow(row: JsonRecord): boolean {
	const columns = isResult(row) ? ['email', 'first_name', 'last_name', 'tags'] : Object.keys(row);
	return columns.every((column) => column === 'row_number' || [row[column]].flat().every(isEmpty));
}

/**
 * A full name is split at its only comma or its last space, unless a column has a part. One word is a first name.
 * `isSplit` unless a comma decided: the list may split it elsewhere.
 */
function withParts({ full_name: name, ...values }: Record<string, unknown>): { values: IDataObject; isSplit?: true } {
	const withNames = (names: object = {}) => ({ values: { ...values, ...names } as IDataObject });
	if (isEmpty(name) || 'first_name' in values || 'last_name' in values) return withNames();
	// A value that is not text is reported by the check of the first name; a broken cell is no name.
	if (typeof name !== 'string' || isBrokenPart(name)) return withNames({ first_name: name });
	const [family = '', given = '', ...more] = name.split(',').map((part) => part.trim());
	const [first = '', ...others] = given.split(/\s+/);
	const hasName = !isSuffix(first) && ![first, ...others].every((word) => isTitle(word) || isSuffix(word));
	const isTurned = family !== '' && hasName && more.length === 0 && !isCompany(name);
	if (isTurned) return withNames({ first_name: given, last_name: family });
	const words = name.trim().split(/\s+/);
	const last = words.length > 1 ? { last_name: words.pop() } : {};
	return { ...withNames({ first_name: words.join(' '), ...last }), isSplit: true };
}

/** What may stand before a first name; also an empty text. */
function isTitle(word: string): boolean {
	return /^(|dr|prof|dipling|fh)$/.test(plainText(word));
}

/** What stands behind a last name: `Smith, Jr.` */
function isSuffix(word: string): boolean {
	return /^(jr|sr|ii|iii|iv|cpa|rn|phd|md|dds|esq|mba|msc|bsc|ma|ba)$/.test(plainText(word));
}

/** `Acme, Inc.`, `Müller GmbH, Berlin` */
function isCompany(name: string): boolean {
	const legalForm = /^(ev|inc|llc|ltd|corp|co|gmbh|ag|kg|ug|sa|sas|sarl|sl|srl|spa|bv|nv)$/;
	return name
		.split(/[\s,]+/)
		.slice(1)
		.some((word) => legalForm.test(plainText(word)));
}

/** For a row without the email column of other rows: n8n's file readers omit empty cells. */
function noCell(): ParameterError {
	return new ParameterError("'Email' is empty", 'Fill in the cell in your sheet.');
}

/** For an item without columns of a subscriber, or without those of a kind, such as `email `. */
export function noColumns(json: IDataObject, kind = '', advice = "Choose one under 'Columns'."): UserFacingError {
	const names = isRecord(json) ? Object.keys(json) : [];
	const has = names.length === 0 ? 'the item is empty' : firstOf(names.map((name) => shortened(name, 40)));
	return new ParameterError(`No ${kind}column found (${has})`, advice);
}
