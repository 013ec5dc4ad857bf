import { oneLine, quoted, shortened, textOf } from '../shared/text';
import type { JsonRecord } from '../shared/values';
import { kindOf, type CellKind } from './answers';
import { pathOf } from './resolveColumns';
import { isReported } from './results';
import { verdicts, type ConsentType, type OptOut } from './verdicts';

/** What a row says about consent: the cells that agreed, or why its person is not subscribed. */
export interface Consented {
	readonly optOut?: OptOut;
	readonly agreed: string;
}

/** A column that is named under 'Consent'. */
export interface Named {
	readonly type: ConsentType;
	readonly name: string;
}

/** The name of a column as its cells may repeat it. */
export function headerOf({ name }: Named): string {
	return pathOf(name).at(-1) ?? name;
}

/** What a cell in a named column says; of an array, each entry. */
export function consentIn(column: Named, value: unknown, yesAnswers: ReadonlySet<string>): Consented {
	const cells: unknown[] = Array.isArray(value) && value.length === 0 ? [''] : [value].flat();
	const kinds = cells.map((cell) => kindOf(cell, headerOf(column), yesAnswers));
	const found = kinds.map((kind) => verdicts[column.type][kind]);
	const isBroken = found.includes('rejects');
	const isClear = found.every((verdict) => verdict === 'clear');
	const which = found.findIndex((verdict) => (isBroken ? verdict === 'rejects' : verdict !== 'goes'));
	const name = quoted(column.name);
	// The evidence is whole.
	if (which < 0) return { agreed: `${name} is ${cells.map((cell) => evidenceOf(cell)).join(', ')}` };
	const shown = `${name} is ${shownAs(cells[which], kinds[which])}`;
	return { agreed: '', optOut: { reason: `${shown}${remarkOn(column, kinds[which])}`, isClear, isBroken } };
}

function shownAs(cell: unknown, kind?: CellKind): string {
	const text = textOf(cell).trim();
	if (kind === 'broken') return shortened(text, 100);
	return text === '' ? 'empty' : quoted(text);
}

function evidenceOf(cell: unknown): string {
	const text = oneLine(textOf(cell));
	return text === '' ? 'empty' : `"${shortened(text, 1000)}"`;
}

/** The end of a reason. */
export const neither = ', which is neither yes nor no';

function remarkOn({ type }: Named, kind?: CellKind): string {
	if (kind === 'other') return neither;
	return kind === 'status' && type === 'opt-out' ? ": add it under 'Opt-In Columns'" : '';
}

/** The service's own columns, also in results of this node. An empty `is_subscribed` says nothing. */
export function optOutByService(object: JsonRecord): OptOut | undefined {
	if (object.is_subscribed === undefined && object.unsubscribed_at === undefined) return undefined;
	const hasState = kindOf(object.is_subscribed, '', noAnswers) !== 'empty';
	const column: Named = hasState ? ownState : ownTime;
	const { optOut } = consentIn(column, object[column.name], noAnswers);
	// A state that this node has reported may be that of a row it skipped: nobody has said no.
	return optOut && { ...optOut, isClear: optOut.isClear && !isReported(object) };
}

const ownState: Named = { type: 'opt-in', name: 'is_subscribed' };
const ownTime: Named = { type: 'opt-out', name: 'unsubscribed_at' };
const noAnswers: ReadonlySet<string> = new Set();
