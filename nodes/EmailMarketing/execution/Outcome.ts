import type { IDataObject } from 'n8n-workflow';

import type { UserFacingError } from '../shared/UserFacingError';

/** The result of one input item, of several that share a request, or of none, such as a subscriber in no row. */
export type Outcome = {
	readonly items: readonly number[];
	/** What happened: `created`, `failed`, or `unknown` for what may have been done. */
	readonly word: string;
	/** Name of the batch that it is reported with. */
	readonly batch?: string;
} & (Done | Failed);

interface Done {
	readonly output: readonly IDataObject[];
}

export interface Failed {
	readonly failure: UserFacingError;
	/** Output in place of the failure, where failures have the shape of rows. */
	readonly shown?: IDataObject;
}

/** Outcomes that are reported together, such as the rows of a contact list. */
export interface Batch {
	readonly name: string;
	/** How the note after the run begins. */
	readonly title: string;
	/** Whether nothing was changed, and the outcomes are what would be done. */
	readonly isDryRun?: boolean;
	/** Fields of the one item that is output in place of the rows, besides the counts. */
	readonly summary?: IDataObject;
	/** Shown after the counts. */
	readonly note?: string;
	/** Why nothing was sent. */
	readonly refusal?: UserFacingError;
	/** Why the rest was not sent. */
	readonly stopReason?: UserFacingError;
}

export type BatchOutcomes = Batch & { readonly outcomes: readonly Outcome[] };

export function hasFailed(outcome: Outcome): outcome is Outcome & Failed {
	return 'failure' in outcome;
}
