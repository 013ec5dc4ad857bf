import { quoted, textOf } from '../shared/text';
import { isRecord, type JsonRecord } from '../shared/values';
import { answerIn, type Answer } from './answers';
import type { Consent } from './consentHeaders';
import { consentOf, mayBeConsent, type ConsentHeader } from './consentOf';
import { HeaderCache } from './HeaderCache';

/** Why the person of a row must not be subscribed. */
export interface OptOut {
	/** Such as `"Subscribed" is "no"`. */
	readonly reason: string;
	/** Whether people may be unsubscribed by it. */
	readonly isClear: boolean;
	/** A broken cell in a column that counts in full, or an answer that may mean either: nobody knows what it says. */
	readonly isBroken: boolean;
	/** What to do about one that is no broken cell. */
	readonly advice?: string;
}

/** A column about consent, as it is called in an item. */
interface ConsentColumn extends ConsentHeader {
	readonly column: string;
	/** Whether the user has named it: it counts in full, whatever its name. */
	readonly isNamed?: true;
}

/** A column that may be about consent: only a plain word of leaving skips a row. */
const watched: ConsentHeader = { consent: 'status', isWeak: true, mayUnsubscribe: false, name: '' };

/** The service's own column, also in results of this node. Where it is blank, the state is unknown. */
const ownState = 'is_subscribed';

/** Whether an item is an earlier row of this node, as in a loop. The input may be under `input`. */
export function isResult(json: JsonRecord): boolean {
	return resultKeys.every((key) => Object.hasOwn(json, key));
}

/** The same by the headers of an item. */
export function isResultOf(headers: readonly string[]): boolean {
	return resultKeys.every((key) => headers.includes(key));
}

/** Those of every row that this node outputs; together they are no sheet's own. */
const resultKeys = ['action', 'email', 'note', 'first_name', 'last_name', 'tags', 'is_subscribed'];

/** Finds the people in a run who must not be subscribed: all items are collected before any is judged. */
export class ConsentReader {
	private readonly columns = new HeaderCache(consentColumns);
	private items = 0;

	/**
	 * @param optIns opt-in columns → why an item without one is skipped: n8n's file readers omit blank cells. Those of
	 * earlier runs in a loop; those of this run are added.
	 */
	constructor(private readonly optIns: Record<string, string> = {}) {}

	/**
	 * @param objects an item, and the objects in it whose columns count too
	 * @param isSettled whether the user has said what an unclear column is
	 */
	collect(objects: readonly unknown[], isSettled: IsSettled = never): void {
		this.items += 1;
		for (const [object, column] of this.columnsOf(objects, isSettled)) {
			const { name } = column;
			if (!isOptIn(column) || column.column === ownState || Object.hasOwn(this.optIns, name)) continue;
			// A weak one may be about something else, until a cell says yes.
			const counts = !column.isWeak || [object[column.column]].flat().some((cell) => isYes(answerIn(cell), name));
			if (counts) this.optIns[name] = `${quoted(column.column)} is empty${remarkOn(column)}`;
		}
	}

	/** @param named what the columns under 'Columns' say */
	judge(objects: readonly unknown[], isSettled: IsSettled = never, named: readonly OptOut[] = []): OptOut | undefined {
		const found: OptOut[] = [];
		const own: string[] = [];
		for (const [object, column] of this.columnsOf(objects, isSettled)) {
			const value = object[column.column];
			const optOut = optOutBy(column, value, this.items === 1);
			// A state that this node has reported may be that of a skipped row.
			const isReported = column.column === ownState && isResult(object);
			if (optOut !== undefined) found.push(isReported ? { ...optOut, isClear: false } : optOut);
			if (!column.isWeak || [value].flat().some((cell) => answerIn(cell).kind !== 'blank')) own.push(column.name);
		}
		found.push(...named);
		if (found.length > 0) return strongest(found);
		// The columns of a result without its input were checked when it was made: its own state has the outcome.
		if (objects.some((one) => isRecord(one) && isResult(one) && !isRecord(one.input))) return undefined;
		const missing = Object.entries(this.optIns).find(([name]) => !own.includes(name));
		return missing && { reason: missing[1], isClear: false, isBroken: false };
	}

	/** Each column about consent, and the object that has it. */
	private columnsOf(objects: readonly unknown[], isSettled: IsSettled): Array<readonly [JsonRecord, ConsentColumn]> {
		return objects.flatMap(withInner).flatMap((object) =>
			this.columns.of(object).map((column) => {
				const counts = column.consent !== 'unclear' || !isSettled(column.column);
				return [object, counts ? column : { ...watched, column: column.column }] as const;
			}),
		);
	}
}

/** Whether the user has said what an unclear column is: it is named under 'Columns', or another one as 'Opt-In'. */
type IsSettled = (column: string) => boolean;
const never: IsSettled = () => false;

/** A clear opt-out outranks a broken cell, which may have been clear; a broken cell outranks everything else. */
function strongest(found: readonly OptOut[]): OptOut | undefined {
	const isClear = found.some((one) => one.isClear);
	const deciding = found.find(({ isBroken }) => isBroken !== isClear) ?? found[0];
	return deciding && { ...deciding, isClear };
}

