import { updateDisplayOptions } from 'n8n-workflow';

import type { Call } from '../../execution/Operation';
import type { Outcomes } from '../../execution/Outcomes';
import { optionsWith } from '../../shared/options';
import { checkReadings } from './paths/checkReadings';
import { pathReport } from './paths/pathReport';

export const description = updateDisplayOptions({ show: { resource: ['account'], operation: ['checkPaths'] } }, [
	optionsWith(),
]);

export const endpoint = 'account.get';

/** Once for all items, which have one credential. */
export async function executeBulk(calls: readonly Call[], outcomes: Outcomes): Promise<void> {
	const [call] = calls;
	if (call === undefined) return;
	const { client, hints } = call;
	const { items, toDo, isFine } = pathReport(await checkReadings(client), client.endpointPaths, client.baseUrl);
	hints.add(toDo, isFine ? 'info' : 'warning');
	outcomes.add(
		calls.map(({ item }) => item),
		items,
	);
}
