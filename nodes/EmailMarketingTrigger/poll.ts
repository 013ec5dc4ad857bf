import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { ApiClient } from '../EmailMarketing/transport/ApiClient';
import type { ApiRequest } from '../EmailMarketing/transport/ApiRequest';
import { createClient } from '../EmailMarketing/transport/createClient';
import { diffCampaigns } from './campaigns';
import { isAboutSubscribers, itemOf } from './events';
import { readSettings, type TriggerSettings } from './settings';
import { fetchChanged, type Reading } from './fetchChanged';
import { saveState, loadState, type TriggerState } from './state';
import { diffSubscribers } from './subscribers';
import { allCampaigns, subscribersOf, fetchWholeList, type Warn } from './fetchWholeList';

/** Contexts that were polled before: n8n keeps one as long as a workflow is registered, or creates one per poll. */
const polled = new WeakSet<object>();

const warned = new Set<string>();

/** The last reading of each node's contact list, by workflow and by the name under which n8n keeps the node's state. */
const readings = new Map<string, Reading>();

/** The polls in progress, by the same names. */
const polls = new Map<string, { readonly context: IPollFunctions; readonly outdated: AbortController }>();

/**
 * Returns the events since the last poll; `null`, which starts no workflow, if there are none.
 * One poll of a node runs at a time: n8n starts a poll even while one is running, and another when the workflow is
 * published again. The next poll of the same registration is skipped; one of a newer registration makes the one before
 * outdated, which must then keep and return nothing.
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(context);
	const name = `${context.getWorkflow().id}:${context.getNode().name}`;
	const before = polls.get(name);
	if (before?.context === context) return null;
	before?.outdated.abort();
	const current = { context, outdated: new AbortController() };
	polls.set(name, current);
	try {
		return await pollOnce(context, settings, name, current.outdated.signal);
	} finally {
		if (polls.get(name) === current) polls.delete(name);
	}
}

async function pollOnce(context: IPollFunctions, settings: TriggerSettings, name: string, outdated: AbortSignal) {
	const { contactList, events } = settings;
	const staticData = context.getWorkflowStaticData('node');
	const client = await createClient(context, settings.requestOptions, { stopsAtFailure: true, cancelled: outdated });
	const { baseUrl } = client.connection;
	const before = loadState(staticData, baseUrl, contactList);
	const note = (text: string): string => `[${context.getNode().name}] ${text}`;
	if (before === undefined && staticData.state !== undefined)
		context.logger.warn(note('The trigger starts over: the Base URL has changed, or the node was updated.'));
	const isFirstPoll = !polled.has(context);
	polled.add(context);
	// If the first poll at n8n's start fails, n8n may deactivate the trigger: a short outage must not cause that.
	const isAtStart = ['init', 'leadershipChange'].includes(context.getActivationMode());
	const toleratesFailure = isFirstPoll && isAtStart && before !== undefined;
	const warn: Warn = (text, once = false) => {
		const key = `${context.getWorkflow().id} ${note(text)}`;
		if (!warned.has(key)) context.logger.warn(note(text));
		if (once) warned.add(key);
	};
	const compared = await compare(client, settings, before, readings.get(name), warn)
		.finally(client.stop)
		.catch((thrown: unknown) => {
			if (!outdated.aborted && !toleratesFailure) throw thrown;
			const message = thrown instanceof Error ? thrown.message : String(thrown);
			if (!outdated.aborted) context.logger.error(note(`${message}. The next poll continues from there.`));
			return undefined;
		});
	if (compared === undefined || outdated.aborted) return null;
	const items = compared.events
		.filter(({ event }) => events.includes(event) && before?.events.includes(event))
		.map((event) => itemOf(event, settings.isSimplified, settings.listName));
	// Saved last, so that an earlier failure loses no events.
	saveState(staticData, { ...compared.after, baseUrl, contactList, events: [...events].sort() });
	if (compared.reading !== undefined) readings.set(name, compared.reading);
	return items.length === 0 ? null : [items];
}

async function compare(
	client: ApiClient,
	{ contactList, events }: TriggerSettings,
	before: TriggerState | undefined,
	last: Reading | undefined,
	warn: Warn,
) {
	const comparePeople = async (request: ApiRequest) => {
		const { latestAtStart, entries } = await fetchChanged(client, request, before?.subscribers, last, warn);
		const list = entries ?? (await fetchWholeList(client, request, events.filter(isAboutSubscribers), warn));
		const wholeAt = entries === undefined ? Date.now() : (last?.wholeAt ?? 0);
		const compared = await diffSubscribers(list, before?.subscribers, Date.now(), entries === undefined);
		return { ...compared, reading: { wholeAt, latestAtStart } };
	};
	const subscribers = contactList ? await comparePeople(subscribersOf(contactList)) : undefined;
	const others = events.filter((event) => !isAboutSubscribers(event));
	const list = others.length > 0 ? await fetchWholeList(client, allCampaigns, others, warn) : undefined;
	const campaigns = list && diffCampaigns(list, before?.campaigns);
	return {
		events: [...(subscribers?.events ?? []), ...(campaigns?.events ?? [])],
		after: { subscribers: subscribers?.after, campaigns: campaigns?.after },
		reading: subscribers?.reading,
	};
}
