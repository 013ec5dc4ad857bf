import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { pathKey } from '../../../api/response';
import type { RunResults } from '../../../execution/RunResults';
import { assertSameSettings, optionsOf } from '../../../execution/settings';
import { subscriberIndex, type SubscriberIndex } from '../people/SubscriberIndex';
import { RowResults } from './RowResults';
import { selectRows, type ExcludedRow, type RowCall } from './selectRows';
import { inPortions } from '../../../shared/loops';
import { itemNames } from '../../../shared/text';
import { UserFacingError } from '../../../shared/UserFacingError';
import type { ApiRequest } from '../../../transport/ApiRequest';
import { RowImport } from './importRows';
import { planSync, type Removal, type RowStep, type SyncPlan, type SyncRules } from './syncPlan';
import { createsUpdate } from '../upsert';
import { newBody, remove, resultOf, resultOfRemoval, write } from './syncWrites';

const noRows = new UserFacingError(
	'There are no rows to sync',
	'All input items are empty. Check the node before this one. Nothing was sent.',
);

const alreadyRunning = new UserFacingError(
	'Another sync of this list is running',
	'Nothing was sent. Run this again when the other sync has ended.',
);

/** One contact list on its way to the state that its rows describe. */
export class SyncRun {
	private readonly first: RowCall;

	private readonly results: RowResults;

	private readonly options: IDataObject;

	readonly isDryRun: boolean;

	private plan?: SyncPlan;

	/** How many subscribers were not removed, because they have changed since the list was read. */
	private kept = 0;

	/**
	 * @param unreadItems how many input items could not be read at all: they may be rows of this list
	 * @param listSettings must be the same in all rows
	 */
	constructor(
		private readonly rows: readonly [RowCall, ...RowCall[]],
		runResults: RunResults,
		private readonly unreadItems: number,
		private readonly listSettings: readonly INodeProperties[],
	) {
		[this.first] = rows;
		this.options = optionsOf(this.first.settings) as IDataObject;
		this.isDryRun = this.first.settings.dryRun === true;
		this.results = new RowResults(this.first, runResults, { title: 'Sync List', isDryRun: this.isDryRun });
	}

	/** The list, as syncs of it lock each other out. */
	get name(): string {
		const { client, request } = this.first;
		return `${client.connection.baseUrl} ${pathKey(request.pathValues)}`;
	}

	/**
	 * Reads the list and plans what is to be done. Sends no change.
	 * @param isLocked whether another sync of a list of this run is under way
	 * @returns whether the plan may be carried out
	 */
	async prepare(isLocked: boolean): Promise<boolean> {
		let open: readonly RowCall[] = this.rows;
		try {
			if (isLocked) throw alreadyRunning;
			if (this.rows.every(({ row }) => row.isBlank)) throw noRows;
			assertSameSettings(this.rows, this.listSettings);
			const { wanted, excluded } = await selectRows(this.rows);
			await this.results.exclude(excluded);
			// A dry run knows nothing of tries before it.
			open = this.isDryRun ? wanted : wanted.filter((call) => !this.results.isSettled(call));
			// Nothing can be sent, and while rows cannot be read no subscriber is removed either.
			if (wanted.length === 0 && this.results.unsuccessfulRows.length > 0) return true;
			const list = await subscriberIndex(this.first);
			const { useImport } = this.options;
			const isImport = useImport === true || createsUpdate(this.first.client);
			const whole = await (isImport ? list.wholeForImport() : list.whole());
			this.first.hints.add(whole.warning);
			const named = new Set(this.rows.map(({ row }) => row.key));
			const { removal = 'keep' } = this.first.settings;
			const rules = { removal, resubscribe: false, maxRemovalPercent: 20, ...this.options } as SyncRules;
			let plan = await planSync(open, named, whole, rules);
			await this.results.exclude(plan.excluded);
			open = plan.steps.map(({ call }) => call);
			if (rules.removal !== 'keep' && this.holdsRemovals()) plan = { ...plan, removals: [], guard: undefined };
			if (plan.guard !== undefined && !this.isDryRun) throw plan.guard;
			this.first.hints.add(plan.guard && `Without 'Dry Run', nothing would be sent: ${plan.guard.message}.`);
			this.hintAtOptOuts(excluded, whole);
			this.plan = plan;
			return true;
		} catch (thrown) {
			this.results.refuse(open, thrown);
			return false;
		}
	}