function consentColumns(headers: readonly string[]): ConsentColumn[] {
	const columns = headers.flatMap((column) => {
		const header = consentOf(column) ?? (mayBeConsent(column) ? watched : undefined);
		return header === undefined ? [] : [{ ...header, column }];
	});
	// Next to an opt-in, a long sentence need not be one.
	const hasOptIn = columns.some(
		({ consent, isWeak, column }) => consent === 'opt-in' && !isWeak && column !== ownState,
	);
	return columns.map((one) => (one.consent === 'unclear' && hasOptIn ? { ...watched, column: one.column } : one));
}

/** An object, and those in it that hold the same row: the body of n8n's Webhook node, or the input of a result. */
function withInner(object: unknown): JsonRecord[] {
	if (!isRecord(object)) return [];
	if (isRecord(object.headers) && isRecord(object.body)) return [object, ...withInner(object.body)];
	return isResult(object) ? [object, ...withInner(object.input)] : [object];
}

/** Why a cell opts its person out, if it does. Each entry of an array counts. */
export function optOutBy(column: ConsentColumn, value: unknown, isOnlyItem = false): OptOut | undefined {
	const { consent, isWeak, mayUnsubscribe } = column;
	const optOut = (reason: string, isClear = false, isBroken = false): OptOut => ({
		reason: `${quoted(column.column)} ${reason}`,
		isClear,
		isBroken,
	});
	const cells = [value].flat().map(stateOf);
	// A form's checkboxes arrive as an array of those that are ticked.
	const remark = remarkOn(column);
	if (isOptIn(column) && cells.length === 0) return optOut(`has nothing ticked${remark}`);
	const answers = cells.map(answerIn);
	const broken = cells[answers.findIndex(({ kind }) => kind === 'broken')];
	const isFull = !isWeak && consent !== 'status';
	if (broken !== undefined && isFull) return optOut(`is ${textOf(broken).trim()}`, false, true);
	const isWatched = isWeak && consent === 'status';
	if (broken !== undefined && !isWatched) return optOut(`is ${textOf(broken).trim()}, which cannot be read`);
	const isState = column.column === ownState && column.isNamed !== true;
	const needsYes = isOptIn(column) && (isWeak ? isOnlyItem : !isState);
	if (needsYes && answers.every(({ kind }) => kind === 'blank')) return optOut(`is empty${remark}`);
	const optsOut = isWeak ? optsOutWeakly : optsOutFully;
	const which = answers.findIndex((answer) => optsOut(column, answer, Array.isArray(value)));
	const kind = answers[which]?.kind;
	if (kind === undefined) return undefined;
	const answer = quoted(textOf(cells[which]));
	if (consent === 'unclear') return { ...optOut(`is ${answer}${remark}`, false, true), advice: adviceIfUnclear };
	const isNeither = isFull && consent === 'opt-in' && kind !== 'no' && kind !== 'gone';
	const isClear = mayUnsubscribe && answers.every((one) => isPlain(consent, one));
	return optOut(`is ${answer}${isNeither ? ', which is neither yes nor no' : ''}`, isClear);
}

/** Shopify's consent is an object with a state. */
function stateOf(cell: unknown): unknown {
	return isRecord(cell) ? (cell.state ?? cell.marketingState ?? cell) : cell;
}

/** An unclear one may be an opt-in. */
function isOptIn({ consent }: ConsentHeader): boolean {
	return consent === 'opt-in' || consent === 'unclear';
}

function remarkOn({ consent }: ConsentHeader): string {
	return consent === 'unclear' ? ", which may agree or refuse: name it as 'Opt-In' or 'Opt-Out', or rename it" : '';
}

const adviceIfUnclear =
	"If it is about consent, name it as 'Opt-In' or 'Opt-Out' under 'Columns'; if not, rename it with 'Edit Fields'.";

function optsOutFully({ consent, name }: ConsentColumn, answer: Answer): boolean {
	const { kind } = answer;
	if (consent === 'opt-in' && repeats(answer, name)) return false;
	if (kind === 'gone') return true;
	if (consent === 'status' || kind === 'blank') return false;
	return consent === 'opt-out' ? kind !== 'no' && kind !== 'link' : kind !== 'yes' && kind !== 'date';
}

/** @param isTicked whether the answers are those that are ticked in a form */
function optsOutWeakly({ consent, name }: ConsentColumn, answer: Answer, isTicked: boolean): boolean {
	const { kind, hasNo, hasDate } = answer;
	if (consent === 'status') return kind === 'gone' && answer.isPlain;
	if (consent === 'opt-in' && repeats(answer, name)) return false;
	if (kind === 'gone') return true;
	if (kind === 'blank') return false;
	const saysNo = kind === 'no' || hasNo;
	if (consent === 'opt-in') return saysNo;
	// It may be about topics.
	if (consent === 'unclear') return saysNo || kind === 'date' || isYes(answer, name);
	return kind !== 'no' && (isYes(answer, name) || isTicked || hasDate);
}

function isYes(answer: Answer, name: string): boolean {
	return answer.kind === 'yes' || answer.beginsWithYes || repeats(answer, name);
}

/** A ticked box may repeat the header, which may mention how to leave. */
function repeats({ word }: Answer, name: string): boolean {
	return word === name;
}

function isPlain(consent: Consent, { kind, isPlain: isPlainWord }: Answer): boolean {
	if (consent === 'opt-out') return isPlainWord && (kind === 'yes' || kind === 'date');
	return isPlainWord && (kind === 'gone' || (consent === 'opt-in' && kind === 'no'));
}
