import { columnParameters } from '../panel/rowFields';
import { quoted, shortened, textOf } from '../shared/text';
import { UnreadableRowError, UserFacingError } from '../shared/UserFacingError';
import { isEmpty, isRecord, valueAt, type JsonRecord } from '../shared/values';
import { firstOf } from './ColumnNotes';
import { isBlankRow } from './columns';
import { pathOf, sourceOf, type Given } from './resolveColumns';

/** Checks names under 'Columns' against all items: a mistyped opt-out would subscribe everybody who has left. */
export class NamedColumns {
	/** A cache: name → whether an item has the column. */
	private readonly found = new Map<string, boolean>();
	private filled?: readonly JsonRecord[];
	private columns?: readonly string[];

	/**
	 * @param items all items but results of this node, which were judged in their own run
	 * @param isOnlyItem whether the run has one item, such as a form, which omits boxes that are not ticked
	 */
	constructor(
		private readonly items: readonly JsonRecord[],
		private readonly isOnlyItem: boolean,
	) {}

	/** Computed once it is needed: most runs name no column. */
	private get rows(): readonly JsonRecord[] {
		this.filled ??= this.items.filter((row) => !isBlankRow(row));
		return this.filled;
	}

	/** @throws UserFacingError for the whole run, if no item has a column about consent */
	assertFixed(columns: JsonRecord): void {
		for (const parameter of ['optIn', 'optOut'] as const) {
			const given = { ...columnParameters[parameter], name: textOf(columns[parameter] ?? '') };
			const isFine = isEmpty(given.name) || this.rows.length === 0 || this.has(given) || this.isUnticked(given);
			if (!isFine) throw this.notFound(given);
		}
	}

	/** @throws UnreadableRowError for one item, if an expression does not return the name of a column */
	assertExpressions(columns: unknown, fixed: JsonRecord): void {
		for (const parameter of ['email', 'optIn', 'optOut'] as const) {
			if (!isRecord(columns) || !Object.hasOwn(columns, parameter) || Object.hasOwn(fixed, parameter)) continue;
			const name = columns[parameter];
			const given = columnParameters[parameter];
			if (typeof name === 'string' && !isEmpty(name) && this.has({ ...given, name })) continue;
			const message = `'${given.displayName}' takes the name of a column, not its value`;
			throw new UnreadableRowError(message, 'Set it to Fixed, and drag the column in.');
		}
	}

	private has(given: Given): boolean {
		const known = this.found.get(given.name);
		if (known !== undefined) return known;
		this.columns ??= [...new Set(this.rows.flatMap(Object.keys))];
		const source = sourceOf(given, this.columns);
		const isFound = source !== undefined && this.rows.some((row) => valueAt(row, source.path) !== undefined);
		this.found.set(given.name, isFound);
		return isFound;
	}

	/** Without the opt-in, the only row is skipped. An opt-out may be missing inside an object that was sent. */
	private isUnticked({ field, name }: Given): boolean {
		const parent = pathOf(name).slice(0, -1);
		const wasSent = parent.length > 0 && isRecord(valueAt(this.rows[0], parent));
		return this.isOnlyItem && (field === 'opt-in' || wasSent);
	}

	private notFound({ name, displayName }: Given): UserFacingError {
		const names = [...new Set(this.rows.flatMap((row) => namesNear(row, name)))];
		const adviceIfEmpty =
			"If its cells are all empty, not broken, turn on 'Include Empty Cells' where the file is read, or 'Consent Columns May Be Missing'. Nothing was sent.";
		const details = `Name one of these under 'Columns': ${firstOf(names)}. ${adviceIfEmpty}`;
		const message = `No item has the column ${quoted(name)} ('${displayName}')`;
		return new UserFacingError(message, details, { countsAsOptOut: true });
	}
}

/** The names that could be meant: those next to the last step of a path, if its object is there. */
function namesNear(row: JsonRecord, name: string): string[] {
	const parent = pathOf(name).slice(0, -1);
	const object = parent.length > 0 ? valueAt(row, parent) : undefined;
	const names = isRecord(object) ? Object.keys(object).map((key) => [...parent, key].join('.')) : Object.keys(row);
	return names.map((column) => shortened(column, 40));
}
