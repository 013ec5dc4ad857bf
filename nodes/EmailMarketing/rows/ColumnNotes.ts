import { firstOf, quoted } from '../shared/text';
import { valueAt, type JsonRecord } from '../shared/values';
import type { PersonField } from './headerNames';
import { sourceOf, type Given, type Source } from './resolveColumns';

/** Columns that hints do not mention, because the service, n8n or this node adds them. */
// prettier-ignore
const notWorthNaming: readonly string[] = [
	'uuid', 'created_at', 'updated_at', 'is_subscribed', 'unsubscribed_at', 'account_id', 'customerable_type', 'customerable_id',
	'open_rate', 'click_rate', 'recieved_count', 'opened_count', 'last_opened', 'last_clicked', 'row_number',
	'action', 'note', 'reason', 'changes', 'event', 'mails', 'changed', 'input', 'error', 'details', 'httpStatus', 'canRetry', 'outcomeUnknown',
];

/** Collects the notes about columns that the user gets after a run. */
export class ColumnNotes {
	/** Fields for which any row has a column. */
	readonly taken = new Set<PersonField>();
	/** The columns of all rows → what each was used for, if anything. */
	private readonly noted = new Map<string, PersonField | 'consent' | undefined>();

	/** @param consent names of the columns about consent */
	constructor(private readonly consent: readonly string[]) {}

	/** Notes which columns are used. */
	addHeaders(columns: readonly string[], sources: readonly Source[]): void {
		if (this.noted.size > 1000) return;
		// A path may lead to nothing: `addRow` notes it per row.
		for (const { column, field, path } of sources) if (path.length < 2) this.noted.set(column, field);
		const aboutConsent = this.consent.flatMap((name) => sourceOf(name, columns) ?? []);
		for (const { column } of aboutConsent) this.noted.set(column, 'consent');
		const paths = [...sources, ...aboutConsent].map(({ path }) => path[0]);
		const others = columns.filter((column) => !paths.includes(column) && !notWorthNaming.includes(column));
		for (const column of others) this.noted.set(column, this.noted.get(column));
	}

	addRow(row: JsonRecord, sources: readonly Source[]): void {
		for (const { field, column, path } of sources) {
			if (valueAt(row, path) === undefined) continue;
			this.taken.add(field);
			if (path.length > 1) this.noted.set(column, field);
		}
	}

	/** Hints after a run: `given` columns that no row had, and those used and ignored. */
	hints(given: readonly Given[], hasRows: boolean) {
		const missing = hasRows ? given.filter(({ field }) => !this.taken.has(field)) : [];
		const names = missing.map(({ name, displayName }) => `${quoted(name)} ('${displayName}')`);
		const used = [...this.noted].filter(([, use]) => use).map(([column, use]) => `${quoted(column)} (${use})`);
		const ignored = [...this.noted].filter(([, use]) => !use).map(([column]) => quoted(column));
		return {
			missing: names.length > 0 ? `No input item has ${names.join(' or ')}. Correct it under 'Columns'.` : undefined,
			used: ignored.length > 0 ? `Columns used: ${firstOf(used)}. Ignored: ${firstOf(ignored)}.` : undefined,
		};
	}
}
