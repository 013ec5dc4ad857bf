import type { Run } from '../../../execution/Operation';
import type { ListRun } from './ListRun';
import { hintAtOptOuts } from './optOutHints';

/** Reads and plans all lists before the first is changed. */
export async function carryOutAll(lists: readonly ListRun[], run: Run, isLocked = false): Promise<void> {
	const refused: ListRun[] = [];
	for (const list of lists) if (!(await list.prepare(isLocked))) refused.push(list);
	// Under 'Stop Workflow', a refused list stops the others too.
	const isStopped = run.mode === 'stop' && refused.length > 0;
	for (const list of lists) await list.carryOut(isStopped);
	const subscribed = lists.reduce((sum, { stillSubscribed }) => sum + stillSubscribed, 0);
	const unsubscribes = lists.some(({ rules }) => rules.optOuts === 'unsubscribe');
	hintAtOptOuts(run, subscribed, unsubscribes);
}
