import type { IDataObject, IExecuteFunctions, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import { hasUnknownOutcome, userFacing, type UserFacingError } from '../shared/UserFacingError';
import type { ApiRequest } from '../transport/ApiRequest';
import { isKept, type SkipKind } from './words';
import { AbortError } from '../transport/wait';

/** The result of one input item, of several that share it, or of none: a subscriber who is in no row. */
export interface Outcome {
	readonly items: readonly number[];
	/** The result, such as `created` or `failed`; `unknown` if it may have been done. */
	readonly word: string;
	readonly batch?: string;
	/** A failed row keeps the shape of rows. */
	readonly output?: readonly IDataObject[];
	readonly failure?: UserFacingError;
	/** The subscriber's ID, as the service shows it. */
	readonly id?: unknown;
	/** Why a row came out as it did. */
	readonly reason?: string;
	/** The email address of a failed item, for its message. */
	readonly address?: string;
	/** Whether somebody should look at it, though nothing failed. */
	readonly needsAttention?: boolean;
	readonly kind?: SkipKind;
	/** How many people it stands for, if they have no rows. */
	readonly people?: number;
}

export type FailedOutcome = Outcome & Required<Pick<Outcome, 'failure'>>;

/** Outcomes that are reported together, such as the rows of a contact list. */
export interface Batch {
	readonly name: string;
	/** Start of the hint after the run. */
	readonly title: string;
	/** Whether the outcomes are what would be done, and nothing was changed. */
	readonly isDryRun?: boolean;
	/** The output: all rows, those of a plan that change something or are skipped, only changes and failures, or counts. */
	readonly shows?: 'rows' | 'plan' | 'changes' | 'summary';
	/** Fields of the item with the counts; the first one comes before the counts. */
	readonly summary?: IDataObject;
	/** The row in place of changes, if there are none. */
	readonly emptyRow?: IDataObject;
	/** Shown in the hint after the counts. */
	readonly note?: string;
	readonly needsAttention?: boolean;
	/** The service's counts, shown in a hint of their own. */
	readonly reported?: Hint;
	/** Why nothing was sent. */
	readonly refusal?: UserFacingError;
	/** Why the rest was not sent. */
	readonly stopReason?: UserFacingError;
}

export type BatchOutcomes = Batch & { readonly outcomes: readonly Outcome[] };

export function hasFailed(outcome: Outcome): outcome is FailedOutcome {
	return outcome.failure !== undefined;
}

export type Hint = readonly [text: string, type: 'info' | 'warning'];

export interface Report {
	readonly items: INodeExecutionData[];
	readonly hints: readonly Hint[];
	readonly error?: NodeApiError;
}

/** Outcomes of one execution. 'Retry On Fail' runs all items again: nothing that is or may be done is sent twice. */
export class Outcomes {
	private outcomes: Outcome[] = [];
	private concluded: Batch[] = [];
	private readonly settled = new Set<number>();
	/** Whether an item outside of a batch failed: rows of a batch do not stop each other. */
	hasFailedItem = false;
	/** Item → its delete of unknown outcome, which finds nothing when it is sent again after all. */
	readonly unknownDeletes = new Map<number, ApiRequest>();
	lastReport?: Report;
	private readonly kept = new Map<string, unknown>();

	/** Something that an operation keeps for all tries, by its name. The first call makes it. */
	shared<T>(name: string, made: () => T): T {
		const found = this.kept.get(name) ?? made();
		this.kept.set(name, found);
		return found as T;
	}

	beginTry(): void {
		const kept = this.outcomes.filter(survives);
		this.outcomes = [];
		this.concluded = [];
		this.settled.clear();
		this.hasFailedItem = false;
		for (const outcome of kept) this.add(outcome);
	}

	has(item: number): boolean {
		return this.settled.has(item);
	}

	/** In the order of adding. */
	list(): readonly Outcome[] {
		return this.outcomes;
	}

	ofBatch(name: string): readonly Outcome[] {
		return this.outcomes.filter(({ batch }) => batch === name);
	}

	batches(): readonly BatchOutcomes[] {
		const byName = new Map(this.concluded.map(({ name }): [string, Outcome[]] => [name, []]));
		for (const outcome of this.outcomes) byName.get(outcome.batch ?? '')?.push(outcome);
		return this.concluded.map((batch) => ({ ...batch, outcomes: byName.get(batch.name) ?? [] }));
	}

	/** @throws Error if an item already has an outcome: a bug in this node, which must not pass unnoticed */
	add(outcome: Outcome): void {
		const second = outcome.items.find((item) => this.settled.has(item));
		if (second !== undefined) throw new Error(`Item ${second} has two outcomes; the second is "${outcome.word}"`);
		for (const item of outcome.items) this.settled.add(item);
		this.outcomes.push(outcome);
		this.hasFailedItem ||= outcome.batch === undefined && hasFailed(outcome);
	}

	/** Adds a failure that these items share. An AbortError adds no outcome: they were not sent. */
	fail(items: readonly number[], thrown: unknown, address?: string): void {
		if (thrown instanceof AbortError) return;
		this.add({ items, word: hasUnknownOutcome(thrown) ? 'unknown' : 'failed', failure: userFacing(thrown), address });
	}

	conclude(batch: Batch): void {
		this.concluded.push(batch);
	}
}

/**
 * Whether the next try of 'Retry On Fail' keeps an outcome: if it is done, or may be done and must not be repeated.
 * Failures are tried again; skipped rows, held people and dry runs are judged again. An unchanged row counts as done:
 * a later row may have changed the same person, and must not be overwritten.
 */
function survives({ failure, word }: Outcome): boolean {
	if (failure !== undefined) return failure.mustNotRepeat;
	return word !== 'skipped' && !isKept(word) && !word.startsWith('would ');
}

const executions = new WeakMap<object, Outcomes>();

/**
 * The outcomes of an execution. n8n passes the same execute data to each try. An agent's tool gets those of the agent
 * instead, so its arguments identify the call: they are a new object per call, and the same one in all its tries.
 */
export function outcomesOf(context: IExecuteFunctions): Outcomes {
	const executeData = context.getExecuteData();
	const isToolCall = executeData.node.name !== context.getNode().name;
	const execution = isToolCall ? (context.getInputData()[0]?.json ?? executeData) : executeData;
	const outcomes = executions.get(execution) ?? new Outcomes();
	executions.set(execution, outcomes);
	return outcomes;
}
