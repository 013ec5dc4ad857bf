import type { INodeProperties } from 'n8n-workflow';

import type { ImportReport } from '../../../api/importReport';
import type { Subscriber } from '../../../api/subscriber';
import type { RowInput, Run } from '../../../execution/Operation';
import type { Settings } from '../../../execution/settings';
import type { RowAction } from '../../../execution/words';
import type { Changes, RowRules } from '../people/changes';
import type { SubscriberIndex } from '../people/SubscriberIndex';
import type { RowResult } from '../people/RowResult';
import type { RowRun } from './RowRun';
import type { ExcludedRow } from './selectRows';

/** How the rows and a contact list become a plan. */
export interface ListRules extends RowRules {
	/** For subscribers of the list who are in no row. */
	readonly removal: 'keep' | 'unsubscribe' | 'delete' | 'removeTag';
	/** The largest share that may be removed, or unsubscribed because of opt-outs. */
	readonly maxRemovalPercent: number;
	/** The largest share of people who may get the name of somebody else: of those in both, or in Import of the list. */
	readonly maxNameChangePercent: number;
	/** Those who joined within so many hours of `startedAt` are not removed: they may be in no sheet yet. */
	readonly keepNew?: { readonly hours: number; readonly startedAt: number; readonly timeZone: string };
	readonly optOuts?: 'skip' | 'unsubscribe';
	readonly removeDespiteRejected?: boolean;
	/** Whether the rows describe the whole list, so that there must be some. */
	readonly isWholeList: boolean;
	/** Whether new people are created by import. */
	readonly isInBulk: boolean;
	readonly batchSize?: number;
	/** Whether people who are unsubscribed in the list are left as they are. */
	readonly skipsUnsubscribed: boolean;
	/** Whether people who are in the list and differ are imported, too. */
	readonly includesKnown: boolean;
	/** Whether the list is not read: all rows are imported as given. */
	readonly isAsGiven: boolean;
	/** Whether the plan is shown, and not carried out. */
	readonly isDryRun: boolean;
}

export interface RowStep {
	readonly input: RowInput;
	readonly action: RowAction;
	/** As the list shows it; absent for a new one. */
	readonly subscriber?: Subscriber;
	readonly changes: Changes;
	readonly reason?: string;
}

/** A change of a subscriber who is in no row. */
export type Removal = Omit<RowStep, 'input'> & { readonly subscriber: Subscriber };

/** A removal that is not carried out. `isUndated`: because it is not known when the person joined. */
export type Held = Removal & { readonly isUndated?: true };

/** An operation that compares rows with a whole list: Import or Sync List. */
export interface ListJob {
	readonly title: string;
	/** The settings that all rows of a list must share. */
	readonly settings: readonly INodeProperties[];
	readonly rulesOf: (settings: Settings, run: Run) => ListRules;
}

/** The people in no row, those to remove and those to keep, and the note about them. */
export interface HoldDecision {
	readonly removals: readonly Removal[];
	readonly held: readonly Held[];
	readonly note?: string;
	readonly needsAttention?: boolean;
}

/** All that a run does with a list, and what it reports besides the rows. */
export interface ListPlan extends HoldDecision {
	readonly excluded: readonly ExcludedRow[];
	readonly steps: readonly RowStep[];
	/** Why nothing is sent: the other rows fail. An `AbortError` if the sending has ended. */
	readonly refusal?: unknown;
	/** The row of a dry run whose real run would be refused. */
	readonly stopRow?: RowResult & { readonly reason: string };
	readonly hints: ReadonlyArray<string | undefined>;
	/** How many people whose rows opt out are still subscribed. */
	readonly stillSubscribed: number;
}

/** One contact list of a run. */
export interface ListRun {
	readonly job: ListJob;
	readonly rows: readonly [RowInput, ...RowInput[]];
	readonly run: Run;
	readonly unreadItems: number;
	readonly rules: ListRules;
	/** The service's reports of the import requests that may be done. */
	readonly reports: ImportReport[];
	readonly rowRun: RowRun;
	/** The people of the list, if it was read. */
	readonly index?: SubscriberIndex;
}
