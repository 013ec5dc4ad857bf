import type { IExecuteFunctions } from 'n8n-workflow';

import { hasUnknownOutcome, userFacing } from '../shared/UserFacingError';
import type { ApiRequest } from '../transport/ApiRequest';
import { AbortError } from '../transport/wait';
import { hasFailed, type Batch, type BatchOutcomes, type Outcome } from './Outcome';
import type { Report } from './report';

/**
 * The outcome of every item of one execution of the node, across the tries of 'Retry On Fail': n8n runs all items again
 * in each try, and nothing that is or may be done is sent twice.
 */
export class Outcomes {
	private outcomes: Outcome[] = [];
	private concluded: Batch[] = [];
	private readonly settled = new Set<number>();
	/** Whether an item outside of a batch failed: rows of a batch do not stop each other. */
	hasFailedItem = false;
	/** Item → its delete of unknown outcome, which finds nothing when it is sent again after all. */
	readonly unknownDeletes = new Map<number, ApiRequest>();
	/** Report of the previous try. */
	lastReport?: Report;

	/** Forgets what the new try may do again. */
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
	fail(items: readonly number[], thrown: unknown): void {
		if (thrown instanceof AbortError) return;
		this.add({ items, word: hasUnknownOutcome(thrown) ? 'unknown' : 'failed', failure: userFacing(thrown) });
	}

	/** Adds a batch, once the outcomes of all of its rows are known. */
	conclude(batch: Batch): void {
		this.concluded.push(batch);
	}
}

/**
 * Whether the next try of 'Retry On Fail' keeps an outcome: if it is done, or may be done and must not be repeated.
 * Failures are tried again; skipped rows and dry runs are judged again. An unchanged row counts as done, because a
 * later row may have changed the same person, and must not be overwritten.
 */
function survives({ failure, word }: Outcome): boolean {
	if (failure !== undefined) return failure.mustNotRepeat;
	return word !== 'skipped' && !word.startsWith('would ');
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
