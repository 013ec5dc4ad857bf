import type { IDataObject } from 'n8n-workflow';

import type { UserFacingError } from '../shared/UserFacingError';

/** The result of one input item, of several that share it, or of none: a subscriber who is in no row. */
export interface Outcome {
	readonly items: readonly number[];
	/** The result, such as `created` or `failed`; `unknown` if it may have been done. */
	readonly word: string;
	/** Name of its batch. */
	readonly batch?: string;
	/** A failed row keeps the shape of rows. */
	readonly output?: readonly IDataObject[];
	readonly failure?: UserFacingError;
}

export type FailedOutcome = Outcome & Required<Pick<Outcome, 'failure'>>;

/** Outcomes that are reported together, such as the rows of a contact list. */
export interface Batch {
	readonly name: string;
	/** Start of the hint after the run. */
	readonly title: string;
	/** Whether the outcomes are what would be done, and nothing was changed. */
	readonly isDryRun?: boolean;
	/** What is output: all rows, those that are neither unchanged nor skipped, or one item with the counts. */
	readonly output?: 'rows' | 'changes' | 'summary';
	/** Fields of the item with the counts; the first one comes before the counts. */
	readonly summary?: IDataObject;
	/** Shown in the hint after the counts. */
	readonly note?: string;
	/** Why nothing was sent. */
	readonly refusal?: UserFacingError;
	/** Why the rest was not sent. */
	readonly stopReason?: UserFacingError;
}

export type BatchOutcomes = Batch & { readonly outcomes: readonly Outcome[] };

export function hasFailed(outcome: Outcome): outcome is FailedOutcome {
	return outcome.failure !== undefined;
}
