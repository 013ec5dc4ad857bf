import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { toNodeError } from '../EmailMarketing/execution/nodeError';
import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import type { ApiClient } from '../EmailMarketing/transport/ApiClient';
import { createPollClient } from '../EmailMarketing/transport/createClient';
import { fetchPages } from '../EmailMarketing/transport/fetchPages';
import type { ApiRequest } from '../EmailMarketing/transport/Sending';
import { isAboutSubscribers } from './events';
import { itemOf } from './output';
import { samplesOf } from './samples';
import { readSettings, type TriggerSettings } from './settings';
import { keepState, readState, type TriggerState } from './state';
import { compareCampaigns, noCampaigns } from './watch/campaigns';
import { compareSubscribers, nobody, type Happened } from './watch/subscribers';

/** Nodes that are being polled: n8n begins the next poll also while one is running. */
const running = new Set<string>();

/** Contexts that have been polled once: n8n keeps one as long as a workflow is active. */
const polledBefore = new WeakSet<object>();

/** Gives what has happened since the last poll; `null` where nothing has, which starts no workflow. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await inWords(context, async () => await samplesOf(context, readSettings(context)));
	const name = `${context.getWorkflow().id}:${context.getNode().id}`;
	if (running.has(name)) return null;
	running.add(name);
	const isFirst = !polledBefore.has(context);
	polledBefore.add(context);
	try {
		return await inWords(context, async () => await pollOnce(context));
	} catch (thrown) {
		// n8n polls once when it starts, and gives a trigger up that fails then: a service that is out of order for a minute would end it for good.
		if (!isFirst || context.getWorkflowStaticData('node').state === undefined) return await Promise.reject(thrown);
		context.logger.error(`[${context.getNode().name}] ${thrown instanceof Error ? thrown.message : String(thrown)}. The next poll goes on from there.`);
		return null;
	} finally {
		running.delete(name);
	}
}

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(context);
	const staticData = context.getWorkflowStaticData('node');
	const watches = JSON.stringify([settings.contactList ?? null, [...settings.events].sort()]);
	const before = readState(staticData, watches);
	const client = await createPollClient(context, settings);
	const { happened, after } = await compare(context, client, settings, before, watches);
	const chosen = happened.filter(({ event }) => settings.events.includes(event));
	const items = chosen.map((each) => itemOf(each, settings));
	// The last thing before n8n is handed the items: whatever fails before has moved nothing.
	keepState(staticData, after);
	return items.length === 0 ? null : [items];
}

async function compare(context: IPollFunctions, client: ApiClient, settings: TriggerSettings, before: TriggerState | undefined, watches: string): Promise<{ happened: Happened[]; after: TriggerState }> {
	const { contactList, events, emitsExisting } = settings;
	const isNew = before === undefined;
	const happened: Happened[] = [];
	let after: TriggerState = { watches };
	if (contactList !== undefined) {
		const startedMs = Date.now();
		const list = await wholeList(client, { key: 'subscriber.getAll', pathValues: { contactList } });
		const kept = isNew && emitsExisting ? nobody : before?.subscribers;
		const compared = await compareSubscribers(list, kept, { nowMs: Date.now(), tookMs: Date.now() - startedMs });
		happened.push(...compared.happened);
		after = { ...after, subscribers: compared.after, lacking: compared.lacking.join() };
		sayWhatIsLacking(context, compared.lacking, before);
	}
	if (!events.every(isAboutSubscribers)) {
		const list = await wholeList(client, { key: 'campaign.getAll', pathValues: {} });
		const compared = compareCampaigns(list, isNew && emitsExisting ? noCampaigns : before?.campaigns);
		happened.push(...compared.happened);
		after = { ...after, campaigns: compared.after };
	}
	return { happened, after };
}

/** @throws UserFacingError when entries may be missing: they would seem to be gone, and to come back with the next poll */
async function wholeList(client: ApiClient, request: ApiRequest): Promise<readonly unknown[]> {
	const { items, shortfall } = await fetchPages(client, request);
	if (shortfall === undefined) return items;
	throw new UserFacingError('The list may have been read incompletely', `${shortfall} So nothing was given, and the next poll goes on from where the last one was.`);
}

const eventsWithout: Readonly<Record<string, string>> = {
	created_at: "who is new, so 'Subscriber Added' does not come",
	updated_at: "who was changed, so 'Subscriber Updated' does not come",
	is_subscribed: "who is subscribed, so 'Subscriber Unsubscribed' and 'Subscriber Resubscribed' do not come",
};

/** Once: a line in n8n's log is all that a trigger can say without failing. */
function sayWhatIsLacking(context: IPollFunctions, lacking: readonly string[], before: TriggerState | undefined): void {
	if (before?.lacking === lacking.join()) return;
	for (const field of lacking) context.logger.warn(`[${context.getNode().name}] The subscribers of the service have no ${field}: it cannot be told ${eventsWithout[field]}.`);
}

async function inWords<T>(context: IPollFunctions, work: () => Promise<T>): Promise<T> {
	return await work().catch((thrown: unknown) => Promise.reject(toNodeError(context.getNode(), thrown)));
}
