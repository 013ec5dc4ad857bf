import { quoted } from '../shared/text';
import { isRecord, type JsonRecord } from '../shared/values';
import { answerIn } from './answers';
import { consentOf, mayBeConsent, type ConsentHeader } from './consentOf';
import { HeaderCache } from './HeaderCache';
import { isOptIn, isYes, optOutBy, ownState, remarkOn, type ConsentColumn, type OptOut } from './optOutBy';

/** A column that may be about consent: only a plain word of leaving skips a row. */
const watched: ConsentHeader = { consent: 'status', isWeak: true, mayUnsubscribe: false, name: '' };

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

	/** @param objects an item, and the objects in it whose columns count too */
	collect(objects: readonly unknown[], settled?: Settled): void {
		this.items += 1;
		for (const [object, column] of this.columnsOf(objects, settled)) {
			const { name } = column;
			const key = keyOf(column);
			if (!isOptIn(column) || column.column === ownState || Object.hasOwn(this.optIns, key)) continue;
			// A weak one may be about something else, until a cell says yes.
			const counts = !column.isWeak || [object[column.column]].flat().some((cell) => isYes(answerIn(cell), name));
			if (counts) this.optIns[key] = `${quoted(column.column)} is empty${remarkOn(column)}`;
		}
	}

	/** @param named what the columns under 'Columns' say */
	judge(objects: readonly unknown[], settled?: Settled, named: readonly OptOut[] = []): OptOut | undefined {
		const found: OptOut[] = [];
		const own: string[] = [];
		const columns = this.columnsOf(objects, settled);
		for (const [object, column] of columns) {
			const value = object[column.column];
			const optOut = optOutBy(column, value, this.items === 1);
			// A state that this node has reported may be that of a skipped row.
			const isReported = column.column === ownState && isResult(object);
			if (optOut !== undefined) found.push(isReported ? { ...optOut, isClear: false } : optOut);
			if (!column.isWeak || [value].flat().some((cell) => answerIn(cell).kind !== 'blank')) own.push(keyOf(column));
		}
		found.push(...named);
		if (found.length > 0) return strongest(found);
		// The columns of a result without its input were checked when it was made: its own state has the outcome.
		if (objects.some((one) => isRecord(one) && isResult(one) && !isRecord(one.input))) return undefined;
		const needed = Object.entries(this.optIns).filter(([key]) => !isSettled(key, columns, settled));
		const missing = needed.find(([key]) => !own.includes(key));
		return missing && { reason: missing[1], isClear: false, isBroken: false };
	}

	/** Each column about consent, and the object that has it. An unclear one that is settled is only watched. */
	private columnsOf(objects: readonly unknown[], settled?: Settled): Array<readonly [JsonRecord, ConsentColumn]> {
		const all = objects
			.flatMap(withInner)
			.flatMap((object) => this.columns.of(object).map((column) => [object, column] as const));
		return all.map(([object, column]) => {
			const isWatched = isSettled(keyOf(column), all, settled);
			return [object, isWatched ? { ...watched, column: column.column } : column];
		});
	}
}

/** Under 'Columns', the keys of what is named as 'Opt-In' or 'Opt-Out', and whether there is an 'Opt-In'. */
export interface Settled {
	readonly keys: readonly string[];
	readonly hasOptIn: boolean;
}

function keyOf({ consent, name }: ConsentColumn): string {
	return consent === 'unclear' ? unclearKey(name) : name;
}

/**
 * The key of a long sentence, which no other header has.
 * @param name the sentence as plain text
 */
export function unclearKey(name: string): string {
	return `${name}?`;
}

/** Whether an unclear column need not be guessed: the user has said what it is, or the item has a full opt-in. */
function isSettled(
	key: string,
	columns: ReadonlyArray<readonly [JsonRecord, ConsentColumn]>,
	{ keys, hasOptIn }: Settled = { keys: [], hasOptIn: false },
): boolean {
	if (!key.endsWith('?')) return false;
	const isFull = ({ consent, isWeak, column }: ConsentColumn) => consent === 'opt-in' && !isWeak && column !== ownState;
	return hasOptIn || keys.includes(key) || columns.some(([, column]) => isFull(column));
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
