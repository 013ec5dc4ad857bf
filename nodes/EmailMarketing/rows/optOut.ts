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
	 * @param isNamed whether the user has named an opt-in or an opt-out
	 */
	collect(objects: readonly unknown[], isNamed = false): void {
		this.items += 1;
		for (const object of objects.flatMap(withInner)) {
			for (const { column, consent, isWeak, name } of this.columns.of(object)) {
				const isOptIn = consent === 'opt-in' || (consent === 'unclear' && !isNamed);
				if (!isOptIn || column === ownState || Object.hasOwn(this.optIns, name)) continue;
				// A weak one may be about something else, until a cell says yes.
				const counts = !isWeak || [object[column]].flat().some((cell) => isYes(answerIn(cell), name));
				if (counts) this.optIns[name] = `${quoted(column)} is empty`;
			}
		}
	}

	/** @param named what the columns under 'Columns' say, if one of them is an opt-in or an opt-out */
	judge(objects: readonly unknown[], named?: readonly OptOut[]): OptOut | undefined {
		const found: OptOut[] = [];
		const own: string[] = [];
		for (const object of objects.flatMap(withInner)) {
			for (const column of this.columns.of(object)) {
				if (column.consent === 'unclear' && named !== undefined) continue;
				const value = object[column.column];
				const optOut = optOutBy(column, value, this.items === 1);
				// A state that this node has reported may be that of a skipped row.
				const isReported = column.column === ownState && isResult(object);
				if (optOut !== undefined) found.push(isReported ? { ...optOut, isClear: false } : optOut);
				if (!column.isWeak || [value].flat().some((cell) => answerIn(cell).kind !== 'blank')) own.push(column.name);
			}
		}
		found.push(...(named ?? []));
		if (found.length > 0) return strongest(found);
		// The columns of a result without its input were checked when it was made: its own state has the outcome.
		if (objects.some((one) => isRecord(one) && isResult(one) && !isRecord(one.input))) return undefined;
		const missing = Object.entries(this.optIns).find(([name]) => !own.includes(name));
		return missing && { reason: missing[1], isClear: false, isBroken: false };
	}
}

/** A clear opt-out outranks a broken cell, which may have been clear; a broken cell outranks everything else. */
function strongest(found: readonly OptOut[]): OptOut | undefined {
	const isClear = found.some((one) => one.isClear);
	const deciding = found.find(({ isBroken }) => isBroken !== isClear) ?? found[0];
	return deciding && { ...deciding, isClear };
}

function consentColumns(headers: readonly string[]): ConsentColumn[] {
	return headers.flatMap((column) => {
		const header = consentOf(column) ?? (mayBeConsent(column) ? watched : undefined);
		return header === undefined ? [] : [{ ...header, column }];
	});
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
	const isOptIn = consent === 'opt-in' || consent === 'unclear';
	const optOut = (reason: string, isClear = false, isBroken = false): OptOut => ({
		reason: `${quoted(column.column)} ${reason}`,
		isClear,
		isBroken,
	});
	const cells = [value].flat().map(stateOf);
	// A form's checkboxes arrive as an array of those that are ticked.
	if (isOptIn && cells.length === 0) return optOut('has nothing ticked');
	const answers = cells.map(answerIn);
	const broken = cells[answers.findIndex(({ kind }) => kind === 'broken')];
	const isFull = !isWeak && consent !== 'status';
	if (broken !== undefined && isFull) return optOut(`is ${textOf(broken).trim()}`, false, true);
	const isWatched = isWeak && consent === 'status';
	if (broken !== undefined && !isWatched) return optOut(`is ${textOf(broken).trim()}, which cannot be read`);
	// A column that is named counts in full, whatever its name.
	const isState = column.column === ownState && column.name !== '';
	const needsYes = isOptIn && (isWeak ? isOnlyItem : !isState);
	if (needsYes && answers.every(({ kind }) => kind === 'blank')) return optOut('is empty');
	const optsOut = isWeak ? optsOutWeakly : optsOutFully;
	const which = answers.findIndex((answer) => optsOut(column, answer, Array.isArray(value)));
	const kind = answers[which]?.kind;
	if (kind === undefined) return undefined;
	const answer = quoted(textOf(cells[which]));
	const either = `is ${answer}, which may mean either: name the column as 'Opt-In' or 'Opt-Out'`;
	if (consent === 'unclear') return { ...optOut(either, false, true), advice: adviceIfUnclear };
	const isNeither = isFull && consent === 'opt-in' && kind !== 'no' && kind !== 'gone';
	const isClear = mayUnsubscribe && answers.every((one) => isPlain(consent, one));
	return optOut(`is ${answer}${isNeither ? ', which is neither yes nor no' : ''}`, isClear);
}

/** Shopify's consent is an object with a state. */
function stateOf(cell: unknown): unknown {
	return isRecord(cell) ? (cell.state ?? cell.marketingState ?? cell) : cell;
}

const adviceIfUnclear = "Enter it under 'Columns' ('Map Automatically').";

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
	const saysYes = kind !== 'no' && (isYes(answer, name) || isTicked || hasDate);
	return saysYes || (consent === 'unclear' && saysNo);
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
