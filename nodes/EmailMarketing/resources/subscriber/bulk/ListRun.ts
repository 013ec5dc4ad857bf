import type { ImportReport } from '../../../api/importReport';
import { idKey, pathKey } from '../../../api/response';
import type { Subscriber } from '../../../api/subscriber';
import type { RowInput, Run } from '../../../execution/Operation';
import { hasFailed, type Batch, type FailedOutcome } from '../../../execution/Outcomes';
import { assertSameSettings } from '../../../execution/settings';
import { isResult } from '../../../rows/results';
import { groupedBy, inPortions } from '../../../shared/loops';
import { UserFacingError } from '../../../shared/UserFacingError';
import type { ApiRequest } from '../../../transport/ApiRequest';
import { createsUpdate, createSubscriber } from '../people/createSubscriber';
import { isOver } from '../people/age';
import { peopleOf } from '../people/People';
import { missingIn, subscriberIndex, type SubscriberIndex } from '../people/SubscriberIndex';
import { writeRow } from '../people/writeRow';
import { areOfEarlierRun, areWrittenBack, heldBecause, noteOnUndated } from './held';
import { bulkBody, holding, isLeftAlone, planList, resultOfStep, stepFor, wantOf, withTagsOf } from './listPlan';
import type { ListPlan } from './listPlan';
import type { ListJob, ListRules, Removal, RowStep } from './listRules';
import { guardOf, noteOnTag, wouldStop } from './limits';
import { removeAll } from './removeSubscriber';
import { RowImport, type ImportRow } from './RowImport';
import type { RowResult } from '../people/RowResult';
import { stillSubscribed, withState } from './optOutHints';
import { RowRun } from './RowRun';
import type { ExcludedRow } from './selectRows';
import { quotedIn, reportsOf } from './quotedIn';

const adviceIfEmpty = 'All input items are empty. Check the node before this one. Nothing was sent.';
const noRows = new UserFacingError('There are no rows to sync', adviceIfEmpty);
const adviceIfRunning = 'Nothing was sent. Run this again when the other sync has ended.';
const isRunning = new UserFacingError('Another sync of this list is running', adviceIfRunning, { canRetry: true });

/** Compares one contact list with its rows, and sends what differs. */
export class ListRun {
	private readonly first: RowInput;
	private readonly rowRun: RowRun;
	readonly rules: ListRules;
	readonly isDryRun: boolean;
	private index?: SubscriberIndex;
	private excluded: readonly ExcludedRow[] = [];
	private plan?: ListPlan;
	private said: Pick<Batch, 'note' | 'needsAttention' | 'summary'> = {};
	/** Why the rest of the new people was not sent. */
	private stopReason?: UserFacingError;
	/** The service's reports of the import requests that may be done. */
	private readonly reports: ImportReport[];
	/** Whether other rows are sent one by one. */
	private hasOthers = false;
	/** How many people whose rows opt out are still subscribed. */
	stillSubscribed = 0;
	/** `unreadItems` could not be read and may be rows of this list. */
	constructor(
		private readonly job: ListJob,
		private readonly rows: readonly [RowInput, ...RowInput[]],
		private readonly run: Run,
		private readonly unreadItems = 0,
	) {
		[this.first] = rows;
		const spell = (tags: readonly string[]) => this.index?.spelled(tags) ?? tags;
		this.rules = { ...job.rulesOf(this.first.settings, run), spell };
		this.isDryRun = this.first.settings.dryRun === true;
		this.reports = reportsOf(run.outcomes, pathKey(this.first.request.pathValues));
		this.rowRun = new RowRun(run, rows, { title: job.title, isDryRun: this.isDryRun });
	}

	/** Plans the changes without sending any. Returns whether the plan may be carried out: never while `isLocked`. */
	async prepare(isLocked: boolean): Promise<boolean> {
		return await this.unlessRefused(async () => {
			if (isLocked) throw isRunning;
			await this.makePlan();
		});
	}

	/** Does the work, and returns true. If it throws, the list is refused: its open rows fail. */
	private async unlessRefused(work: () => Promise<unknown>): Promise<boolean> {
		try {
			await work();
			return true;
		} catch (thrown) {
			await this.rowRun.exclude(this.excluded);
			this.rowRun.refuse(thrown);
			return false;
		}
	}

