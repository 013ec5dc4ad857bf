import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { toNodeError } from '../EmailMarketing/execution/nodeError';
import { createPollClient } from '../EmailMarketing/transport/createClient';
import { compareCampaigns } from './campaigns';
import { isAboutSubscribers } from './events';
import { itemOf } from './output';
import { withPollLock } from './pollLock';
import { readSettings, type TriggerSettings } from './settings';
import { keepState, readState } from './state';
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
	const isStart = isStartOfN8n(context);
	const work = pollUnder(context, settings, outdated);
	// n8n may give a trigger up that fails while it starts: a service that is down for a minute would end it.
	return await work.catch((thrown: unknown) => {
		if (outdated.aborted) return null;
		if (!isStart || context.getWorkflowStaticData('node').state === undefined) throw thrown;
		const message = thrown instanceof Error ? thrown.message : String(thrown);
		context.logger.error(`[${context.getNode().name}] ${message}. The next poll continues from there.`);
		return null;
	});
}

async function pollUnder(
	context: IPollFunctions,
	settings: TriggerSettings,
	outdated: AbortSignal,
): Promise<INodeExecutionData[][] | null> {
	const { contactList, events, simplify } = settings;
	const staticData = context.getWorkflowStaticData('node');
	const client = await createPollClient(context, settings, outdated);
	const watches = JSON.stringify([client.baseUrl, contactList ?? null]);
	const before = readState(staticData, watches);
	if (before === undefined && staticData.state !== undefined)
		context.logger.warn(
			`[${context.getNode().name}] The trigger begins anew: it watches something else now, or was updated.`,
		);
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
	if (outdated.aborted) return null;
	const items = [...(subscribers?.events ?? []), ...(campaigns?.events ?? [])]
		.filter(({ event }) => events.includes(event) && before?.events.includes(event))
		.map((event) => itemOf(event, simplify));
	// The last act: whatever fails before has moved nothing.
	keepState(staticData, {
		watches,
		events: [...events].sort(),
		subscribers: subscribers?.after,
		campaigns: campaigns?.after,
	});
	return items.length === 0 ? null : [items];
}

/** Contexts that were polled once: n8n keeps one as long as a workflow is registered, or makes one for each poll. */
const polled = new WeakSet<object>();

/** Whether this is the poll with which n8n activates a workflow as it starts, or as it takes over from another n8n. */
function isStartOfN8n(context: IPollFunctions): boolean {
	const isFirst = !polled.has(context);
	polled.add(context);
	return isFirst && ['init', 'leadershipChange'].includes(context.getActivationMode());
}
