import type { INodeProperties } from 'n8n-workflow';

import { idKey, pathKey } from '../../../api/response';
import type { Subscriber } from '../../../api/subscriber';
import { isFailure } from '../../../execution/failedItem';
import type { RowInput, Run } from '../../../execution/Operation';
import { hasFailed, type Outcome } from '../../../execution/Outcomes';
import { assertSameSettings, optionsOf } from '../../../execution/settings';
import { subscriberIndex } from '../people/SubscriberIndex';
import { countOptOuts, RowRun } from './RowRun';
import { isResult } from '../../../rows/optOut';
import { inPortions } from '../../../shared/loops';
import { itemName, quoted, textOf } from '../../../shared/text';
import { UserFacingError } from '../../../shared/UserFacingError';
import type { ApiRequest } from '../../../transport/ApiRequest';
import { RowImport } from './importRows';
import type { RowResult } from './rowOutput';
import { newBody, planSync, resultOfStep, wantOf } from './syncPlan';
import type { Removal, RowStep, SyncPlan, SyncRules } from './syncPlan';
import { diff, hasChanged, subscriberId } from '../people/changes';
import { aMinute, whileTrue } from '../people/age';
import { readAgain } from '../people/readSubscriber';
import { setSubscription } from '../people/toggle';
import type { Want } from '../people/updateSubscriber';
import { inTurnOf, writeRow } from '../people/writeRow';
import { createsUpdate, createSubscriber } from '../create';

const adviceIfEmpty = 'All input items are empty. Check the node before this one. Nothing was sent.';
const noRows = new UserFacingError('There are no rows to sync', adviceIfEmpty);

const adviceIfRunning = 'Nothing was sent. Run this again when the other sync has ended.';
const isRunning = new UserFacingError('Another sync of this list is running', adviceIfRunning, { canRetry: true });

/** More rejected rows point to a renamed column, and hold all removals. */
const maxRejectedPercent = 5;

/** Makes one contact list match its rows. */
export class SyncRun {
	private readonly first: RowInput;
	private readonly rowRun: RowRun;
	private readonly options: Partial<SyncRules & Record<'useImport' | 'removeDespiteRejected', boolean>>;
	readonly isDryRun: boolean;
	private plan: SyncPlan = { steps: [], excluded: [], removals: [] };
	private note?: string;
	/** How many people whose rows opt out are still subscribed. */
	stillSubscribed = 0;

	/** `unreadItems` could not be read and may be rows of this list; all rows must share the `listSettings`. */
	constructor(
		private readonly rows: readonly [RowInput, ...RowInput[]],
		private readonly run: Run,
		private readonly unreadItems: number,
		private readonly listSettings: readonly INodeProperties[],
	) {
		[this.first] = rows;
		this.options = optionsOf(this.first.settings);
		this.isDryRun = this.first.settings.dryRun === true;
		this.rowRun = new RowRun(run, rows, { title: 'Sync List', isDryRun: this.isDryRun });
	}

	/** Identifies the list, for the lock between its syncs. */
	get lock(): string {
		return `${this.run.client.connection.baseUrl} ${pathKey(this.first.request.pathValues)}`;
	}

	/** Plans the changes without sending any. Returns whether the plan may be carried out: never while `isLocked`. */
	async prepare(isLocked: boolean): Promise<boolean> {
		const { hints } = this.run;
		try {
			if (isLocked) throw isRunning;
			if (this.rows.every(({ row }) => row.isBlank)) throw noRows;
			assertSameSettings(this.rows, this.listSettings);
			const unsubscribes = this.options.optOuts === 'unsubscribe';
			const { wanted, open, excluded } = await this.rowRun.select(false, unsubscribes);
			// Nothing can be sent, and unreadable rows hold all removals.
			if (wanted.length === 0 && this.failedRows().length > 0) return true;
			const index = await subscriberIndex(this.first, this.run);
			const isImport = this.options.useImport === true || createsUpdate(this.run.client);
			const list = await (isImport ? index.wholeForImport() : index.whole());
			const named = new Set(this.rows.map(({ row }) => row.key));
			const { removal = 'keep' } = this.first.settings;
			const rules = { removal, resubscribe: false, maxRemovalPercent: 20, ...this.options } as SyncRules;
			let plan = await planSync(open, named, list, rules);
			await this.rowRun.exclude(plan.excluded);
			if (rules.removal !== 'keep' && this.holdsRemovals()) plan = { ...plan, removals: [], guard: plan.guardOfRows };
			if (plan.guard !== undefined && !this.isDryRun) throw plan.guard;
			hints.add(plan.guard && `A real run would stop: ${plan.guard.message.replace(/^This/, 'it')}.`);
			this.stillSubscribed = countOptOuts(excluded, wanted, list);
			this.plan = plan;
			return true;
		} catch (thrown) {
			this.rowRun.refuse(thrown);
			return false;
		}
	}

	/** Carries out the plan; a dry run only shows it. */
	async carryOut(): Promise<void> {
		const { steps, removals } = this.plan;
		if (this.isDryRun) await this.show([...steps, ...removals]);
		else await this.write(this.plan);
		this.rowRun.conclude({ note: this.note });
	}

	private async show(steps: ReadonlyArray<RowStep | Removal>): Promise<void> {
		await inPortions(steps, (step) => this.rowRun.done(step, resultOfStep(step)));
	}

