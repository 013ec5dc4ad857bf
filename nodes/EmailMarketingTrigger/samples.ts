import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { knownSubscriber } from '../EmailMarketing/api/knownSubscriber';
import { isRecord, type JsonRecord } from '../EmailMarketing/shared/isRecord';
import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import { createPollClient } from '../EmailMarketing/transport/createClient';
import { fetchPages } from '../EmailMarketing/transport/fetchPages';
import type { ApiRequest } from '../EmailMarketing/transport/Sending';
import { isAboutSubscribers } from './events';
import { itemOf } from './output';
import type { TriggerSettings } from './settings';

/** So many entries are looked through for one that fits an event. */
const limit = 100;

type Fits = (entry: JsonRecord) => boolean;

/** Which entry of a list shows best what an event gives. */
const fits: Readonly<Record<string, Fits>> = {
	campaignSent: ({ is_sent: isSent }) => isSent === true,
	subscriberUnsubscribed: (entry) => knownSubscriber(entry).isSubscribed === false,
	subscriberResubscribed: (entry) => knownSubscriber(entry).isSubscribed === true,
};

/** For a test in the editor: one real item for each event that was chosen. Nothing is kept of it. */
export async function samplesOf(context: IPollFunctions, settings: TriggerSettings): Promise<INodeExecutionData[][]> {
	const { contactList, events } = settings;
	const client = await createPollClient(context, settings);
	const read = async (request: ApiRequest): Promise<JsonRecord[]> => (await fetchPages(client, request, { limit })).items.filter(isRecord);
	const subscribers = contactList === undefined ? [] : await read({ key: 'subscriber.getAll', pathValues: { contactList } });
	const campaigns = events.every(isAboutSubscribers) ? [] : await read({ key: 'campaign.getAll', pathValues: {} });
	const items = events.flatMap((event) => {
		const entries = isAboutSubscribers(event) ? subscribers : campaigns;
		const entry = entries.find(fits[event] ?? (() => true)) ?? entries[0];
		return entry === undefined ? [] : [itemOf({ event, entry }, settings)];
	});
	if (items.length > 0) return [items];
	throw contactList === undefined
		? new UserFacingError('The account has no campaign yet', 'Create one, and test again: the test shows what the workflow will be given.')
		: new UserFacingError('The contact list has no subscriber yet', "Add one, or choose another list in 'Contact List', and test again: the test shows what the workflow will be given.");
}
