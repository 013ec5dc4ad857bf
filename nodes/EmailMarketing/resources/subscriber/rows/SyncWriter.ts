import type { IDataObject } from 'n8n-workflow';

import type { Outcomes } from '../../../execution/Outcomes';
import { Progress } from '../../../execution/Progress';
import { inParallel } from '../../../shared/inParallel';
import { userFacing, UserFacingError } from '../../../shared/UserFacingError';
import type { Batch } from './batchesOf';
import { bodyOfNew, type Removal, type RowStep, type SyncPlan } from './planSync';
import { defaultChunkSize, RowImport, type ImportReport } from './RowImport';
import { sentenceOf } from './selectRows';
import { isRowRefusal } from './serviceRefusal';
import { doubtOf, type SyncReport } from './SyncReport';
import { remove, write } from './syncWrites';

/** A service that has refused so many writes and taken none refuses them for something else than what is in them. */
const maxRefusedInVain = 20;

interface ImportStep {
	readonly item: number;
	readonly body: IDataObject;
	readonly step: RowStep;
}

/** Carries out the plan of a sync. What is refused alone is told and left; anything else fails, and stops a node that stops at failures. */
export class SyncWriter {
	private progress?: Progress;

	private hasWritten = false;

	private refusedInVain = 0;

	constructor(
		private readonly batch: Batch,
		private readonly outcomes: Outcomes,
		private readonly report: SyncReport,
		private readonly options: IDataObject,
	) {}

	async carryOut({ steps, removals }: SyncPlan): Promise<void> {
		const [{ client, context }] = this.batch;
		const { maxParallelRequests } = client.options;
		for (const step of steps) if (step.action === 'unchanged') this.report.settled(step);
		for (const { action, call, reason = '', refusal } of steps) if (action === 'failed') this.report.left({ call, reason, refusal });
		const changed = steps.filter(({ action }) => action !== 'unchanged' && action !== 'failed');
		if (changed.length + removals.length > 0) this.report.begin(this.batch[0]);
		this.progress = new Progress(context, changed.length + removals.length, 'changes of the contact list are made');
		const isImported = ({ action }: RowStep): boolean => this.options.useImport === true && action === 'created';
		await this.import(changed.filter(isImported));
		await inParallel(changed.filter((step) => !isImported(step)), maxParallelRequests, async (step) => await this.make(step));
		// Last: what stops the node stops this too.
		await inParallel(removals, maxParallelRequests, async (removal) => await this.remove(removal));
		this.report.concludeRemovals(this.batch[0]);
	}

	private async make(step: RowStep): Promise<void> {
		const { call } = step;
		try {
			if (call.client.signal.aborted) return;
			this.report.settled(step, await write(step));
			this.hasWritten = true;
		} catch (thrown) {
			if (this.isRefused(thrown)) this.report.left({ call, reason: sentenceOf(thrown), refusal: thrown });
			else this.fail([call.item], thrown);
		}
		this.progress?.add(1);
	}

	private async remove(removal: Removal): Promise<void> {
		const [call] = this.batch;
		try {
			if (call.client.signal.aborted) return;
			await remove(call, removal);
			this.report.removed(call, removal);
			this.hasWritten = true;
		} catch (thrown) {
			this.report.notRemoved(removal, sentenceOf(userFacing(thrown)), this.isRefused(thrown) ? undefined : thrown);
			if (this.outcomes.mustStop) call.client.stop();
		}
		this.progress?.add(1);
	}

	/** Whether the service refuses this one, and takes others. */
	private isRefused(thrown: unknown): thrown is UserFacingError {
		if (!isRowRefusal(thrown)) return false;
		if (!this.hasWritten) this.refusedInVain += 1;
		return this.hasWritten || this.refusedInVain < maxRefusedInVain;
	}

	private async import(steps: readonly RowStep[]): Promise<void> {
		const [{ client, request }] = this.batch;
		const { chunkSize = defaultChunkSize } = this.options;
		const rows = steps.map((step): ImportStep => ({ item: step.call.item, body: bodyOfNew(step), step }));
		const report: ImportReport<ImportStep> = {
			imported: (taken) => {
				for (const { step } of taken) this.report.settled(step);
				this.hasWritten ||= taken.length > 0;
				this.progress?.add(taken.length);
			},
			rejected: ({ step: { call } }, reason) => this.report.left({ call, reason, refusal: new UserFacingError('The service did not take this row', reason) }),
			failed: (failed, thrown) => this.fail(failed.map(({ item }) => item), thrown),
		};
		const sure = rows.filter(({ item }) => !this.isInDoubt(item));
		await new RowImport(client, { ...request, key: 'subscriber.import', body: {} }, chunkSize as number, report).run(sure);
	}

	/** Whether an earlier try may have imported an item who is not in the list yet: then it has failed for good. */
	private isInDoubt(item: number): boolean {
		try {
			this.batch[0].memory.throwIfUnknown(doubtOf(item));
			return false;
		} catch (thrown) {
			this.fail([item], thrown);
			return true;
		}
	}

	private fail(items: readonly number[], thrown: unknown): void {
		const [{ client, memory }] = this.batch;
		for (const item of items) memory.remember(doubtOf(item), thrown);
		this.outcomes.fail(items, thrown);
		if (this.outcomes.mustStop) client.stop();
	}
}