	private async makePlan(): Promise<void> {
		const { rows, rules, run, rowRun } = this;
		const isEmpty = rows.every(({ row, json }) => row.isBlank && !isResult(json));
		if (rules.isWholeList === true && isEmpty) throw noRows;
		assertSameSettings(rows, this.job.settings);
		const { wanted, open, excluded, byKey } = await rowRun.select(false, rules.optOuts === 'unsubscribe');
		this.excluded = excluded;
		await rowRun.exclude(excluded.filter(({ isOptOut }) => isOptOut !== true));
		// Nothing can be sent; unreadable rows hold all removals.
		const hasNothing = rules.isWholeList === true ? wanted.length === 0 && this.failures.length > 0 : open.length === 0;
		if (hasNothing) return await rowRun.exclude(excluded);
		if (rules.isAsGiven !== true) this.index = await this.readList();
		const { byEmail } = this.index ?? { byEmail: new Map() };
		const subscribed = stillSubscribed(excluded, wanted, byEmail);
		this.stillSubscribed = subscribed.size;
		await rowRun.exclude(excluded.map((one) => (subscribed.has(one.input.row.key) ? withState(one) : one)));
		const withTags = (input: RowInput) => (rules.tags === 'add' ? withTagsOf(input, byKey.get(input.row.key)) : input);
		const merged = await inPortions(open, withTags);
		const people = peopleOf(this.first, run);
		const list = { byEmail, latest: (read: Subscriber) => people.latest(read) };
		const keys = rows.map(({ row }) => row.key);
		const wished = await planList({ open: merged, wanted, named: new Set(keys) }, list, rules);
		await rowRun.exclude(wished.excluded);
		run.hints.add(noteOnTag(wished, rules));
		const plan = this.holdingIfNeeded(wished);
		const guard = await guardOf(plan, rules);
		if (guard !== undefined && !this.isDryRun) throw guard;
		const stop = guard && wouldStop(guard);
		run.hints.add(stop && `${stop.reason}.`);
		if (stop !== undefined) rowRun.add({ subscriber: {} }, stop, 0);
		this.said = { ...this.said, summary: stop && { message: stop.reason } };
		this.plan = plan;
	}

	private async readList(): Promise<SubscriberIndex> {
		const index = await subscriberIndex(this.first, this.run);
		const isImport = this.rules.isInBulk === true || createsUpdate(this.run.client);
		return await (isImport ? index.wholeForImport() : index.whole());
	}

	/** Carries out the plan, unless the run `isStopped` by another list; a dry run only shows it. */
	async carryOut(isStopped: boolean): Promise<void> {
		const { plan } = this;
		if (plan !== undefined && this.isDryRun) await this.show([...plan.steps, ...plan.removals]);
		const isShown = plan === undefined || this.isDryRun || isStopped || !(await this.mayBegin(plan));
		await this.rowRun.hold(isShown ? (plan?.held ?? []) : await this.write(plan));
		const { message, note, reported } = quotedIn(this.reports, !this.hasOthers);
		const notes = [note, this.said.note].filter((text) => text !== undefined).join(' ');
		const summary = { ...(this.rules.isWholeList !== true && { message }), ...this.said.summary };
		const { stopReason } = this;
		this.rowRun.conclude({ stopReason, ...this.said, summary, note: notes || undefined, reported });
	}

	/**
	 * Before an import, reads a list that has waited for others once more: people who joined and left meanwhile must not be
	 * subscribed again. Returns false if it can no longer be read.
	 */
	private async mayBegin({ steps }: ListPlan): Promise<boolean> {
		const { index } = this;
		if (index === undefined || !isOver(index.list.endedAt) || !steps.some((step) => this.goesInBulk(step))) return true;
		return await this.unlessRefused(async () => await index.wholeForImport(index.list.endedAt));
	}

	private async show(steps: ReadonlyArray<RowStep | Removal>): Promise<void> {
		await inPortions(steps, (step) => this.rowRun.done(step, resultOfStep(step)));
	}

	/** Returns those who are kept. */
	private async write(plan: ListPlan): Promise<readonly Removal[]> {
		const { rowRun, run } = this;
		// First, because nothing is sent for them, so nothing can fail.
		await this.show(plan.steps.filter(({ action }) => action === 'unchanged'));
		await this.writeInBulk(plan.steps.filter((step) => this.goesInBulk(step)));
		const others = plan.steps.filter(({ input }) => rowRun.isOpen(input));
		this.hasOthers = others.length > 0;
		await rowRun.rejections.inOrder(others, run.client.options.maxParallelRequests, async (step) => {
			await rowRun.run(step, async () => await this.writeRow(step));
		});
		// Removals come last. The list may still show subscribers whom an earlier try removed, or may have removed.
		const earlier = rowRun.outcomes.filter(({ items }) => items.length === 0);
		const removed = new Set(earlier.map(({ id }) => idKey(id)));
		const left = plan.removals.filter(({ subscriber }) => !removed.has(idKey(subscriber.id)));
		const { removals, held } = await this.toRemove({ ...plan, removals: left });
		return [...(await removeAll(removals, this.first, run, rowRun, this.rules.onlyTag)), ...held];
	}

