import type { INodeProperties } from 'n8n-workflow';

import { idKey, pathKey } from '../../../api/response';
import type { RowInput, Run } from '../../../execution/Operation';
import { assertSameSettings, optionsOf } from '../../../execution/settings';
import { subscriberIndex, type SubscriberIndex } from '../people/SubscriberIndex';
import { RowRun } from './RowRun';
import { selectRows, type ExcludedRow } from './selectRows';
import { inPortions } from '../../../shared/loops';
import { itemName, quoted, textOf } from '../../../shared/text';
import { UserFacingError } from '../../../shared/UserFacingError';
import { RowImport } from './importRows';
import { planSync, type RowStep, type SyncPlan, type SyncRules } from './syncPlan';
import { createsUpdate } from '../upsert';
import { newBody, remove, resultOf, write } from './syncWrites';

const noRows = new UserFacingError(
	'There are no rows to sync',
	'All input items are empty. Check the node before this one. Nothing was sent.',
);

const alreadyRunning = new UserFacingError(
	'Another sync of this list is running',
	'Nothing was sent. Run this again when the other sync has ended.',
	{ canRetry: true },
);

/** More rejected rows point to a renamed column, and hold all removals. */
const maxRejectedPercent = 5;

/** Makes one contact list match its rows. */
export class SyncRun {
	private readonly first: RowInput;
	private readonly rowRun: RowRun;
	private readonly options: Partial<SyncRules & Record<'useImport' | 'removeDespiteRejected', boolean>>;
	readonly isDryRun: boolean;
	private plan?: SyncPlan;
	private note?: string;

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
			if (isLocked) throw alreadyRunning;
			if (this.rows.every(({ row }) => row.isBlank)) throw noRows;
			assertSameSettings(this.rows, this.listSettings);
			const { wanted, excluded } = await selectRows(this.rows, false, this.options.optOuts === 'unsubscribe');
			await this.rowRun.exclude(excluded);
			// Nothing can be sent, and unreadable rows hold all removals.
			if (wanted.length === 0 && this.rowRun.unsuccessfulRows.length > 0) return true;
			const list = await this.readList();
			const open = wanted.filter((input) => this.rowRun.isOpen(input));
			const named = new Set(this.rows.map(({ row }) => row.key));
			const { removal = 'keep' } = this.first.settings;
			const rules = { removal, resubscribe: false, maxRemovalPercent: 20, ...this.options } as SyncRules;
			let plan = await planSync(open, named, list, rules);
			await this.rowRun.exclude(plan.excluded);
			const held = this.heldRemovals();
			if (rules.removal !== 'keep' && held !== undefined) {
				this.note = held;
				plan = { ...plan, removals: [], guard: plan.guardOfRows };
			}
			if (plan.guard !== undefined && !this.isDryRun) throw plan.guard;
			hints.add(plan.guard && `A real run would stop: ${plan.guard.message.replace(/^This/, 'it')}.`);
			this.hintAtOptOuts(excluded, wanted, list);
			this.plan = plan;
			return true;
		} catch (thrown) {
			this.rowRun.refuse(thrown);
			return false;
		}
	}

	/** Carries out the plan; a dry run only shows it. */
	async carryOut(): Promise<void> {
		if (this.plan !== undefined) await (this.isDryRun ? this.show(this.plan) : this.write(this.plan));
		this.rowRun.conclude({ note: this.note });
	}

	private async readList(): Promise<SubscriberIndex> {
		const index = await subscriberIndex(this.first, this.run);
		const isImport = this.options.useImport === true || createsUpdate(this.run.client);
		return await (isImport ? index.wholeForImport() : index.whole());
	}

	private async show({ steps, removals }: SyncPlan): Promise<void> {
		await inPortions(steps, (step) => this.rowRun.done(step.input, resultOf(step)));
		await inPortions(removals, (removal) => this.rowRun.done(removal, resultOf(removal)));
	}

	private async write({ steps, removals }: SyncPlan): Promise<void> {
		const { rowRun, run } = this;
		const { maxParallelRequests } = run.client.options;
		// First, because nothing is sent for them, so nothing can fail.
		const unchanged = steps.filter(({ action }) => action === 'unchanged');
		await inPortions(unchanged, (step) => rowRun.done(step.input, resultOf(step)));
		const isImported = ({ action }: RowStep): boolean => this.options.useImport === true && action === 'created';
		const rows = steps.filter(isImported).map((step) => ({ ...step, body: newBody(step), result: resultOf(step) }));
		await new RowImport(run, { ...this.first.request, key: 'subscriber.import', body: {} }, rowRun).send(rows);
		const others = steps.filter((step) => step.action !== 'unchanged' && !isImported(step));
		await rowRun.limit.inOrder(others, maxParallelRequests, async (step) => {
			await rowRun.run(step.input, async () => await write(step, run, this.options.onlyTag));
		});
		// Removals come last. The list may still show subscribers whom an earlier try removed.
		const removed = this.removedBefore();
		const left = removals.filter(({ subscriber }) => !removed.has(idKey(subscriber.id)));
		if (left.length === 0) return;
		const held = this.heldRemovals();
		if (held !== undefined) {
			this.note = held;
			return;
		}
		let kept = 0;
		await rowRun.limit.inOrder(left, maxParallelRequests, async (removal) => {
			await rowRun.run(removal, async () => {
				const result = await remove(this.first, run, removal, this.options.onlyTag);
				if (result === undefined) kept += 1;
				return result;
			});
		});
		const keptHint = `Subscribers who changed during the sync were kept: ${kept}. Check them before the next run.`;
		if (kept > 0) run.hints.add(keptHint);
	}

	/** IDs of subscribers whom an earlier try removed, or may have removed. */
	private removedBefore(): Set<string> {
		const removals = this.rowRun.outcomes.filter(({ items }) => items.length === 0);
		return new Set(removals.map(({ output = [] }) => idKey(output[0]?.uuid)));
	}

	/** Why all removals are held: a failed row may be a listed subscriber's new address. A few rejected ones may pass. */
	private heldRemovals(): string | undefined {
		const { outcomes, unsuccessfulRows } = this.rowRun;
		const rejected = outcomes.filter(({ word, items }) => word === 'rejected' && items.length > 0).length;
		const filled = this.rows.filter(({ row }) => !row.isBlank).length;
		const isFew = this.options.removeDespiteRejected === true && rejected * 100 <= maxRejectedPercent * filled;
		const failed = unsuccessfulRows.length + this.unreadItems;
		if (failed === (isFew ? rejected : 0)) return undefined;
		const [first] = unsuccessfulRows;
		const email = textOf(this.rows.find(({ item }) => item === first)?.row.email ?? '').trim();
		const name = first === undefined ? '' : ` (first: ${email === '' ? itemName(first) : quoted(email)})`;
		const what = this.isDryRun ? 'would be' : 'were';
		return `No subscribers ${what} removed: ${failed} ${failed === 1 ? 'row' : 'rows'} failed${name}. Check the input and run it again.`;
	}

	/** "Skipped" must not be mistaken for "gets no more emails". */
	private hintAtOptOuts(excluded: readonly ExcludedRow[], wanted: readonly RowInput[], list: SubscriberIndex): void {
		const keys = new Set(excluded.filter((row) => 'isOptOut' in row).map(({ input }) => input.row.key));
		for (const { row } of wanted) keys.delete(row.key);
		const isLeft = (key: string): boolean => list.byEmail.get(key)?.some((one) => one.isSubscribed !== false) === true;
		const subscribed = [...keys].filter(isLeft).length;
		const people = subscribed === 1 ? '1 person who opted out is' : `${subscribed} people who opted out are`;
		const advice = "'Rows That Opt Out' can unsubscribe those with a clear no.";
		if (subscribed > 0) this.run.hints.add(`${people} still subscribed. ${advice}`);
	}
}