	private async write({ steps, removals }: SyncPlan): Promise<void> {
		const { rowRun, run } = this;
		const { maxParallelRequests } = run.client.options;
		// First, because nothing is sent for them, so nothing can fail.
		await this.show(steps.filter(({ action }) => action === 'unchanged'));
		const isImported = ({ action }: RowStep): boolean => this.options.useImport === true && action === 'created';
		const rows = steps.filter(isImported).map((step) => ({ ...step, body: newBody(step), result: resultOfStep(step) }));
		await new RowImport(run, { ...this.first.request, key: 'subscriber.import', body: {} }, rowRun).send(rows);
		const others = steps.filter((step) => step.action !== 'unchanged' && !isImported(step));
		await rowRun.limit.inOrder(others, maxParallelRequests, async (step) => {
			await rowRun.run(step, async () => await this.writeRow(step));
		});
		// Removals come last. The list may still show subscribers whom an earlier try removed, or may have removed.
		const earlier = rowRun.outcomes.filter(({ items }) => items.length === 0);
		const removed = new Set(earlier.map(({ output = [] }) => idKey(output[0]?.uuid)));
		const left = removals.filter(({ subscriber }) => !removed.has(idKey(subscriber.id)));
		if (left.length === 0 || this.holdsRemovals()) return;
		let kept = 0;
		await rowRun.limit.inOrder(left, maxParallelRequests, async (removal) => {
			await rowRun.run(removal, async () => {
				const result = await this.remove(removal);
				if (result === undefined) kept += 1;
				return result;
			});
		});
		const keptHint = `Subscribers who changed during the sync were kept: ${kept}. Check them before the next run.`;
		if (kept > 0) run.hints.add(keptHint);
	}

	private async writeRow(step: RowStep): Promise<RowResult> {
		const { run, options } = this;
		const { input, subscriber, reason } = step;
		if (subscriber === undefined) return await createSubscriber(input, run, newBody(step));
		const addsTags = options.onlyTag !== undefined || input.row.broken?.tags !== undefined;
		const result = await writeRow(input, run, subscriber, wantOf(input, options), addsTags);
		return result.action === 'unsubscribed' ? { ...result, reason } : result;
	}

	/** Removes a subscriber, or a tag of theirs, unless they changed since the list was read over a minute ago. */
	private async remove(step: Removal): Promise<RowResult | undefined> {
		const { first, run } = this;
		const { action, subscriber } = step;
		if (action === 'untagged') {
			const want: Want = (present) => diff({ tags: [this.options.onlyTag ?? ''] }, present, 'remove');
			const { subscriber: after, changes } = await writeRow(first, run, subscriber, want, true);
			return { ...resultOfStep(step), subscriber: after, changes };
		}
		const pathValues = { ...first.request.pathValues, subscriber: subscriberId(subscriber) };
		const request: ApiRequest = { key: 'subscriber.delete', pathValues, names: first.request.names };
		const read = async (): Promise<Subscriber> => await readAgain(first, run, subscriber);
		const write = async (present: Subscriber, expiresAt?: number): Promise<boolean> => {
			if (hasChanged(subscriber, present)) return false;
			if (action === 'deleted') await run.client.exchange({ ...request, expiresAt });
			else await setSubscription(first, run, subscriber, false);
			return true;
		};
		const work = async () => await whileTrue(aMinute, subscriber, read, write);
		return (await inTurnOf(first, run, subscriber, work)) === true ? resultOfStep(step) : undefined;
	}

	/** Rows that were rejected, failed, or have an unknown outcome. */
	private failedRows(): readonly Outcome[] {
		return this.rowRun.outcomes.filter((outcome) => hasFailed(outcome) && outcome.items.length > 0);
	}

	/** Whether all removals are held, as the note explains: a failed row may be the new address of a subscriber. */
	private holdsRemovals(): boolean {
		const what = this.isDryRun ? 'would be' : 'were';
		// Failed rows that are sent again must not pass for the whole list.
		if (this.rows.some(({ json }) => isResult(json) || isFailure(json))) {
			this.note = `No subscribers ${what} removed: the rows are results of an earlier run. Sync the whole sheet to remove any.`;
			return true;
		}
		const all = this.failedRows();
		const rejected = all.filter(({ word }) => word === 'rejected').length;
		const filled = this.rows.filter(({ row }) => !row.isBlank).length;
		const isFew = this.options.removeDespiteRejected === true && rejected * 100 <= maxRejectedPercent * filled;
		const failures = isFew ? all.filter(({ word }) => word !== 'rejected') : all;
		const failed = failures.length + this.unreadItems;
		if (failed === 0) return false;
		const first = failures[0]?.items[0];
		const email = textOf(this.rows.find(({ item }) => item === first)?.row.email ?? '').trim();
		const name = first === undefined ? '' : ` (first: ${email === '' ? itemName(first) : quoted(email)})`;
		const rows = failed === 1 ? '1 row' : `${failed} rows`;
		const isOver = !isFew && failed === rejected && this.options.removeDespiteRejected === true;
		const limit = isOver ? `, over ${maxRejectedPercent}%` : '';
		this.note = `No subscribers ${what} removed: ${rows} failed${limit}${name}. Check the input and run it again.`;
		return true;
	}
}