	/** The removals that are left after the writes, and who is kept. */
	private async toRemove(plan: ListPlan): Promise<ListPlan> {
		const planned = this.holdingIfNeeded(plan);
		const imported = this.rowRun.outcomes.filter(({ word }) => word === 'imported');
		if (planned.removals.length === 0 || imported.length === 0) return planned;
		const items = new Set(imported.flatMap((outcome) => outcome.items));
		const keys = this.rows.filter(({ item }) => items.has(item)).map(({ row }) => row.key);
		return this.holdingIfNeeded(plan, await missingIn(keys, this.first, this.run));
	}

	/** Whether a row is sent with others in one request. */
	private goesInBulk({ action, subscriber }: RowStep): boolean {
		return this.rules.isInBulk === true && (subscriber === undefined || action === 'imported');
	}

	/** Rejections count on their own: if all new people are rejected, those in the list are updated all the same. */
	private async writeInBulk(steps: readonly RowStep[]): Promise<void> {
		const bulk = new RowRun(this.run, this.rows, { title: this.job.title });
		// Rows with the same extra fields share a request.
		const groups = await groupedBy(steps, ({ input }) => JSON.stringify(input.request.body));
		for (const group of groups.values()) {
			const request: ApiRequest = { ...group[0].input.request, key: 'subscriber.import' };
			const rowNow = (step: RowStep) => this.bulkRowNow(step);
			await new RowImport(this.run, request, bulk, rowNow, this.reports, this.rules).send(group);
		}
		this.stopReason = bulk.stopReason;
	}

	/** Plans a row when it is sent, as its person may have changed; undefined for one who must be updated alone now. */
	private bulkRowNow({ input }: RowStep): ImportRow | ExcludedRow | undefined {
		const people = peopleOf(input, this.run);
		const holders = (this.index?.known(input.row.key) ?? []).map((one) => people.latest(one));
		const step = stepFor(input, holders, this.rules);
		if (!('changes' in step)) return step;
		const result = resultOfStep(step);
		if (step.action === 'unchanged') return { input, ...result };
		return this.goesInBulk(step) ? { input, body: bulkBody(step), result } : undefined;
	}

	private async writeRow(step: RowStep): Promise<RowResult> {
		const { run, rules } = this;
		const { input, subscriber, reason } = step;
		if (subscriber === undefined) return await createSubscriber(input, run, bulkBody(step));
		const addsTags = rules.tags === 'add' || rules.onlyTag !== undefined || input.row.broken?.tags !== undefined;
		const result = await writeRow(input, run, subscriber, wantOf(input, rules), addsTags);
		// They have left since the list was read.
		if (result.action === 'unchanged' && isLeftAlone(result.subscriber, rules)) return { ...result, action: 'skipped' };
		return result.action === 'unsubscribed' ? { ...result, reason } : result;
	}

	/** Rows that were rejected, failed, or have an unknown outcome. */
	private get failures(): readonly FailedOutcome[] {
		return this.rowRun.outcomes.filter(hasFailed).filter(({ items }) => items.length > 0);
	}

	/** The plan, without removals if nobody may be removed, as the note explains. */
	private holdingIfNeeded(plan: ListPlan, missing: number | 'unread' = 0): ListPlan {
		const { rows, failures, unreadItems } = this;
		const why = heldBecause({ rows, failures, unreadItems, missing, ...this.rules });
		// Rows of an earlier run are not the sheet: the others may be in it.
		const isNotTheSheet = areOfEarlierRun(rows) && !areWrittenBack(rows);
		const held = isNotTheSheet ? [] : plan.held;
		const undated = noteOnUndated(held);
		if (undated !== undefined) this.said = { note: undated, needsAttention: true, ...this.said };
		if (why === undefined || plan.removals.length === 0) return { ...plan, held };
		const note = `No subscribers ${this.isDryRun ? 'would be' : 'were'} removed: ${why}`;
		this.said = { note, needsAttention: missing !== 0 || areWrittenBack(rows) };
		if (isNotTheSheet) return { ...plan, removals: [], held };
		return { ...plan, removals: [], held: [...plan.removals.map((one) => holding(one, why)), ...held] };
	}
}
