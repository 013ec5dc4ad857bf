import type { IDataObject } from 'n8n-workflow';

import { knownSubscriber, shownSubscriber, withChanges } from '../../../api/knownSubscriber';
import type { Call } from '../../../execution/Operation';
import type { Outcomes } from '../../../execution/Outcomes';
import { Tally } from '../../../execution/Tally';
import type { Batch } from './batchesOf';
import { bodyOfNew, type Removal, type RowStep, type SyncPlan } from './planSync';
import type { LeftRow } from './selectRows';

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
		const name = nameOf(call.item);
		// In another try the list is as this one has left it; the output tells what the execution has done.
		const before = action === 'unchanged' ? call.memory.recall(name)?.[0] : undefined;
		const output = before ?? outputOf(step, answer);
		call.memory.keep(name, [output]);
		this.tally.add(String(output.action));
		this.outcomes.add([call.item], [output]);
	}

	/** A row that is left out, or refused: then it comes out as it came in, or on the error output. */
	left({ call, reason, refusal }: Omit<LeftRow, 'status'>): void {
		const action = refusal === undefined ? 'skipped' : 'failed';
		this.tally.add(action);
		if (refusal !== undefined && call.context.getNode().onError === 'continueErrorOutput') this.outcomes.fail([call.item], refusal);
		else this.outcomes.leaveOut(call.item, { action, reason, ...(refusal === undefined ? call.row.body : call.json) });
	}

	removed({ memory }: Call, removal: Removal): void {
		this.tally.add(removal.action);
		memory.keep(this.removals, [...(memory.recall(this.removals) ?? []), outputOfRemoval(removal)]);
	}

	/** Somebody who was not removed. @param thrown where it is no refusal of this one alone */
	notRemoved({ action, subscriber }: Removal, reason: string, thrown?: unknown): void {
		this.tally.add('failed');
		const output = { action: 'failed', reason: `Not ${action}: ${reason}`, ...shownSubscriber(subscriber) };
		if (thrown === undefined) this.outcomes.addUnpaired(output);
		else this.outcomes.failUnpaired(thrown, output);
	}

	/** All who were removed, in this try and before. */
	concludeRemovals({ memory }: Call): void {
		for (const output of memory.recall(this.removals) ?? []) this.outcomes.addUnpaired(output);
	}

	/** From here on something may be sent. */
	begin({ memory }: Call): void {
		memory.keep(this.removals, memory.recall(this.removals) ?? []);
	}

	/** What an earlier try has come to, where this one cannot tell. @returns whether it may have sent anything */
	recall(batch: Batch): boolean {
		const [{ memory }] = batch;
		const hasBegun = memory.recall(this.removals) !== undefined;
		for (const { item } of batch) {
			try {
				const output = memory.recall(nameOf(item));
				if (output === undefined) memory.throwIfUnknown(doubtOf(item));
				else this.outcomes.add([item], output);
			} catch (thrown) {
				this.outcomes.fail([item], thrown);
			}
		}
		this.concludeRemovals(batch[0]);
		return hasBegun;
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

function nameOf(item: number): string {
	return `sync item ${item}`;
}

/** Under which name it is remembered that something may have been done for an item. */
export function doubtOf(item: number): string {
	return `doubt about sync item ${item}`;
}

function outputOf(step: RowStep, answer: IDataObject): IDataObject {
	const { action, subscriber, changes, reason } = step;
	const isNew = subscriber === undefined;
	const after = isNew ? { ...bodyOfNew(step), ...shownSubscriber(knownSubscriber(answer)) } : shownSubscriber(withChanges(subscriber, changes));
	const state = action === 'resubscribed' ? { is_subscribed: true } : {};
	return { action, ...after, ...state, changes: changes as IDataObject, ...(reason === undefined ? {} : { reason }) };
}

/** All that is known of them, so that it can be undone. */
function outputOfRemoval({ action, subscriber }: Removal): IDataObject {
	const state = action === 'deleted' ? {} : { is_subscribed: false, changes: { is_subscribed: { from: true, to: false } } };
	return { action, ...shownSubscriber(subscriber), ...state };
}
