import type { IExecuteFunctions } from 'n8n-workflow';

import { hasUnknownOutcome, userFacing } from '../shared/UserFacingError';
import type { ApiRequest } from '../transport/ApiRequest';
import { AbortError } from '../transport/wait';
import { hasFailed, type Batch, type BatchOutcomes, type Outcome } from './Outcome';
import type { Report } from './report';
import { isUnsent } from './words';

/**
 * The ledger of one execution of the node: the outcome of every item, across the tries of 'Retry On Fail'.
 * n8n runs all items again in each try, and nothing that is or may be done is sent twice.
 */
export class Outcomes {
	private outcomes: Outcome[] = [];

	private readonly byBatch = new Map<string, Outcome[]>();

	private concluded: Batch[] = [];

	private readonly settled = new Set<number>();

	/** Whether an item failed that is not in a batch: no row of a batch stops another. */
	hasFailedItem = false;

	/** Items whose delete was sent without a response, and its request: if it was done, sent again it finds nothing. */
	readonly unknownDeletes = new Map<number, ApiRequest>();

	/** Report of the try before. */
	lastReport?: Report;

	/** Forgets what the next try may do again. */
	beginTry(): void {
		const kept = this.outcomes.filter(survives);
		this.outcomes = [];
		this.byBatch.clear();
		this.concluded = [];
		this.settled.clear();
		this.hasFailedItem = false;
		for (const outcome of kept) this.add(outcome);
	}

	has(item: number): boolean {
		return this.settled.has(item);
	}

	/** In the order in which they were added. */
	list(): readonly Outcome[] {
		return this.outcomes;
	}

	ofBatch(name: string): readonly Outcome[] {
		return this.byBatch.get(name) ?? [];
	}

	batches(): readonly BatchOutcomes[] {
		return this.concluded.map((batch) => ({ ...batch, outcomes: this.ofBatch(batch.name) }));
	}

	/** @throws Error where an item has an outcome already: a fault of this node, which must not pass in silence */
	add(outcome: Outcome): void {
		const second = outcome.items.find((item) => this.settled.has(item));
		if (second !== undefined) throw new Error(`Item ${second} has two outcomes; the second is "${outcome.word}"`);
		for (const item of outcome.items) this.settled.add(item);
		this.outcomes.push(outcome);
		const { batch } = outcome;
		if (batch === undefined) this.hasFailedItem ||= hasFailed(outcome);
		else
			this.byBatch
				.set(batch, this.byBatch.get(batch) ?? [])
				.get(batch)
				?.push(outcome);
	}

	/** Adds that these items failed together. With an AbortError they have no outcome: they were not sent. */
	fail(items: readonly number[], thrown: unknown): void {
		if (thrown instanceof AbortError || items.length === 0) return;
		this.add({ items, word: hasUnknownOutcome(thrown) ? 'unknown' : 'failed', failure: userFacing(thrown) });
	}

	/** Adds a batch, once the outcomes of all of its rows are known. */
	conclude(batch: Batch): void {
		this.concluded.push(batch);
	}
}

/**
 * What a try of 'Retry On Fail' hands to the next: what was done, and what may have been done and must not be repeated.
 * Failures are tried again; skipped rows and dry runs are judged anew. An unchanged row is done: a later row of the same
 * person may have changed them since, and must not be overwritten.
 */
function survives(outcome: Outcome): boolean {
	return hasFailed(outcome) ? outcome.failure.mustNotRepeat : !isUnsent(outcome.word);
}

const executions = new WeakMap<object, Outcomes>();

/**
 * The outcomes of an execution. n8n hands every try the same execute data; as an agent's tool the node is handed the
 * agent's, and each call, with all its tries, has arguments of its own.
 */
export function outcomesOf(context: IExecuteFunctions): Outcomes {
	const executeData = context.getExecuteData();
	const isToolCall = executeData.node.name !== context.getNode().name;
	const execution = isToolCall ? (context.getInputData()[0]?.json ?? executeData) : executeData;
	const outcomes = executions.get(execution) ?? new Outcomes();
	executions.set(execution, outcomes);
	return outcomes;
}
