import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../values';
import { remembering } from './bounded';
import { ColumnLog, type ColumnHints } from './ColumnLog';
import { optOutIn, optOutOf } from './consent';
import { splitFullName } from './fullName';
import { givenColumns, hasPath, valueAt, type Given, type GivenColumns, type PersonField } from './givenColumns';
import { isBrokenCell, isEmptyCell } from './plain';
import { resolveColumns, type ResolvedColumns, type Source } from './resolveColumns';

export type { ColumnHints } from './ColumnLog';
export { optOutOf } from './consent';
export type { GivenColumns } from './givenColumns';

/** What a row says of its subscriber. */
export interface RowRead {
	/** email, first_name, last_name, tags: those that the row has, values untouched. A full name is split only where there is no column for a part of it. */
	readonly values: IDataObject;
	/** Why the row's person is not to be subscribed: a phrase for a message, such as `"Subscribed" is "no"`. */
	readonly optOut?: string;
	/** Whether every cell is empty, as in the blank rows of a sheet. */
	readonly isBlank: boolean;
}

/** n8n's Google Sheets node adds it to every row, also to one that is blank. */
const addedByNodes: ReadonlySet<string> = new Set(['row_number']);

/** So many sets of columns are remembered, each as long as this at most; rows of one sheet all have the same. */
const mostSets = 100;
const longestSet = 100_000;

/** Reads subscribers out of rows of a sheet or a CRM: the one place that knows which column is what. */
export class ColumnReader {
	private readonly given: readonly Given[];

	private readonly paths: readonly Given[];

	private readonly log: ColumnLog;

	private readonly taken = new Set<PersonField>();

	private readonly resolve: (columns: string) => ResolvedColumns;

	constructor(given: GivenColumns) {
		this.given = givenColumns(given);
		this.paths = this.given.filter(({ path }) => path !== undefined);
		this.log = new ColumnLog(this.given);
		this.resolve = remembering((key) => this.resolveAnew(key), mostSets, longestSet);
	}

	/**
	 * Reads a row.
	 * @throws UserFacingError when two columns could be one field, or two have the name that was given for one
	 */
	read(json: IDataObject): RowRead {
		const row = isRecord(json) ? json : {};
		if (isBlank(row)) return { values: {}, isBlank: true };
		const reached = this.paths.map(({ path }) => path !== undefined && hasPath(row, path));
		const { sources, consent } = this.resolve(JSON.stringify([Object.keys(row), reached]));
		return {
			values: valuesOf(row, sources),
			optOut: optOutIn(row, consent) ?? optOutBeside(row, sources),
			isBlank: false,
		};
	}

	/** Whether a row that was read so far had a column for this field. */
	hasTaken(field: PersonField): boolean {
		return this.taken.has(field);
	}

	/** What to tell the user after the run. */
	hints(): ColumnHints {
		return this.log.hints();
	}

	/** The log grows here only: what one set of columns has to tell, it tells once. */
	private resolveAnew(key: string): ResolvedColumns {
		const [columns, reached] = JSON.parse(key) as [string[], boolean[]];
		const resolved = resolveColumns(
			columns,
			this.given,
			this.paths.filter((_, index) => reached[index]),
		);
		this.log.add(resolved);
		for (const { field } of resolved.sources) this.taken.add(field);
		return resolved;
	}
}

function isBlank(json: Readonly<Record<string, unknown>>): boolean {
	return Object.keys(json).every((column) => isEmptyCell(json[column]) || addedByNodes.has(column));
}

/** Where a given column stands inside an object, such as the "body" of a webhook, so does what tells whether the person wants mail. */
function optOutBeside(json: Readonly<Record<string, unknown>>, sources: readonly Source[]): string | undefined {
	const places = sources.filter(({ path }) => path.length > 1).map(({ path }) => valueAt(json, path.slice(0, -1)));
	return [...new Set(places)]
		.filter(isRecord)
		.map((place) => optOutOf(place as IDataObject))
		.find((optOut) => optOut !== undefined);
}

function valuesOf(json: Readonly<Record<string, unknown>>, sources: readonly Source[]): IDataObject {
	const values: Record<string, unknown> = {};
	for (const { field, path } of sources) {
		const found = valueAt(json, path);
		// An address that is none is told as such; a name or a tag that is none changes nothing.
		const value = field !== 'email' && isBrokenCell(found) ? '' : found;
		if (field !== 'full_name') values[field] = value;
		else if (typeof value === 'string') Object.assign(values, splitFullName(value));
		// What is no text cannot be split; as it is, the check of the first name says what is wrong with it.
		else if (!isEmptyCell(value)) values.first_name = value;
	}
	return values as IDataObject;
}
