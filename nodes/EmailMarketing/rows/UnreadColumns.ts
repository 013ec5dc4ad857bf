import { counted, firstOf, joinWithAnd, plainText, quoted, textOf } from '../shared/text';
import { UserFacingError } from '../shared/UserFacingError';
import { isEmpty, type JsonRecord } from '../shared/values';
import { kindOfText } from './answers';
import { notWorthNaming } from './ColumnNotes';
import { HeaderCache } from './HeaderCache';
import { columnNamed, fieldOf } from './resolveColumns';
import type { OptOut } from './verdicts';

/** Stems of leaving a list, in a header as plain text. The list does not grow: columns are named, not guessed. */
const stems =
	/unsub|optout|optedout|abgemeldet|afgemeld|desabonn|desinscri|dadodebaja|descadastr|disiscri|uitgeschreven/;

/** The service's own names, which need no choice. */
const own: readonly string[] = ['is_subscribed', 'unsubscribed_at'];

/** A first name may be F, which is a no. */
function isName(header: string): boolean {
	return fieldOf(header)?.endsWith('_name') === true;
}

const link = /^\s*<?https?:/i;

/** Watches the columns that are not named under 'Consent', for what contradicts the choice. */
export class UnreadColumns {
	private readonly columns = new HeaderCache((headers) => this.unreadOf(headers));
	/** Columns with a stem of leaving. */
	private readonly leaving = new Set<string>();
	/** Those of them that have links, and those that have anything else. */
	private readonly withLinks = new Set<string>();
	private readonly withTexts = new Set<string>();
	/** Columns with a word of leaving → how many rows have one, and the first. */
	private readonly skipped = new Map<string, { count: number; readonly first: string }>();
	/** Columns → how many cells are a yes and a no; `undefined` once there is anything else. */
	private readonly answers = new Map<string, { yes: number; no: number } | undefined>();

	/**
	 * @param named the columns that are read
	 * @param isInteractive whether columns of yes and no are counted for the note
	 */
	constructor(
		private readonly named: readonly string[],
		private readonly isInteractive: boolean,
	) {}

	collect(object: JsonRecord): void {
		const { countable, leaving } = this.columns.of(object);
		for (const column of leaving) {
			this.leaving.add(column);
			if (isEmpty(object[column])) continue;
			const isLink = link.test(textOf(object[column]));
			(isLink ? this.withLinks : this.withTexts).add(column);
		}
		if (!this.isInteractive) return;
		for (const column of countable) this.count(column, object[column]);
	}

	/** @throws UserFacingError for the whole run, if a column says who left, but nobody reads it */
	assertNoneLeaves(): void {
		const hasOnlyLinks = (column: string): boolean => this.withLinks.has(column) && !this.withTexts.has(column);
		const columns = [...this.leaving].filter((column) => !hasOnlyLinks(column)).map(quoted);
		if (columns.length === 0) return;
		const message = `${joinWithAnd(columns.slice(0, 5))} may say who left, or who agreed`;
		const add = "Choose 'Columns Say Who Agreed' under 'Consent' and add it:";
		const where = "to 'Opt-In Columns' if a yes agrees, to 'Opt-Out Columns' if a yes leaves;";
		const details = `${add} ${where} or remove it with 'Edit Fields'. Nothing was sent.`;
		throw new UserFacingError(message, details, { countsAsOptOut: true });
	}

	/** The cell that is a word of leaving a list, if any. It unsubscribes nobody. */
	optOutIn(object: JsonRecord): OptOut | undefined {
		const { unread } = this.columns.of(object);
		for (const column of unread) {
			const cell = object[column];
			if (typeof cell !== 'string' || kindOfText(cell) !== 'left') continue;
			const before = this.skipped.get(column) ?? { count: 0, first: cell };
			this.skipped.set(column, { ...before, count: before.count + 1 });
			const reason = `${quoted(column)} is ${quoted(cell.trim())}`;
			return { reason, isClear: false, isBroken: false, isUnread: true };
		}
		return undefined;
	}

	/** After a run: the rows that were skipped, and columns of yes and no that nobody read. */
	hints(): { skipped: string[]; notRead?: string } {
		const skipped = [...this.skipped].map(([column, { count, first }]) => {
			const rows = counted(count, 'row is skipped:', 'rows are skipped; the first:');
			return `${rows} ${quoted(column)} is ${quoted(first)}. If it is about consent, add it under 'Consent'; if not, remove it with 'Edit Fields'.`;
		});
		const plain = [...this.answers].flatMap(([column, counts]) =>
			counts === undefined || counts.no === 0 ? [] : [`${quoted(column)} (${counts.no} no)`],
		);
		return { skipped, notRead: plain.length > 0 ? `Not read: ${firstOf(plain)}.` : undefined };
	}

	private unreadOf(headers: readonly string[]) {
		// If there are both "News" and "news", only one of them is read.
		const read = this.named.map((name) => columnNamed(name, headers));
		const unread = headers.filter((header) => !own.includes(header) && !read.includes(header));
		const countable = unread.filter((header) => !notWorthNaming.includes(header) && !isName(header));
		return { unread, countable, leaving: unread.filter((header) => stems.test(plainText(header))) };
	}

	private count(column: string, cell: unknown): void {
		const counts = this.answers.has(column) ? this.answers.get(column) : { yes: 0, no: 0 };
		if (counts === undefined) return;
		const kind = kindOfText(textOf(cell));
		if (kind === 'empty') return;
		const isAnswer = kind === 'yes' || kind === 'no';
		if (isAnswer) counts[kind] += 1;
		this.answers.set(column, isAnswer ? counts : undefined);
	}
}
