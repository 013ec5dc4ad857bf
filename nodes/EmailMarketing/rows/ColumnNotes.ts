import { columnParameters } from '../panel/rowFields';
import { firstOf, quoted } from '../shared/text';
import { valueAt, type JsonRecord } from '../shared/values';
import type { PersonField } from './headerNames';
import { sourceOf, type Given, type Source } from './resolveColumns';
import { adviceIfWrittenBack } from './results';

/** Columns that hints do not mention, because the service, n8n or this node adds them. */
// prettier-ignore
export const notWorthNaming: readonly string[] = [
	'uuid', 'created_at', 'updated_at', 'is_subscribed', 'unsubscribed_at', 'account_id', 'customerable_type', 'customerable_id',
	'open_rate', 'click_rate', 'recieved_count', 'opened_count', 'last_opened', 'last_clicked', 'row_number',
	'action', 'note', 'reason', 'changes', 'event', 'mails', 'changed', 'input', 'error', 'details', 'httpStatus', 'canRetry', 'outcomeUnknown',
];

/** A column that is read, and where in a row it is. */
type Used = Omit<Source, 'field'> & { readonly field: PersonField | 'consent' };

/** Fields → their names in the panel. */
const panelNames: Readonly<Record<Used['field'], string>> = {
	email: columnParameters.email.displayName,
	first_name: columnParameters.firstName.displayName,
	full_name: columnParameters.fullName.displayName,
	last_name: columnParameters.lastName.displayName,
	tags: columnParameters.tags.displayName,
	consent: 'Consent',
};

/** Collects the notes about columns that the user gets after a run. */
export class ColumnNotes {
	/** Fields for which any row has a column. */
	readonly taken = new Set<Used['field']>();
	/** The columns of all rows → what each was used for, if anything. */
	private readonly noted = new Map<string, Used['field'] | undefined>();
	/** A sheet's own columns, in place of which those of results count that were written into it. */
	private readonly overruled = new Set<string>();

	constructor(private readonly consent: readonly string[]) {}

	/** Notes which columns are used, and returns them. */
	addHeaders(columns: readonly string[], sources: readonly Source[]): readonly Used[] {
		const aboutConsent = this.consent.flatMap((name) => sourceOf(name, columns) ?? []);
		const used = [...sources, ...aboutConsent.map((source) => ({ ...source, field: 'consent' as const }))];
		// A path may lead to nothing: `addRow` notes it per row.
		for (const { column, field, path } of used) if (path.length < 2) this.noted.set(column, field);
		const paths = used.map(({ path }) => path[0]);
		const others = columns.filter((column) => !paths.includes(column) && !notWorthNaming.includes(column));
		for (const column of others) this.noted.set(column, this.noted.get(column));
		return used;
	}

	addOverruled(columns: readonly string[]): void {
		for (const column of columns) this.overruled.add(quoted(column));
	}

	addRow(row: JsonRecord, used: readonly Used[]): void {
		for (const { field, column, path } of used) {
			if (valueAt(row, path) === undefined) continue;
			this.taken.add(field);
			if (path.length > 1) this.noted.set(column, field);
		}
	}

	/** Hints after a run: `given` columns that no row had, those used and ignored, and those overruled by results. */
	hints(given: readonly Given[], hasRows: boolean) {
		const missing = hasRows ? given.filter(({ field }) => !this.taken.has(field)) : [];
		const names = missing.map(({ name, displayName }) => `${quoted(name)} ('${displayName}')`);
		const used = [...this.noted].flatMap(([column, use]) => (use ? [`${quoted(column)} (${panelNames[use]})`] : []));
		const ignored = [...this.noted].filter(([, use]) => !use).map(([column]) => quoted(column));
		return {
			missing: names.length > 0 ? `No input item has ${names.join(' or ')}. Correct it under 'Columns'.` : undefined,
			used: ignored.length > 0 ? `Columns used: ${firstOf(used)}. Ignored: ${firstOf(ignored)}.` : undefined,
			overruled:
				this.overruled.size > 0
					? `Results of an earlier run are in the rows, and count in place of ${firstOf([...this.overruled])}. ${adviceIfWrittenBack}`
					: undefined,
		};
	}
}
