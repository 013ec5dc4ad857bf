import { groupedBy, inPortions } from '../../../shared/loops';
import type { UserFacingError } from '../../../shared/UserFacingError';
import type { ApiRequest } from '../../../transport/ApiRequest';
import { createSubscriber } from '../people/createSubscriber';
import { peopleOf } from '../people/People';
import { missingIn } from '../people/SubscriberIndex';
import { writeRow } from '../people/writeRow';
import { holdIfNeeded } from './held';
import type { HoldDecision, ListPlan, ListRun, Removal, RowStep } from './listRules';
import { removeAll } from './removeSubscriber';
import { RowImport, type ImportRow } from './RowImport';
import type { RowResult } from '../people/RowResult';
import { RowRun } from './RowRun';
import type { ExcludedRow } from './selectRows';
import { bulkBody, goesInBulk, isLeftAlone, leftAlone, resultOfStep, stepFor, wantOf } from './stepFor';

/** The people of a list who were kept although they are in no row, and the note about them. */
export interface Applied extends Omit<HoldDecision, 'removals'> {
	/** Whether every row was sent by import. */
	readonly isAllInBulk: boolean;
	/** Why the rest of the import was not sent. */
	readonly stopReason?: UserFacingError;
}

/** Carries out a plan: first the rows, then the removals. */
export async function applyPlan(plan: ListPlan, list: ListRun): Promise<Applied> {
	const { job, run, rows, rowRun } = list;
	// First, because nothing is sent for them, so nothing can fail.
	const unchanged = plan.steps.filter(({ action }) => action === 'unchanged');
	await showSteps(unchanged, rowRun);
	// Rejections count on their own: if all new people are rejected, those in the list are updated all the same.
	const bulkRun = new RowRun(run, rows, { title: job.title });
	await writeInBulk(plan, { ...list, rowRun: bulkRun });
	const { stopReason } = bulkRun;
	const others = plan.steps.filter(({ input }) => rowRun.isOpen(input));
	await rowRun.rejections.inOrder(others, run.client.options.maxParallelRequests, async (step) => {
		await rowRun.run(step, async () => await writeAlone(step, list));
	});
	const { removals, held, ...words } = await removalsNow(plan, list);
	const changed = await removeAll(removals, list);
	return { ...words, held: [...changed, ...held], isAllInBulk: others.length === 0, stopReason };
}

/** Adds the results of steps and removals as if they were done. */
export async function showSteps(steps: ReadonlyArray<RowStep | Removal>, rowRun: RowRun): Promise<void> {
	await inPortions(steps, (step) => rowRun.done(step, resultOfStep(step)));
}

async function writeInBulk({ steps }: ListPlan, list: ListRun): Promise<void> {
	const inBulk = steps.filter((step) => goesInBulk(step, list.rules));
	// Rows with the same extra fields share a request.
	const groups = await groupedBy(inBulk, ({ input }) => JSON.stringify(input.request.body));
	for (const group of groups.values()) {
		const request: ApiRequest = { ...group[0].input.request, key: 'subscriber.import' };
		await new RowImport(list, request, (step) => bulkRowNow(step, list)).send(group);
	}
}

/** Plans a row once more when it is sent, as its person may have changed; undefined if it must now be written alone. */
function bulkRowNow({ input }: RowStep, { run, rules, index }: ListRun): ImportRow | ExcludedRow | undefined {
	const people = peopleOf(input, run);
	const holders = (index?.known(input.row.key) ?? []).map((one) => people.latest(one));
	const step = stepFor(input, holders, rules);
	if (!('changes' in step)) return step;
	const result = resultOfStep(step);
	if (step.action === 'unchanged') return { input, ...result };
	return goesInBulk(step, rules) ? { input, body: bulkBody(step), result } : undefined;
}

async function writeAlone(step: RowStep, { run, rules }: ListRun): Promise<RowResult> {
	const { input, subscriber, reason } = step;
	if (subscriber === undefined) return await createSubscriber(input, run, bulkBody(step));
	// A row with a broken tag only adds to the tags, too: see `wantOf`.
	const addsTags = rules.tags === 'add' || input.row.broken?.tags !== undefined;
	const result = await writeRow(input, run, subscriber, wantOf(input, rules), { addsTags });
	// They have left since the list was read.
	if (result.action === 'unchanged' && isLeftAlone(result.subscriber, rules))
		return { ...result, action: 'skipped', kind: leftAlone };
	return result.action === 'unsubscribed' ? { ...result, reason } : result;
}

/** Judges the removals of a plan again: a row may have failed, and the list may not show who was imported. */
async function removalsNow(plan: ListPlan, list: ListRun): Promise<HoldDecision> {
	const { run, rows, rules, rowRun } = list;
	const { removals, held, note, needsAttention } = plan;
	if (removals.length === 0) return { removals, held, note, needsAttention };
	const soFar = { ...list, outcomes: rowRun.outcomes };
	const judged = holdIfNeeded(plan, soFar, rules);
	const imported = soFar.outcomes.filter(({ word }) => word === 'imported');
	if (judged.removals.length === 0 || imported.length === 0) return judged;
	const items = new Set(imported.flatMap((outcome) => outcome.items));
	const keys = rows.filter(({ item }) => items.has(item)).map(({ row }) => row.key);
	return holdIfNeeded(plan, soFar, rules, await missingIn(keys, rows[0], run));
}
