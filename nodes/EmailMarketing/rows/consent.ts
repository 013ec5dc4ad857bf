import { counted, firstOf, quoted, shortened, textOf } from '../shared/text';
import { UserFacingError } from '../shared/UserFacingError';
import { isEmpty, isRecord, valueAt, type JsonRecord } from '../shared/values';
import { exactText, kindOf } from './answers';
import { consentIn, headerOf, neither, optOutByService, type Consented, type Named } from './consentCell';
import { loose, pathOf, sourceOf, valueLooselyAt } from './resolveColumns';
import { isBlankRow, isPlainResult, isResult } from './results';
import { UnreadColumns } from './UnreadColumns';

/** What the user has chosen under 'Consent'. */
export interface ConsentChoice {
	readonly consent: unknown;
	readonly optIn: readonly string[];
	readonly optOut: readonly string[];
	readonly yesAnswers: readonly string[];
	readonly mayBeMissing: boolean;
}

/** Finds the people of a run who must not be subscribed: by the columns that the user has named, and no others. */
export class Consent {
	private readonly named: readonly Named[];
	private readonly yesAnswers: ReadonlySet<string>;
	private readonly unread: UnreadColumns;
	/** All rows but blank ones, results of this node and failures that are sent again. */
	private readonly rows: JsonRecord[] = [];
	/** Named columns that any result has: then all of them need it. */
	private readonly inResults = new Set<Named>();
	/** Named columns → the rows whose cell is neither yes nor no, and the reason of the first. */
	private readonly unclear = new Map<Named, { readonly count: number; readonly first: string }>();
	private items = 0;

	/**
	 * @param emailPath where the email is: the objects around it are looked at, too
	 * @param isInteractive whether somebody looks at this run
	 */
	constructor(
		private readonly choice: ConsentChoice,
		private readonly emailPath: readonly string[],
		isInteractive: boolean,
	) {
		const { consent, optIn, optOut, yesAnswers } = choice;
		const columns = [
			...optIn.map((name): Named => ({ type: 'opt-in', name })),
			...optOut.map((name): Named => ({ type: 'opt-out', name })),
		];
		this.named = consent === 'columns' ? columns.filter(({ name }) => !isEmpty(name)) : [];
		this.yesAnswers = new Set(yesAnswers.map(exactText));
		const leaves = this.named.flatMap(({ name }) => [name, pathOf(name).at(-1) ?? '']);
		this.unread = new UnreadColumns(leaves, isInteractive);
	}

	/**
	 * Collects a row. Call it for all before `assertKnown`.
	 * @param isAgain whether an earlier run has judged it
	 * @param isMapped whether its subscriber is in its columns: then a blank row is nobody
	 */
	collect(row: JsonRecord, isAgain: boolean, isMapped = true): void {
		this.items += 1;
		if (isMapped && isBlankRow(row)) return;
		if (!isAgain) this.rows.push(row);
		const isOwn = isResult(row);
		for (const column of this.named) if (isOwn && valueOf(column, row) !== undefined) this.inResults.add(column);
		for (const object of this.objectsIn(row)) this.unread.collect(object);
	}

	/** @throws UserFacingError for the whole run, if it is not known who agreed */
	assertKnown(): void {
		const { consent } = this.choice;
		if (consent !== 'everyone' && consent !== 'columns') throw refusal("'Consent' is not chosen", adviceIfNotChosen);
		if (consent === 'columns' && this.named.length === 0)
			throw refusal("'Consent' has no column", `Add one to 'Opt-In Columns' or 'Opt-Out Columns': ${this.columns()}.`);
		const optIns = this.named.filter(({ type }) => type === 'opt-in').map(keyOf);
		const both = this.named.find((column) => column.type === 'opt-out' && optIns.includes(keyOf(column)));
		if (both !== undefined)
			throw refusal(`${quoted(both.name)} is both an opt-in and an opt-out column`, 'Remove it from one of them.');
		this.assertColumns();
		// After a mistyped name: because of it, nobody reads the right column.
		this.unread.assertNoneLeaves();
	}

	judge(row: JsonRecord): Consented {
		const isPlain = isPlainResult(row);
		const named = this.named.flatMap((column) => this.judgeColumn(column, row, isPlain) ?? []);
		const objects = this.objectsIn(row);
		const read = [
			...named.flatMap((one) => one.optOut ?? []),
			...objects.flatMap((object) => optOutByService(object) ?? []),
		];
		const found = read.length > 0 ? read : objects.flatMap((object) => this.unread.optOutIn(object) ?? []);
		// A clear opt-out outranks a broken cell, which may have been clear; a broken cell outranks everything else.
		const optOut = found.find(({ isClear }) => isClear) ?? found.find(({ isBroken }) => isBroken) ?? found[0];
		const agreed = this.choice.consent === 'everyone' ? 'Everyone' : named.map((one) => one.agreed).join('; ');
		return optOut === undefined ? { agreed } : { optOut, agreed: '' };
	}

