import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { toNodeError } from '../EmailMarketing/execution/nodeError';
import type { ApiClient } from '../EmailMarketing/transport/ApiClient';
import { createPollClient } from '../EmailMarketing/transport/createClient';
import { compareCampaigns } from './campaigns';
import { isAboutSubscribers, type TriggerEvent } from './events';
import { itemOf } from './output';
import { withPollLock } from './pollLock';
import { readSettings, type TriggerSettings } from './settings';
import { keepState, readState, type TriggerState } from './state';
import { compareSubscribers } from './subscribers';
import { testEvents } from './testEvents';
import { wholeList } from './wholeList';

/** Returns the events since the last poll; `null` where there are none, which starts no workflow. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const settings = readSettings(context);
		if (context.getMode() === 'manual') return [await testEvents(context, settings)];
		return await withPollLock(context, async (outdated) => await pollOnce(context, settings, outdated));
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown);
	}
}

async function pollOnce(
	context: IPollFunctions,
	settings: TriggerSettings,
	outdated: AbortSignal,
): Promise<INodeExecutionData[][] | null> {
	const { contactList, events, simplify } = settings;
	const staticData = context.getWorkflowStaticData('node');
	const client = await createPollClient(context, settings, outdated);
	const before = readState(staticData, client.baseUrl, contactList);
	const note = (text: string): string => `[${context.getNode().name}] ${text}`;
	if (before === undefined && staticData.state !== undefined)
		context.logger.warn(note('The trigger begins anew: the service is another one now, or this node was updated.'));
	// n8n may give a trigger up that fails while it starts: a service that is down for a minute would end it.
	const mayFail = isStartOfN8n(context) && before !== undefined;
	const compared = await compare(client, settings, before)
		.finally(client.stop)
		.catch((thrown: unknown) => {
			if (!outdated.aborted && !mayFail) throw thrown;
			const message = thrown instanceof Error ? thrown.message : String(thrown);
			if (!outdated.aborted) context.logger.error(note(`${message}. The next poll continues from there.`));
			return undefined;
		});
	if (compared === undefined || outdated.aborted) return null;
	const items = compared.events
		.filter(({ event }) => events.includes(event) && before?.events.includes(event))
		.map((event) => itemOf(event, simplify));
	// The last act: whatever fails before has moved nothing.
	keepState(staticData, { ...compared.after, baseUrl: client.baseUrl, contactList, events: [...events].sort() });
	return items.length === 0 ? null : [items];
}

/** Reads what is watched, and compares it with what is kept of the poll before. */
async function compare(
	client: ApiClient,
	{ contactList, events }: TriggerSettings,
	before: TriggerState | undefined,
): Promise<{
	readonly events: readonly TriggerEvent[];
	readonly after: Pick<TriggerState, 'subscribers' | 'campaigns'>;
}> {
	const subscribers =
		contactList === undefined
			? undefined
			: await compareSubscribers(
					await wholeList(client, { key: 'subscriber.getAll', pathValues: { contactList } }),
					before?.subscribers,
					Date.now(),
				);
	const campaigns = events.every(isAboutSubscribers)
		? undefined
		: compareCampaigns(await wholeList(client, { key: 'campaign.getAll', pathValues: {} }), before?.campaigns);
	return {
		events: [...(subscribers?.events ?? []), ...(campaigns?.events ?? [])],
		after: { subscribers: subscribers?.after, campaigns: campaigns?.after },
	};
}

/** Contexts that were polled once: n8n keeps one as long as a workflow is registered, or makes one for each poll. */
const polled = new WeakSet<object>();

/** Whether this is the poll with which n8n activates a workflow as it starts, or as it takes over from another n8n. */
function isStartOfN8n(context: IPollFunctions): boolean {
	const isFirst = !polled.has(context);
	polled.add(context);
	return isFirst && ['init', 'leadershipChange'].includes(context.getActivationMode());
}
