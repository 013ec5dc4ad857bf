import type { ImportReport } from '../../../api/importReport';
import { pathKey } from '../../../api/response';
import type { Subscriber } from '../../../api/subscriber';
import type { RowInput, Run } from '../../../execution/Operation';
import { assertSameSettings } from '../../../execution/settings';
import { isResult } from '../../../rows/results';
import { UserFacingError } from '../../../shared/UserFacingError';
import { createsUpdate } from '../people/createSubscriber';
import { isOver } from '../people/age';
import { peopleOf } from '../people/People';
import { subscriberIndex, type SubscriberIndex } from '../people/SubscriberIndex';
import { applyPlan, showSteps, type Applied } from './applyPlan';
import type { ListJob, ListPlan, ListRun } from './listRules';
import { hintAtOptOuts } from './optOutHints';
import { hasNothingToCompare, planList, refusedPlan } from './planList';
import { quotedIn } from './quotedIn';
import { RowRun } from './RowRun';
import { contactListsOf, type ExcludedRow } from './selectRows';
import { goesInBulk } from './stepFor';

const adviceIfEmpty = 'All input items are empty. Check the node before this one. Nothing was sent.';
const noRows = new UserFacingError('There are no rows to sync', adviceIfEmpty);
const adviceIfRunning = 'Nothing was sent. Run this again when the other sync has ended.';
const otherSyncRuns = new UserFacingError('Another sync of this list is running', adviceIfRunning, { canRetry: true });

/** The contact lists of all rows. `unreadItems` could not be read and may be rows of any. */
export async function listRunsOf(job: ListJob, rows: readonly RowInput[], run: Run, unreadItems = 0) {
	const lists = await contactListsOf(rows);
	return lists.map((rowsOfList): ListRun => {
		const [{ request, settings }] = rowsOfList;
		const rules = job.rulesOf(settings, run);
		const rowRun = new RowRun(run, rowsOfList, { title: job.title, isDryRun: rules.isDryRun });
		const reports = run.outcomes.shared(`reports of ${pathKey(request.pathValues)}`, (): ImportReport[] => []);
		return { job, rows: rowsOfList, run, unreadItems, rules, reports, rowRun };
	});
}

/** Reads and plans all lists before the first is changed. */
export async function runLists(lists: readonly ListRun[], run: Run, isSyncedElsewhere = false): Promise<void> {
	const planned: PlannedList[] = [];
	for (const list of lists) planned.push(await prepare(list, isSyncedElsewhere));
	// Under 'Stop Workflow', a refused list stops the others too.
	const isStopped = run.mode === 'stop' && planned.some(({ plan }) => plan.refusal !== undefined);
	for (const list of planned) await carryOut(list, isStopped);
	const subscribed = planned.reduce((sum, { plan }) => sum + plan.stillSubscribed, 0);
	const unsubscribes = lists.some(({ rules }) => rules.optOuts === 'unsubscribe');
	hintAtOptOuts(run, subscribed, unsubscribes);
}

type PlannedList = ListRun & { readonly plan: ListPlan };

/** Plans the changes without sending any, and adds the outcomes of rows that are not sent: all, if it is refused. */
async function prepare(list: ListRun, isSyncedElsewhere: boolean): Promise<PlannedList> {
	const planned = await withPlan(list, isSyncedElsewhere);
	const { excluded, hints, stopRow, refusal } = planned.plan;
	await list.rowRun.exclude(excluded);
	for (const hint of hints) list.run.hints.add(hint);
	if (stopRow !== undefined) list.rowRun.add({ subscriber: {} }, stopRow, 0);
	if (refusal !== undefined) list.rowRun.refuse(refusal);
	return planned;
}

async function withPlan(list: ListRun, isSyncedElsewhere: boolean): Promise<PlannedList> {
	const { job, rows, rules, run, rowRun } = list;
	let excluded: readonly ExcludedRow[] = [];
	try {
		if (isSyncedElsewhere) throw otherSyncRuns;
		const isEmpty = rows.every(({ row, json }) => row.isBlank && !isResult(json));
		if (rules.isWholeList && isEmpty) throw noRows;
		assertSameSettings(rows, job.settings);
		const selected = await rowRun.select({ unsubscribes: rules.optOuts === 'unsubscribe' });
		({ excluded } = selected);
		const known = { ...list, ...selected, outcomes: rowRun.outcomes };
		if (rules.isAsGiven || hasNothingToCompare(known, rules)) return { ...list, plan: await planList(known, rules) };
		const index = await readList(list);
		const people = peopleOf(rows[0], run);
		const shown = { byEmail: index.byEmail, latest: (read: Subscriber) => people.latest(read) };
		const spelling = { ...rules, spell: (tags: readonly string[]) => index.spelled(tags) };
		return { ...list, rules: spelling, index, plan: await planList(known, spelling, shown) };
	} catch (thrown) {
		return { ...list, plan: refusedPlan(thrown, excluded) };
	}
}

async function readList({ rows, run, rules }: ListRun): Promise<SubscriberIndex> {
	const index = await subscriberIndex(rows[0], run);
	return await (rules.isInBulk || createsUpdate(run.client) ? index.wholeBeforeAdding() : index.whole());
}

/** Carries out the plan, unless the run `isStopped` by another list; a dry run only shows it. */
async function carryOut(list: PlannedList, isStopped: boolean): Promise<void> {
	const { plan, rules, rowRun, reports } = list;
	if (rules.isDryRun) await showSteps([...plan.steps, ...plan.removals], rowRun);
	const sendsNothing = plan.refusal !== undefined || rules.isDryRun || isStopped || !(await mayBegin(list));
	// Then no row is sent alone, and what an earlier try's import reported may be quoted.
	const applied: Applied = sendsNothing ? { ...plan, isAllInBulk: true } : await applyPlan(plan, list);
	await rowRun.hold(applied.held);
	const { message, note, reported } = quotedIn(reports, applied.isAllInBulk);
	const notes = [note, applied.note].filter((text) => text !== undefined).join(' ');
	const stop = plan.stopRow && { message: plan.stopRow.reason };
	rowRun.conclude({
		stopReason: applied.stopReason,
		summary: { ...(!rules.isWholeList && { message }), ...stop },
		note: notes || undefined,
		needsAttention: applied.needsAttention,
		reported,
	});
}

/**
 * Before an import, reads a list that has waited for others once more: people who joined and left meanwhile must not be
 * subscribed again. Returns false, and refuses the list, if it can no longer be read.
 */
async function mayBegin({ plan, index, rules, rowRun }: PlannedList): Promise<boolean> {
	const hasWaited = index !== undefined && isOver(index.list.endedAt);
	if (!hasWaited || !plan.steps.some((step) => goesInBulk(step, rules))) return true;
	try {
		await index.wholeBeforeAdding(index.list.endedAt);
		return true;
	} catch (thrown) {
		rowRun.refuse(thrown);
		return false;
	}
}