	/** After a run: rows that were skipped without a clear no, and columns that were not read or not found. */
	hints(): ReturnType<UnreadColumns['hints']> & { absent?: string } {
		const { skipped, notRead } = this.unread.hints();
		const unclear = [...this.unclear.values()].map(({ count, first }) => {
			const rows = counted(count, 'row is skipped:', 'rows are skipped; the first:');
			return `${rows} ${first}. If it means yes, add it to 'Answers That Mean Yes'.`;
		});
		// A box that is not ticked may be missing, and so may one whose name is mistyped.
		const missing = this.named.filter((column) => this.rows.length > 0 && !this.has(column));
		const names = missing.map(({ name }) => quoted(name));
		const absent = names.length === 0 ? undefined : `Not in the input: ${firstOf(names)}. Check the name.`;
		return { skipped: [...unclear, ...skipped], notRead, absent };
	}

	/** A plain result was judged in its own run: it need not have a column that no other result has. */
	private judgeColumn(column: Named, row: JsonRecord, isPlain: boolean): Consented | undefined {
		const value = valueOf(column, row);
		if (value === undefined && isPlain && !this.inResults.has(column)) return undefined;
		const consented = consentIn(column, value, this.yesAnswers);
		const reason = consented.optOut?.reason ?? '';
		if (!reason.endsWith(neither)) return consented;
		const { count, first } = this.unclear.get(column) ?? { count: 0, first: reason };
		this.unclear.set(column, { count: count + 1, first });
		return consented;
	}

	/** An item, the body of a webhook, and the objects around the email. */
	private objectsIn(row: JsonRecord): JsonRecord[] {
		const around = this.emailPath.slice(0, -1).map((_, depth) => valueAt(row, this.emailPath.slice(0, depth + 1)));
		const body = isRecord(row.headers) ? row.body : undefined;
		return [...new Set([row, body, ...around])].filter(isRecord);
	}

	private has(column: Named): boolean {
		return this.rows.some((row) => valueOf(column, row) !== undefined);
	}

	/** A form omits boxes that are not ticked: without the opt-in it is skipped, an opt-out may be missing in a body. */
	private isUnticked({ type, name }: Named): boolean {
		if (this.items > 1) return false;
		const [form = {}] = this.rows;
		const parent = pathOf(name).slice(0, -1);
		if (parent.length > 0) return isRecord(valueLooselyAt(form, parent));
		// The fields of a webhook are in its body.
		return type === 'opt-in' && !isRecord(form.headers);
	}

	private assertColumns(): void {
		if (this.rows.length === 0) return;
		for (const column of this.named) {
			const mayBeMissing = this.choice.mayBeMissing || this.isUnticked(column);
			if (!mayBeMissing && !this.has(column)) throw this.notFound(column.name);
			this.assertUnderstood(column);
		}
	}

	/** Otherwise a form whose box has a sentence as its value would lose its sign-ups without a word. */
	private assertUnderstood(column: Named): void {
		// Once the user has named the answers, any other is none: a hint counts these.
		if (this.yesAnswers.size > 0) return;
		let example: unknown;
		for (const row of this.rows) {
			for (const cell of [valueOf(column, row)].flat()) {
				const kind = kindOf(cell, headerOf(column), this.yesAnswers);
				if (kind !== 'other' && kind !== 'empty') return;
				if (kind === 'other') example ??= cell;
			}
		}
		if (example === undefined) return;
		const advice = `Such as ${quoted(textOf(example))}. If it means yes, add it to 'Answers That Mean Yes' under 'Options'.`;
		throw refusal(`No cell of ${quoted(column.name)} is a yes or a no`, advice);
	}

	private notFound(name: string): UserFacingError {
		const adviceIfEmpty =
			"If it is empty in all rows, turn on 'Include Empty Cells' where the file is read, or 'Consent Columns May Be Missing'.";
		return refusal(
			`No item has the column ${quoted(name)}`,
			`Choose one of these: ${this.columns(name)}. ${adviceIfEmpty}`,
		);
	}

	/** The columns of the input, or those next to the last step of a path. */
	private columns(near = ''): string {
		const names = new Set(this.rows.flatMap((row) => namesNear(row, near)));
		return firstOf([...names].map((name) => shortened(name, 40)));
	}
}

const adviceIfNotChosen = "Choose under 'Consent' whether everyone agreed to get your emails, or which columns say so.";

function refusal(message: string, advice: string): UserFacingError {
	return new UserFacingError(message, `${advice} Nothing was sent.`, { countsAsOptOut: true });
}

/** Equal for all spellings of a column. */
function keyOf({ name }: Named): string {
	return JSON.stringify(pathOf(name).map(loose));
}

function valueOf({ name }: Named, row: JsonRecord): unknown {
	const source = sourceOf(name, Object.keys(row));
	return source && valueLooselyAt(row, source.path);
}

function namesNear(row: JsonRecord, name: string): string[] {
	const parent = pathOf(name).slice(0, -1);
	const object = parent.length > 0 ? valueAt(row, parent) : undefined;
	return isRecord(object) ? Object.keys(object).map((key) => [...parent, key].join('.')) : Object.keys(row);
}
