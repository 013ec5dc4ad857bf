import type { IDataObject } from 'n8n-workflow';

import type { Outcomes } from '../../../execution/Outcomes';
import { inParallel } from '../../../shared/loops';
import type { UserFacingError } from '../../../shared/UserFacingError';
import type { ApiRequest } from '../../../transport/Sending';
import type { Batch } from './batchesOf';
import { notTaken } from './importErrors';
import type { RowStep, SyncPlan } from './planSync';
import type { ImportReport } from './ImportReport';
import { defaultChunkSize, RowImport } from './RowImport';
import type { RowCall } from './selectRows';
import { reasonOf } from './serviceRefusal';
import { SyncRefusals } from './SyncRefusals';
import { SyncRemovals } from './SyncRemovals';
import { syncItemKey, type SyncReport } from './SyncReport';
import { nameOfCreate, newBody, write } from './syncWrites';

interface ImportStep {
	readonly item: number;
	readonly body: IDataObject;
	readonly step: RowStep;
}

/** Carries out the plan of a sync. What is refused alone is told and left; anything else fails, and stops a node that stops at failures. */
export class SyncWriter {
	private readonly refusals = new SyncRefusals();

	/** The rows that were not written, or may not have been. */
	private readonly unwritten: RowCall[] = [];

	constructor(
		private readonly batch: Batch,
		private readonly outcomes: Outcomes,
		private readonly report: SyncReport,
		private readonly options: IDataObject,
	) {}

	async carryOut({ steps, removals }: SyncPlan): Promise<void> {
		const [{ client }] = this.batch;
		const { maxParallelRequests } = client.options;
		for (const step of steps) if (step.action === 'unchanged') this.settleUnchanged(step);
		for (const { action, call, reason = '', refusal } of steps)
			if (action === 'failed') this.leave(call, reason, refusal);
		const changed = steps.filter(({ action }) => action !== 'unchanged' && action !== 'failed');
		if (changed.length + removals.length > 0) this.report.begin(this.batch[0]);
		const left = changed.filter((step) => step.action !== 'created' || !this.recall(step));
		const isImported = ({ action }: RowStep): boolean => this.options.useImport === true && action === 'created';
		await this.import(left.filter(isImported));
		await inParallel(
			left.filter((step) => !isImported(step)),
			maxParallelRequests,
			async (step) => await this.make(step),
		);
		// Last: what stops the node stops this too.
		await new SyncRemovals(this.batch[0], this.outcomes, this.report, this.refusals).carryOut(removals, this.unwritten);
		const inVain = this.refusals.whyInVain(steps.some(({ action }) => action === 'unchanged'));
		if (inVain !== undefined && this.outcomes.stopsAtFailure) this.outcomes.failUnpaired(inVain);
	}

	/** What an earlier try has done to a row may have failed for good, though the list shows nothing of it. */
	private settleUnchanged(step: RowStep): void {
		try {
			this.report.settled(step);
		} catch (thrown) {
			this.fail([step], thrown);
		}
	}

	/** Whether an earlier try has created somebody, or nobody knows whether it has. */
	private recall(step: RowStep): boolean {
		try {
			const before = step.call.memory.recall(nameOfCreate(step.call));
			if (before === undefined) return false;
			this.report.settled(step, before[0]);
			return true;
		} catch (thrown) {
			this.fail([step], thrown);
			return true;
		}
	}

	private async make(step: RowStep): Promise<void> {
		const { call } = step;
		const { givenUp } = this.refusals;
		if (call.client.signal.aborted) return;
		if (givenUp !== undefined) return this.fail([step], givenUp, false);
		try {
			const shown = await write(step);
			this.done(shown === undefined ? { ...step, action: 'unchanged', changes: {} } : step, shown);
		} catch (thrown) {
			if (this.refusals.isOfOne(thrown) || (step.subscriber !== undefined && this.refusals.isGone(thrown)))
				this.refuse(step, reasonOf(thrown, call.request.names), thrown);
			else this.fail([step], thrown);
		}
	}

	private done(step: RowStep, answer: IDataObject = {}): void {
		if (step.action === 'created') step.call.memory.keep(nameOfCreate(step.call), [answer]);
		this.report.settled(step, answer);
		this.refusals.taken();
	}

	private refuse(step: RowStep, reason: string, refusal: UserFacingError): void {
		this.refusals.note(refusal);
		this.leave(step.call, reason, refusal);
	}

	private leave(call: RowCall, reason: string, refusal?: UserFacingError): void {
		this.unwritten.push(call);
		this.report.left({ call, reason, refusal });
	}

	private async import(steps: readonly RowStep[]): Promise<void> {
		const [{ client, request }] = this.batch;
		const importing: ApiRequest = { ...request, key: 'subscriber.import', body: {} };
		const { chunkSize = defaultChunkSize } = this.options;
		const rows = steps.map((step): ImportStep => ({ item: step.call.item, body: newBody(step), step }));
		const report: ImportReport<ImportStep> = {
			imported: (taken) => {
				for (const { step, body } of taken) this.done(step, body);
			},
			rejected: ({ step }, reason, status) => {
				this.refuse(step, reason, notTaken(reason, status));
			},
			refusedTogether: (refused) => this.outcomes.refusedTogether(refused.map(({ item }) => item)),
			failed: (failed, thrown) => {
				this.fail(
					failed.map(({ step }) => step),
					thrown,
				);
			},
		};
		await new RowImport(client, importing, chunkSize as number, report).run(rows);
	}

	private fail(steps: readonly RowStep[], thrown: unknown, wasSent = true): void {
		for (const { action, call } of steps) {
			this.unwritten.push(call);
			call.memory.remember(action === 'created' ? nameOfCreate(call) : syncItemKey(call), thrown);
		}
		this.report.failed(
			steps.map(({ call }) => call),
			thrown,
			wasSent,
		);
		if (this.outcomes.mustStop) this.batch[0].client.stop();
	}
}