	/** Carries the plan out, or shows it. */
	async carryOut(): Promise<void> {
		if (this.plan !== undefined) await (this.isDryRun ? this.show(this.plan) : this.write(this.plan));
		this.results.conclude();
	}

	private async show({ steps, removals }: SyncPlan): Promise<void> {
		await inPortions(steps, (step) => this.results.done(step.call, resultOf(step)));
		await inPortions(removals, (removal) => this.results.addRemoval(resultOfRemoval(removal)));
	}

	private async write({ steps, removals }: SyncPlan): Promise<void> {
		const { maxParallelRequests } = this.first.client.options;
		// First, as nothing is sent for them that could fail.
		const unchanged = steps.filter(({ action }) => action === 'unchanged');
		await inPortions(unchanged, (step) => this.results.done(step.call, resultOf(step)));
		const isImported = ({ action }: RowStep): boolean => this.options.useImport === true && action === 'created';
		await this.import(steps.filter(isImported));
		const others = steps.filter((step) => step.action !== 'unchanged' && !isImported(step));
		const { limit } = this.results;
		const writeRow = async (step: RowStep): Promise<void> =>
			await this.results.run(step.call, async () => await write(step));
		await limit.inOrder(others, maxParallelRequests, writeRow);
		// Last, and not where the rows did not get through. The list may lag behind what an earlier try has removed.
		const { cache } = this.first;
		const name = `removed from ${this.name}`;
		const removed = cache.recall(name) ?? [];
		cache.keep(name, removed);
		for (const output of removed) this.results.addOutput(output);
		const before = new Set(removed.map(({ uuid }) => uuid));
		const left = removals.filter(({ subscriber }) => !before.has(subscriber.id as string));
		if (left.length === 0 || this.holdsRemovals()) return;
		await limit.inOrder(left, maxParallelRequests, async (removal) => await this.remove(removal, removed));
		if (this.kept > 0)
			this.first.hints.add(
				`Subscribers who changed during the sync were kept: ${this.kept}. Check them before the next run.`,
			);
	}

	private async import(steps: readonly RowStep[]): Promise<void> {
		const { client, request } = this.first;
		const importing: ApiRequest = { ...request, key: 'subscriber.import', body: {} };
		const rows = steps.map((step) => ({ call: step.call, body: newBody(step), result: resultOf(step) }));
		await new RowImport(client, importing, this.results).run(rows);
	}

	/** Whether no subscriber is removed: a row that was not read or written may be a subscriber under another address, who would then be in neither. */
	private holdsRemovals(): boolean {
		const rows = this.results.unsuccessfulRows;
		const count = rows.length + this.unreadItems;
		if (count === 0) return false;
		const first = rows[0] === undefined ? '' : ` (first: ${itemNames([rows[0]])})`;
		this.first.hints.add(
			`No subscribers ${this.isDryRun ? 'would be' : 'were'} removed: ${count} of the rows did not succeed${first}. Check them and run it again.`,
		);
		return true;
	}

	private async remove(removal: Removal, removed: IDataObject[]): Promise<void> {
		const { client } = this.first;
		if (client.signal.aborted) return;
		const turn = this.results.limit.begin();
		try {
			if (this.results.limit.stopReason !== undefined) throw this.results.limit.stopReason;
			if (!(await remove(this.first, removal))) this.kept += 1;
			else removed.push(this.results.addRemoval(resultOfRemoval(removal)));
		} catch (thrown) {
			this.results.failRemoval(removal.subscriber, thrown, turn);
		}
	}

	/** "Skipped" must not pass for "gets no mail". */
	private hintAtOptOuts(excluded: readonly ExcludedRow[], { byEmail }: SubscriberIndex): void {
		const keys = new Set(excluded.filter((row) => 'isOptOut' in row).map(({ call }) => call.row.key));
		const isSubscribed = (key: string): boolean => byEmail.get(key)?.some((one) => one.isSubscribed !== false) === true;
		const subscribed = [...keys].filter(isSubscribed).length;
		if (subscribed > 0)
			this.first.hints.add(
				`${subscribed} people who opt out in the input are still subscribed in the list. Unsubscribe them with 'Unsubscribe or Resubscribe'.`,
			);
	}
}
