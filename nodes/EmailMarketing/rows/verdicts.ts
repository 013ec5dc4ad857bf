import type { CellKind } from './answers';

/** Where a column is named under 'Consent'. */
export type ConsentType = 'opt-in' | 'opt-out';

/** `clear` skips a row, too, and may unsubscribe its person. */
type Verdict = 'goes' | 'skips' | 'clear' | 'rejects';

/** What each kind of cell in a named column does to its row. */
export const verdicts: Readonly<Record<ConsentType, Readonly<Record<CellKind, Verdict>>>> = {
	'opt-in': {
		yes: 'goes',
		ticked: 'goes',
		status: 'goes',
		date: 'goes',
		empty: 'skips',
		no: 'clear',
		left: 'clear',
		leaving: 'skips',
		broken: 'rejects',
		other: 'skips',
	},
	'opt-out': {
		yes: 'clear',
		ticked: 'clear',
		status: 'skips',
		date: 'clear',
		empty: 'goes',
		no: 'goes',
		left: 'clear',
		leaving: 'skips',
		broken: 'rejects',
		other: 'skips',
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
}
