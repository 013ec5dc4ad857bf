import type { IDataObject } from 'n8n-workflow';

import { completeListIndex } from '../../../execution/listIndex';
import type { Outcomes } from '../../../execution/Outcomes';
import { isRecord } from '../../../shared/isRecord';
import { UserFacingError } from '../../../shared/UserFacingError';
import type { Batch } from './batchesOf';
import { planSync, type SyncPlan, type SyncRules } from './planSync';
import { selectRows, type LeftRow } from './selectRows';
import { SyncReport } from './SyncReport';
import { SyncWriter } from './SyncWriter';

/** One contact list on its way to the state that the rows describe. */
export class SyncRun {
	private readonly report: SyncReport;

	private readonly options: IDataObject;

	private readonly isDryRun: boolean;

	constructor(
		private readonly batch: Batch,
		private readonly outcomes: Outcomes,
	) {
		const { settings, request } = batch[0];
		this.report = new SyncReport(outcomes, JSON.stringify(request.pathValues));
		this.options = (isRecord(settings.options) ? settings.options : {}) as IDataObject;
		this.isDryRun = settings.dryRun === true;
	}

	async run(): Promise<void> {
		const [first] = this.batch;
		try {
			const { left, plan } = await this.plan();
			for (const row of left) this.report.left(row);
			if (plan === undefined) return;
			if (this.isDryRun) this.report.planned(plan);
			else await new SyncWriter(this.batch, this.outcomes, this.report, this.options).carryOut(plan);
		} catch (thrown) {
			// This try has sent nothing yet; an earlier one may have.
			const hasBegun = this.report.recall(this.batch);
			this.outcomes.fail(this.batch.map(({ item }) => item), thrown, hasBegun);
			return;
		}
		const { tally } = this.report;
		const lead = this.isDryRun ? 'Dry run, nothing was changed. It would be' : 'Sync List';
		first.hints.add(`${lead}: ${tally.text()}.`, tally.has('failed', 'skipped') ? 'warning' : 'info');
	}

	/** @throws UserFacingError where nothing may be sent */
	private async plan(): Promise<{ left: readonly LeftRow[]; plan?: SyncPlan }> {
		const [first] = this.batch;
		this.refuseDifferent();
		const { wanted, left } = selectRows(this.batch, this.options.includeUnsubscribed === true);
		if (this.batch.every(({ row }) => row?.isBlank)) throw emptyInput();
		const refused = left.filter(({ refusal }) => refusal !== undefined);
		if (wanted.length === 0 && refused.length > 0) {
			for (const { call, refusal } of refused) this.outcomes.fail([call.item], refusal, false);
			return { left: left.filter(({ refusal }) => refusal === undefined) };
		}
		const rules = this.rules(refused.length);
		const plan = planSync(wanted, new Set(this.batch.map(({ row }) => row?.key ?? '')), await completeListIndex(first), rules);
		if (plan.guard !== undefined && !this.isDryRun) throw plan.guard;
		if (plan.guard !== undefined) first.hints.add(`Without 'Dry Run', nothing would be sent: ${plan.guard.message}.`);
		return { left, plan };
	}

	/** @param unread rows without a readable address: anybody in the list might be one of them */
	private rules(unread: number): SyncRules {
		const { settings, hints } = this.batch[0];
		const { tagsMode = 'replace', resubscribe = false, maxRemovalPercent = 20 } = this.options;
		const wanted = settings.removal ?? 'keep';
		if (unread > 0 && wanted !== 'keep') hints.add(`Nobody was removed: ${unread} of the rows cannot be read, and anybody in the list might be one of them. Correct these rows and run it again.`);
		return { removal: unread > 0 ? 'keep' : wanted, tagsMode, resubscribe, maxRemovalPercent } as SyncRules;
	}

	/** The rows together are the state of the list, so what is done about it cannot differ between them. */
	private refuseDifferent(): void {
		const written = ({ settings: { removal, dryRun, options } }: Batch[number]): string => JSON.stringify([removal, dryRun, options]);
		const expected = written(this.batch[0]);
		const other = this.batch.find((call) => written(call) !== expected);
		if (other === undefined) return;
		throw new UserFacingError(`'Removal', 'Dry Run' and 'Options' differ between item ${this.batch[0].item + 1} and item ${other.item + 1}`, 'They hold for the whole contact list: give them the same value for all items. Nothing was sent.');
	}
}

function emptyInput(): UserFacingError {
	return new UserFacingError('There are no rows to sync', 'All input items are empty. Check the node before this one. Nothing was sent.');
}
