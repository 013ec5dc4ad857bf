import type { IDataObject } from 'n8n-workflow';

import type { Outcomes } from '../../../execution/Outcomes';
import { Progress } from '../../../execution/Progress';
import { inParallel } from '../../../shared/inParallel';
import { userFacing, UserFacingError } from '../../../shared/UserFacingError';
import type { Batch } from './batchesOf';
import type { Removal, RowStep, SyncPlan } from './planSync';
import { defaultChunkSize, RowImport, type ImportReport } from './RowImport';
import { sentenceOf } from './selectRows';
import { isRowRefusal } from './serviceRefusal';
import type { SyncReport } from './SyncReport';
import { nameOfCreate, newBody, remove, write } from './syncWrites';

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

	/** Whether the service is known to take such rows. */
	private takesRows = false;

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
		this.takesRows = steps.some(({ action }) => action === 'unchanged');
		for (const step of steps) if (step.action === 'unchanged') this.report.settled(step);
		for (const { action, call, reason = '', refusal } of steps) if (action === 'failed') this.report.left({ call, reason, refusal });
		const changed = steps.filter(({ action }) => action !== 'unchanged' && action !== 'failed');
		if (changed.length + removals.length > 0) this.report.begin(this.batch[0]);
		this.progress = new Progress(context, changed.length + removals.length, 'changes of the contact list are made');
		const left = changed.filter((step) => step.action !== 'created' || !this.recall(step));
		const isImported = ({ action }: RowStep): boolean => this.options.useImport === true && action === 'created';
		await this.import(left.filter(isImported));
		await inParallel(left.filter((step) => !isImported(step)), maxParallelRequests, async (step) => await this.make(step));
		// Last: what stops the node stops this too.
		await inParallel(removals, maxParallelRequests, async (removal) => await this.remove(removal));
		this.report.concludeRemovals(this.batch[0]);
	}

	/** Whether an earlier try has created somebody, or nobody knows whether it has. */
	private recall(step: RowStep): boolean {
		try {
			const before = step.call.memory.recall(nameOfCreate(step.call));
			if (before !== undefined) this.report.settled(step, before[0]);
			return before !== undefined;
		} catch (thrown) {
			this.fail([step], thrown);
			return true;
		}
	}

	private async make(step: RowStep): Promise<void> {
		const { call } = step;
		try {
			if (call.client.signal.aborted) return;
			this.done(step, await write(step));
		} catch (thrown) {
			if (this.isRefused(thrown)) this.report.left({ call, reason: sentenceOf(thrown), refusal: thrown });
			else this.fail([step], thrown);
		}
		this.progress?.add(1);
	}

	private done(step: RowStep, answer: IDataObject): void {
		if (step.action === 'created') step.call.memory.keep(nameOfCreate(step.call), [answer]);
		this.report.settled(step, answer);
		this.takesRows = true;
	}

	private async remove(removal: Removal): Promise<void> {
		const [call] = this.batch;
		try {
			if (call.client.signal.aborted) return;
			await remove(call, removal);
			this.report.removed(call, removal);
			this.takesRows = true;
		} catch (thrown) {
			this.report.notRemoved(removal, sentenceOf(userFacing(thrown)), this.isRefused(thrown) ? undefined : thrown);
			if (this.outcomes.mustStop) call.client.stop();
		}
		this.progress?.add(1);
	}

	/** Whether the service refuses this one, and takes others. */
	private isRefused(thrown: unknown): thrown is UserFacingError {
		if (!isRowRefusal(thrown)) return false;
		if (!this.takesRows) this.refusedInVain += 1;
		return this.takesRows || this.refusedInVain < maxRefusedInVain;
	}

	private async import(steps: readonly RowStep[]): Promise<void> {
		const [{ client, request }] = this.batch;
		const { chunkSize = defaultChunkSize } = this.options;
		const rows = steps.map((step): ImportStep => ({ item: step.call.item, body: newBody(step), step }));
		const report: ImportReport<ImportStep> = {
			imported: (taken) => {
				for (const { step, body } of taken) this.done(step, body);
				this.progress?.add(taken.length);
			},
			rejected: ({ step: { call } }, reason) => this.report.left({ call, reason, refusal: new UserFacingError('The service did not take this row', reason) }),
			failed: (failed, thrown) => this.fail(failed.map(({ step }) => step), thrown),
		};
		await new RowImport(client, { ...request, key: 'subscriber.import', body: {} }, chunkSize as number, report).run(rows);
	}

	private fail(steps: readonly RowStep[], thrown: unknown): void {
		for (const { action, call } of steps) if (action === 'created') call.memory.remember(nameOfCreate(call), thrown);
		this.report.failed(steps.map(({ call }) => call), thrown);
		if (this.outcomes.mustStop) this.batch[0].client.stop();
	}
}
