import type { CellKind } from './answers';

/** Where a column is named under 'Consent'. */
export type ConsentType = 'opt-in' | 'opt-out';

/** `clear` skips a row, too, and may unsubscribe its person. */
type Verdict = 'goes' | 'skips' | 'clear' | 'rejects';

/** What each kind of cell in a named column does to its row. */
// prettier-ignore
export const verdicts: Readonly<Record<ConsentType, Readonly<Record<CellKind, Verdict>>>> = {
	'opt-in': {
		yes: 'goes', ticked: 'goes', status: 'goes', date: 'goes',
		empty: 'skips', other: 'skips', leaving: 'skips', no: 'clear', left: 'clear', broken: 'rejects',
	},
	'opt-out': {
		empty: 'goes', no: 'goes',
		status: 'skips', other: 'skips', leaving: 'skips', yes: 'clear', ticked: 'clear', date: 'clear', left: 'clear', broken: 'rejects',
	},
};

/** Why the person of a row must not be subscribed. */
export interface OptOut {
	/** Such as `"Subscribed" is "no"`. */
	readonly reason: string;
	/** Whether people may be unsubscribed by it. */
	readonly isClear: boolean;
	/** Nobody knows what the cell says. */
	readonly isBroken: boolean;
	/** The column is not named: its cell contradicts the choice. */
	readonly isUnread?: true;
}
