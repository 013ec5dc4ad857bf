import type { IDataObject } from 'n8n-workflow';

import type { Outcomes } from '../../../execution/Outcomes';
import { Progress } from '../../../execution/Progress';
import { inParallel } from '../../../shared/inParallel';
import { isOutcomeUnknown, userFacing, type UserFacingError } from '../../../shared/UserFacingError';
import type { Batch } from './batchesOf';
import { notTaken } from './importErrors';
import type { Removal, RowStep, SyncPlan } from './planSync';
import type { ImportReport } from './ImportReport';
import { defaultChunkSize, RowImport } from './RowImport';
import { reasonOf, sentenceOf } from './serviceRefusal';
import { SyncRefusals } from './SyncRefusals';
import type { SyncReport } from './SyncReport';
import { nameOfCreate, newBody, remove, write } from './syncWrites';
import { WrittenPeople } from './WrittenPeople';

/** So many new people who are not found are named at most. */
const maxNamed = 5;

interface ImportStep {
	readonly item: number;
	readonly body: IDataObject;
	readonly step: RowStep;
}

/** Carries out the plan of a sync. What is refused alone is told and left; anything else fails, and stops a node that stops at failures. */
export class SyncWriter {
	private progress?: Progress;

	private readonly refusals = new SyncRefusals();

	/** New people who were not created, or may not have been. */
	private notCreated = 0;

	private mayBeCreated = false;

	private readonly written = new WrittenPeople();

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
		for (const { action, call, reason = '', refusal } of steps)
			if (action === 'failed') this.report.left({ call, reason, refusal });
		const changed = steps.filter(({ action }) => action !== 'unchanged' && action !== 'failed');
		if (changed.length + removals.length > 0) this.report.begin(this.batch[0]);
		this.progress = new Progress(context, changed.length + removals.length, 'changes of the contact list are made');
		const left = changed.filter((step) => step.action !== 'created' || !this.recall(step));
		const isImported = ({ action }: RowStep): boolean => this.options.useImport === true && action === 'created';
		await this.import(left.filter(isImported));
		await inParallel(
			left.filter((step) => !isImported(step)),
			maxParallelRequests,
			async (step) => await this.make(step),
		);
		// Last: what stops the node stops this too.
		if (await this.mayRemove(removals))
			await inParallel(removals, maxParallelRequests, async (removal) => await this.remove(removal));
		this.report.concludeRemovals(this.batch[0]);
		const inVain = this.refusals.whyInVain(steps.some(({ action }) => action === 'unchanged'));
		if (inVain !== undefined && this.outcomes.stopsAtFailure) this.outcomes.failUnpaired(inVain);
	}

	/** Somebody new who was not created, or is not found, may be somebody in the list under another address, who would then be in neither. */
	private async mayRemove(removals: readonly Removal[]): Promise<boolean> {
		const [{ client, hints }] = this.batch;
		if (removals.length === 0 || client.signal.aborted) return false;
		const why =
			this.notCreated > 0
				? `${this.notCreated} of the rows ${this.mayBeCreated ? 'may not have been' : 'could not be'} created`
				: await this.whyInDoubt();
		if (why === undefined || client.signal.aborted) return why === undefined;
		hints.add(
			`Nobody was removed: ${why}, and anybody in the list might be one of them under another address. See to these rows and run it again.`,
		);
		return false;
	}

	/** The service need not say whom it has made of a row, and may have taken it for somebody who is there. */
	private async whyInDoubt(): Promise<string | undefined> {
		const lacking = await this.written.notFound(this.batch[0]).catch((thrown: unknown) => ({ thrown }));
		if ('thrown' in lacking) {
			this.outcomes.failUnpaired(lacking.thrown);
			return 'the contact list could not be read again to find the new ones of the rows';
		}
		if (lacking.length === 0) return undefined;
		const named = `${lacking.slice(0, maxNamed).join(', ')}${lacking.length > maxNamed ? '…' : ''}`;
		return `${lacking.length} of the rows that were sent are not found in the contact list (${named})`;
	}

	/** Whether an earlier try has created somebody, or nobody knows whether it has. */
	private recall(step: RowStep): boolean {
		try {
			const before = step.call.memory.recall(nameOfCreate(step.call));
			if (before === undefined) return false;
			this.written.add(step, before[0]);
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
			this.done(step, await write(step));
		} catch (thrown) {
			if (this.refusals.isOfOne(thrown) || (step.subscriber !== undefined && this.refusals.isGone(thrown)))
				this.refuse(step, reasonOf(thrown, call.request.names), thrown);
			else this.fail([step], thrown);
		}
		this.progress?.add(1);
	}

	private done(step: RowStep, answer: IDataObject): void {
		if (step.action === 'created') step.call.memory.keep(nameOfCreate(step.call), [answer]);
		this.written.add(step, answer);
		this.report.settled(step, answer);
		this.refusals.taken();
	}

	private refuse(step: RowStep, reason: string, refusal: UserFacingError): void {
		if (step.action === 'created') this.notCreated += 1;
		this.refusals.note(refusal);
		this.report.left({ call: step.call, reason, refusal });
	}

	private async remove(removal: Removal): Promise<void> {
		const [call] = this.batch;
		try {
			if (call.client.signal.aborted || this.written.has(removal.subscriber)) return;
			if (this.refusals.givenUp !== undefined) throw this.refusals.givenUp;
			await remove(call, removal);
			this.report.removed(call, removal);
			this.refusals.taken();
		} catch (thrown) {
			// Then it is as it was to be.
			if (this.refusals.isGone(thrown)) return;
			const isRefused = this.refusals.isOfOne(thrown);
			if (isRefused) this.refusals.note(thrown);
			this.report.notRemoved(removal, sentenceOf(userFacing(thrown)), isRefused ? undefined : thrown);
			if (this.outcomes.mustStop) call.client.stop();
		}
		this.progress?.add(1);
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
			rejected: ({ step }, reason, status) => {
				this.refuse(step, reason, notTaken(reason, status));
				this.progress?.add(1);
			},
			refusedTogether: (refused) => this.outcomes.refusedTogether(refused.map(({ item }) => item)),
			failed: (failed, thrown) => {
				this.fail(
					failed.map(({ step }) => step),
					thrown,
				);
				this.progress?.add(failed.length);
			},
		};
		await new RowImport(client, { ...request, key: 'subscriber.import', body: {} }, chunkSize as number, report).run(
			rows,
		);
	}

	private fail(steps: readonly RowStep[], thrown: unknown, wasSent = true): void {
		for (const { action, call } of steps) {
			if (action !== 'created') continue;
			this.notCreated += 1;
			this.mayBeCreated ||= isOutcomeUnknown(thrown);
			call.memory.remember(nameOfCreate(call), thrown);
		}
		this.report.failed(
			steps.map(({ call }) => call),
			thrown,
			wasSent,
		);
		if (this.outcomes.mustStop) this.batch[0].client.stop();
	}
}
