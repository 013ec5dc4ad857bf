import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { toNodeError } from '../EmailMarketing/execution/nodeError';
import { createPollClient } from '../EmailMarketing/transport/createClient';
import { compare } from './compare';
import { doubtsOf, keepDoubts } from './doubts';
import { itemOf } from './output';
import { samplesOf } from './samples';
import { readSettings, type TriggerSettings } from './settings';
import { isStartOfN8n } from './startOfN8n';
import { keepState, readState } from './state';
import { inTurn } from './turns';

/** Gives what has happened since the last poll; `null` where nothing has, which starts no workflow. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const settings = readSettings(context);
		if (context.getMode() === 'manual') return await samplesOf(context, settings);
		return await inTurn(context, async (outdated) => await pollOnce(context, settings, outdated));
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown);
	}
}

async function pollOnce(
	context: IPollFunctions,
	settings: TriggerSettings,
	outdated: AbortSignal,
): Promise<INodeExecutionData[][] | null> {
	const staticData = context.getWorkflowStaticData('node');
	const client = await createPollClient(context, settings, outdated);
	const watches = JSON.stringify([client.baseUrl, settings.contactList ?? null, [...settings.events].sort()]);
	const kept = readState(staticData, watches);
	// Without a state, n8n has to poll once more as it activates: only then it is sure to write what the first poll keeps.
	const goesOn = isStartOfN8n(context) && typeof kept !== 'string';
	const note = (text: string): string => `[${context.getNode().name}] ${text}`;
	const compared = await compare({ client, settings, watches, kept, doubted: doubtsOf(context) }).catch(
		(thrown: unknown) => {
			// n8n may give a trigger up that fails while it starts: a service that is out of order for a minute would end it.
			if (!goesOn && !outdated.aborted) throw thrown;
			if (!outdated.aborted)
				context.logger.error(
					note(`${thrown instanceof Error ? thrown.message : String(thrown)}. The next poll goes on from there.`),
				);
			return undefined;
		},
	);
	if (compared === undefined || outdated.aborted) return null;
	const { happened, doubted, after, notes } = compared;
	for (const text of notes) context.logger.warn(note(text));
	const items = happened.filter(({ event }) => settings.events.includes(event)).map((each) => itemOf(each, settings));
	// The last thing before n8n is handed the items: whatever fails before has moved nothing.
	keepState(staticData, after);
	keepDoubts(context, doubted);
	return items.length === 0 ? null : [items];
}
