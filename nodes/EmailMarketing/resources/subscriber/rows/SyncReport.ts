import type { IDataObject } from 'n8n-workflow';

import {
	changedValues,
	parseSubscriber,
	subscriberOutput,
	updatedSubscriber,
	withChanges,
} from '../../../api/subscriber';
import type { Call } from '../../../execution/Operation';
import type { Outcomes } from '../../../execution/Outcomes';
import { Tally } from '../../../execution/Tally';
import { textOf } from '../../../shared/text';
import { isOutcomeUnknown } from '../../../shared/UserFacingError';
import { AbortError } from '../../../transport/wait';
import type { Batch } from './batchesOf';
import { leftItem } from './skippedItem';
import type { Removal, RowStep, SyncPlan } from './planSync';
import type { LeftRow, RowCall } from './selectRows';
import { nameOfCreate, newBody } from './syncWrites';

/** What comes out of a sync: one item for each row, and at the end one for everybody who was removed. */
export class SyncReport {
	readonly tally = new Tally();

	/** @param list by which Retry On Fail tells contact lists apart */
	constructor(
		private readonly outcomes: Outcomes,
		private readonly list: string,
	) {}

	/** A row that was done, or had nothing to do. @param answer the service's, where it was asked */
	settled(step: RowStep, answer: IDataObject = {}): void {
		const { call, action } = step;
		const name = syncItemKey(call);
		// In another try the list is as this one has left it; the output tells what the execution has done.
		const before = action === 'unchanged' ? call.memory.recall(name)?.[0] : undefined;
		const output = before ?? outputOf(step, answer);
		call.memory.keep(name, [output]);
		this.tally.add(textOf(output.action));
		this.outcomes.add([call.item], [output]);
	}

	/** A row that is left out, or refused: it comes out as it came in, or on the error output. */
	left({ call, reason, refusal, isOptOut }: Omit<LeftRow, 'status'>, isDryRun = false): void {
		const action = refusal === undefined ? 'skipped' : 'failed';
		this.tally.add(action);
		if (refusal !== undefined && call.context.getNode().onError === 'continueErrorOutput')
			return this.outcomes.fail([call.item], refusal);
		const said = { action, reason, ...(isDryRun ? { dryRun: true } : {}) };
		this.outcomes.leaveOut(
			call.item,
			leftItem(said, call.json, isOptOut),
			refusal === undefined ? 'skipped' : 'refused',
		);
	}

	/** Rows that fail. @param wasSent whether a request of theirs has left */
	failed(calls: readonly Call[], thrown: unknown, wasSent = true): void {
		if (!(thrown instanceof AbortError)) this.tally.add(isOutcomeUnknown(thrown) ? 'unknown' : 'failed', calls.length);
		this.outcomes.fail(
			calls.map(({ item }) => item),
			thrown,
			wasSent,
		);
	}

	removed({ memory }: Call, removal: Removal): void {
		this.tally.add(removal.action);
		const removals = memory.recall(this.removals) ?? [];
		removals.push(outputOfRemoval(removal));
		memory.keep(this.removals, removals);
	}

	/** Somebody who was not removed, as far as is known. @param thrown where it is no refusal of this one alone */
	notRemoved({ action, subscriber }: Removal, reason: string, thrown?: unknown): void {
		const mayBeDone = isOutcomeUnknown(thrown);
		this.tally.add(mayBeDone ? 'unknown' : 'failed');
		const said = mayBeDone
			? { reason: `May have been ${action}: ${reason}`, outcomeUnknown: true }
			: { reason: `Not ${action}: ${reason}` };
		const output = { action: 'failed', ...said, ...subscriberOutput(subscriber) };
		if (thrown === undefined) this.outcomes.addUnpaired(output);
		else this.outcomes.failUnpaired(thrown, output);
	}

	/** All who were removed, in this try and before; in a list that lags behind, somebody may have been met twice. */
	concludeRemovals({ memory }: Call): void {
		const removals = memory.recall(this.removals) ?? [];
		for (const output of new Map(removals.map((removal) => [removal.uuid, removal])).values())
			this.outcomes.addUnpaired(output);
	}

	/** From here on something may be sent. */
	begin({ memory }: Call): void {
		memory.keep(this.removals, memory.recall(this.removals) ?? []);
	}

	/** What an earlier try has come to, where this one cannot tell. @returns whether it may have sent anything */
	recall(batch: Batch): boolean {
		const [{ memory }] = batch;
		for (const call of batch as readonly RowCall[]) {
			try {
				const output = memory.recall(syncItemKey(call));
				if (output === undefined) memory.throwIfUnknown(nameOfCreate(call));
				else this.outcomes.add([call.item], output);
			} catch (thrown) {
				this.outcomes.fail([call.item], thrown);
			}
		}
		this.concludeRemovals(batch[0]);
		return memory.recall(this.removals) !== undefined;
	}

	/** What would be done. */
	planned({ steps, removals }: SyncPlan): void {
		for (const step of steps) {
			this.tally.add(step.action);
			this.outcomes.add([step.call.item], [{ ...outputOf(step, {}), dryRun: true }]);
		}
		for (const removal of removals) {
			this.tally.add(removal.action);
			this.outcomes.addUnpaired({ ...outputOfRemoval(removal), dryRun: true });
		}
	}

	private get removals(): string {
		return `removed from ${this.list}`;
	}
}

/** By which another try knows what became of a row. */
export function syncItemKey({ item }: Pick<Call, 'item'>): string {
	return `sync item ${item}`;
}

function outputOf({ call, action, subscriber, changes, reason }: RowStep, answer: IDataObject): IDataObject {
	const isNew = subscriber === undefined;
	const after = isNew
		? { ...newBody({ call, changes }), ...subscriberOutput(parseSubscriber(answer)) }
		: subscriberOutput(updatedSubscriber(withChanges(subscriber, changedValues(changes)), answer));
	const state = action === 'resubscribed' ? { is_subscribed: true } : {};
	const { uuid, email, ...others }: IDataObject = { ...after, ...state };
	// What changed is to be seen without scrolling to the right.
	return {
		action,
		email,
		changes: changes,
		...(reason === undefined ? {} : { reason }),
		...others,
		...(uuid === undefined ? {} : { uuid }),
	};
}

/** All that is known of them, so that it can be undone. */
function outputOfRemoval({ action, subscriber }: Removal): IDataObject {
	const state =
		action === 'deleted' ? {} : { is_subscribed: false, changes: { is_subscribed: { from: true, to: false } } };
	return { action, ...subscriberOutput(subscriber), ...state };
}
