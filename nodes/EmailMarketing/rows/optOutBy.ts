import { shownCell } from '../shared/brokenCells';
import { quoted, textOf } from '../shared/text';
import { isRecord } from '../shared/values';
import { answerIn, type Answer } from './answers';
import type { Consent } from './consentHeaders';
import type { ConsentHeader } from './consentOf';

/** Why the person of a row must not be subscribed. */
export interface OptOut {
	/** Such as `"Subscribed" is "no"`. */
	readonly reason: string;
	/** Whether people may be unsubscribed by it. */
	readonly isClear: boolean;
	/** Nobody knows what it says: a broken cell in a column that counts in full, or an answer that may mean either. */
	readonly isBroken: boolean;
	/** What the user can do, if it is not a broken cell. */
	readonly advice?: string;
}

/** A column about consent, as it is called in an item. */
export interface ConsentColumn extends ConsentHeader {
	readonly column: string;
	/** Whether the user has named it: it counts in full, whatever its name. */
	readonly isNamed?: true;
}

/** The service's own column, also in results of this node. Where it is blank, the state is unknown. */
export const ownState = 'is_subscribed';

/** Why a cell opts its person out, if it does. Each entry of an array counts. */
export function optOutBy(column: ConsentColumn, value: unknown, isOnlyItem = false): OptOut | undefined {
	const { consent, isWeak, mayUnsubscribe } = column;
	const optOut = (reason: string, isClear = false, isBroken = false): OptOut => ({
		reason: `${quoted(column.column)} ${reason}`,
		isClear,
		isBroken,
	});
	const cells = [value].flat().map(stateOf);
	const remark = remarkOn(column);
	// A form's checkboxes arrive as an array of those that are ticked.
	if (isOptIn(column) && cells.length === 0) return optOut(`has nothing ticked${remark}`);
	const answers = cells.map(answerIn);
	const broken = cells[answers.findIndex(({ kind }) => kind === 'broken')];
	const isFull = !isWeak && consent !== 'status';
	if (broken !== undefined && isFull) return optOut(`is ${shownCell(broken)}`, false, true);
	const isWatched = isWeak && consent === 'status';
	if (broken !== undefined && !isWatched) return optOut(`is ${shownCell(broken)}, which cannot be read`);
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
export function isOptIn({ consent }: ConsentHeader): boolean {
	return consent === 'opt-in' || consent === 'unclear';
}

export function remarkOn({ consent }: ConsentHeader): string {
	return consent === 'unclear' ? ", which may agree or refuse: name it as 'Opt-In' or 'Opt-Out', or rename it" : '';
}

const adviceIfUnclear =
	"If it is about consent, name it under 'Columns' ('Map Automatically'); if not, rename it with 'Edit Fields'.";

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
	// Ticked boxes and other text may be about topics.
	if (consent === 'unclear') return saysNo || kind === 'date' || isYes(answer, name);
	return kind !== 'no' && (isYes(answer, name) || isTicked || hasDate);
}

export function isYes(answer: Answer, name: string): boolean {
	return answer.kind === 'yes' || answer.beginsWithYes || repeats(answer, name);
}

/** A ticked box may repeat the header, which may mention how to leave. */
function repeats({ kind, word }: Answer, name: string): boolean {
	return kind !== 'no' && word === name;
}

function isPlain(consent: Consent, { kind, isPlain: isPlainWord }: Answer): boolean {
	if (consent === 'opt-out') return isPlainWord && (kind === 'yes' || kind === 'date');
	return isPlainWord && (kind === 'gone' || (consent === 'opt-in' && kind === 'no'));
}
