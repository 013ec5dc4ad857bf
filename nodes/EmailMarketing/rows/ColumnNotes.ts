import { plainText, quoted } from '../shared/text';
import { isEmpty, valueAt, type JsonRecord } from '../shared/values';
import { answerIn } from './answers';
import { bare, consentOf, mayBeConsent } from './consentOf';
import { isConsent, type Field, type Given, type Source } from './resolveColumns';

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
	readonly taken = new Set<Field>();
	/** The columns of all rows → the field each was used for, if any. */
	private readonly noted = new Map<string, Field | undefined>();
	/** Watched columns → their cells with a yes, a no or a word of leaving, minus the others. */
	private readonly answers = new Map<string, number>();

	/** Notes which columns are used. Returns the ignored ones that may be about consent. */
	addHeaders(columns: readonly string[], sources: readonly Source[]): string[] {
		if (this.noted.size > 1000) return [];
		// A path may lead to nothing: `addRow` notes it per row.
		for (const { column, field, path } of sources) if (path.length < 2) this.noted.set(column, field);
		const paths = sources.map(({ path }) => path[0]);
		const others = columns.filter((column) => !paths.includes(column) && !notWorthNaming.includes(column));
		for (const column of others) {
			const consent = consentOf(column)?.consent;
			// It rejects rows, or is settled.
			if (consent !== 'unclear') this.noted.set(column, this.noted.get(column) ?? consent);
		}
		const isIgnored = (column: string) => this.noted.get(column) === undefined && consentOf(column) === undefined;
		return others.filter((column) => isIgnored(column) && mayBeConsent(column));
	}

	/** @param watched what `addHeaders` returned for this row's headers */
	addRow(row: JsonRecord, sources: readonly Source[], watched: readonly string[]): void {
		for (const { field, column, path } of sources) {
			if (valueAt(row, path) === undefined) continue;
			this.taken.add(field);
			if (path.length > 1) this.noted.set(column, field);
		}
		for (const column of watched) {
			if (isEmpty(row[column])) continue;
			const { kind, isPlain, word } = answerIn(row[column]);
			// A ticked box repeats its header.
			const isTicked = word === plainText(bare(column));
			const isAnswer = isTicked || kind === 'gone' || (isPlain && (kind === 'yes' || kind === 'no'));
			this.answers.set(column, (this.answers.get(column) ?? 0) + (isAnswer ? 1 : -1));
		}
	}

	/** Hints after a run: `given` columns that no row had, those that may be about consent, those used and ignored. */
	hints(given: readonly Given[], hasRows: boolean) {
		const missing = hasRows ? given.filter((one) => !this.taken.has(one.field) && !isConsent(one)) : [];
		const names = missing.map(({ name, displayName }) => `${quoted(name)} ('${displayName}')`);
		const used = [...this.noted].filter(([, field]) => field).map(([column, field]) => `${quoted(column)} (${field})`);
		const ignored = [...this.noted].filter(([, field]) => !field).map(([column]) => quoted(column));
		return {
			missing: names.length > 0 ? `No input item has ${names.join(' or ')}. Correct it under 'Columns'.` : undefined,
			unread: this.unreadHint(given),
			used: ignored.length > 0 ? `Columns used: ${firstOf(used)}. Ignored: ${firstOf(ignored)}.` : undefined,
		};
	}

	/** Names ignored columns of mostly yes and no, unless an opt-in is known, or the user named an opt-out. */
	private unreadHint(given: readonly Given[]): string | undefined {
		// A weak one may be about something else.
		const isOptIn = ([column, field]: [string, Field?]) => field === 'opt-in' && consentOf(column)?.isWeak !== true;
		const isKnown = [...this.noted].some(isOptIn) || given.some(isConsent);
		const columns = [...this.answers].filter(([, surplus]) => surplus > 0).map(([column]) => quoted(column));
		if (isKnown || columns.length === 0) return undefined;
		return `Ignored: ${firstOf(columns)}. If it is about consent, name it as 'Opt-In' or 'Opt-Out' under 'Columns'.`;
	}
}

/** At most ten names. */
export function firstOf(names: readonly string[]): string {
	const shown = names.slice(0, 10).join(', ') || 'none';
	return names.length > 10 ? `${shown} and more` : shown;
}
