import type { IDataObject } from 'n8n-workflow';

import { subscriberIndex, type SubscriberIndex } from '../../../execution/SubscriberIndex';
import type { Outcomes } from '../../../execution/Outcomes';
import { optionsOf } from '../../../execution/settings';
import { UserFacingError } from '../../../shared/UserFacingError';
import type { Batch } from './batchesOf';
import { planSync, type SyncPlan, type SyncRules } from './planSync';
import { refuseDifferent } from './refuseDifferent';
import { selectRows, type LeftRow } from './selectRows';
import { SyncReport } from './SyncReport';
import { SyncWriter } from './SyncWriter';
import { tagsModeOf } from './syncWrites';

/** One contact list on its way to the state that the rows describe. */
export class SyncRun {
	private readonly report: SyncReport;

	private readonly options: IDataObject;

	private readonly isDryRun: boolean;

	private left: readonly LeftRow[] = [];

	private plan?: SyncPlan;

	/** @param unreadItems how many input items could not be read at all: they may be rows of this list */
	constructor(
		private readonly batch: Batch,
		private readonly outcomes: Outcomes,
		private readonly unreadItems: number,
	) {
		const { settings, request } = batch[0];
		this.report = new SyncReport(outcomes, JSON.stringify(request.pathValues));
		this.options = optionsOf(settings) as IDataObject;
		this.isDryRun = settings.dryRun === true;
	}

	/** Reads the list and finds out what is to be done. Changes nothing. */
	async prepare(): Promise<void> {
		try {
			// The rows together are the state of the list, so what is done about it cannot differ between them.
			refuseDifferent(this.batch, "'Removal', 'Dry Run' and 'Options'", ({ removal, dryRun, options }) => [
				removal,
				dryRun,
				options,
			]);
			const { wanted, left } = selectRows(this.batch, this.options.includeUnsubscribed === true);
			if (this.batch.every(({ row }) => row?.isBlank)) throw emptyInput();
			this.left = left;
			// Where nothing can be sent, nothing is done: then the run does not pass for a success.
			const refused = left.filter(({ refusal }) => refusal !== undefined);
			if (wanted.length === 0) for (const { call, refusal } of refused) this.report.failed([call], refusal, false);
			if (wanted.length === 0 && refused.length > 0) return;
			const named = new Set(this.batch.map(({ row }) => row?.key ?? ''));
			const whole = await subscriberIndex(this.batch[0]);
			const index = await (this.options.useImport === true ? whole.wholeForImport() : whole.whole());
			this.batch[0].hints.add(index.warning);
			this.tellOptOuts(left, index);
			const rules = this.rules(refused.length + this.unreadItems);
			this.plan = this.checked(planSync(wanted, named, index, rules));
		} catch (thrown) {
			// This try has sent nothing yet; an earlier one may have.
			const hasBegun = this.report.recall(this.batch);
			this.outcomes.fail(
				this.batch.map(({ item }) => item),
				thrown,
				hasBegun,
			);
			this.left = [];
		}
	}

	async carryOut(): Promise<void> {
		for (const row of this.left)
			if (this.plan !== undefined || row.refusal === undefined) this.report.left(row, this.isDryRun);
		if (this.plan === undefined) return;
		if (this.isDryRun) this.report.planned(this.plan);
		else await new SyncWriter(this.batch, this.outcomes, this.report, this.options).carryOut(this.plan);
		const text = this.report.tally.text();
		const lead = this.isDryRun ? 'Dry run, nothing was changed. It would be' : 'Sync List';
		this.batch[0].hints.add(
			text && `${lead}: ${text}.`,
			this.report.tally.has('failed', 'unknown') ? 'warning' : 'info',
		);
	}

	/** @throws UserFacingError where nothing may be sent */
	private checked(plan: SyncPlan): SyncPlan {
		const { hints } = this.batch[0];
		const { guard, steps } = plan;
		if (guard !== undefined && !this.isDryRun) throw guard;
		hints.add(guard && `Without 'Dry Run', nothing would be sent: ${guard.message}.`);
		const isUnsaid =
			this.options.resubscribe === true &&
			steps.some(({ subscriber }) => subscriber !== undefined && subscriber.isSubscribed === undefined);
		hints.add(
			isUnsaid
				? "The contact list does not show who is subscribed, so 'Resubscribe' did nothing for those of whom it does not."
				: undefined,
		);
		return plan;
	}

	/** @param unread rows without a readable address: anybody in the list might be one of them */
	private rules(unread: number): SyncRules {
		const { settings, hints } = this.batch[0];
		const { resubscribe = false, maxRemovalPercent = 20 } = this.options;
		const wanted = settings.removal ?? 'keep';
		if (unread > 0 && wanted !== 'keep')
			hints.add(
				`Nobody ${this.isDryRun ? 'would be' : 'was'} removed: ${unread} of the rows cannot be read, and anybody in the list might be one of them. Correct these rows and run it again.`,
			);
		return {
			removal: unread > 0 ? 'keep' : wanted,
			tagsMode: tagsModeOf(this.batch[0]),
			resubscribe,
			maxRemovalPercent,
		} as SyncRules;
	}

	/** "Skipped" must not pass for "gets no mail". */
	private tellOptOuts(left: readonly LeftRow[], { byEmail }: SubscriberIndex): void {
		const optedOut = new Set(
			left.filter(({ call, status }) => status === 'skipped' && !call.row.isBlank).map(({ call }) => call.row.key),
		);
		const subscribed = [...optedOut].filter((key) =>
			byEmail.get(key)?.some(({ isSubscribed }) => isSubscribed !== false),
		).length;
		if (subscribed > 0)
			this.batch[0].hints.add(
				`${subscribed} of those who are skipped because a row says that they are not subscribed are subscribed in the contact list, and stay so. Unsubscribe them with 'Toggle Subscription'.`,
			);
	}
}

function emptyInput(): UserFacingError {
	return new UserFacingError(
		'There are no rows to sync',
		'All input items are empty. Check the node before this one. Nothing was sent.',
	);
}
