import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { parseSubscriber } from '../EmailMarketing/api/subscriber';
import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import { isRecord, type JsonRecord } from '../EmailMarketing/shared/values';
import { createClient } from '../EmailMarketing/transport/createClient';
import type { ApiRequest } from '../EmailMarketing/transport/ApiRequest';
import { PagedList } from '../EmailMarketing/transport/PagedList';
import { isSent } from './campaigns';
import { isAboutSubscribers, itemOf, type TriggerEvent } from './events';
import { readSettings } from './settings';
import { allCampaigns, subscribersOf } from './fetchWholeList';

/** Entries that best show the output of an event. */
const fits: Readonly<Record<string, (resource: JsonRecord) => boolean>> = {
	campaignSent: isSent,
	subscriberUnsubscribed: (resource) => parseSubscriber(resource).isSubscribed === false,
	subscriberResubscribed: (resource) => parseSubscriber(resource).isSubscribed === true,
};

const noneFits = 'Only an example: no entry on the first page fits this event.';

/** Tests in the editor: for each event one entry of the first page, a fitting one if there is one. Keeps no state. */
export async function testEvents(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const { contactList, listName, events, isSimplified, requestOptions } = readSettings(context);
	const client = await createClient(context, requestOptions, { options: { isInteractive: true } });
	const firstPage = async (request: ApiRequest): Promise<unknown[]> => await new PagedList(client, request).more();
	const subscribers = contactList === undefined ? [] : await firstPage(subscribersOf(contactList));
	const campaigns = events.every(isAboutSubscribers) ? [] : await firstPage(allCampaigns);
	const items = events.flatMap((event) => {
		const resources = (isAboutSubscribers(event) ? subscribers : campaigns).filter(isRecord);
		const fitting = resources.find(fits[event] ?? (() => true));
		const resource = fitting ?? resources[0];
		if (resource === undefined) return [];
		const { json } = itemOf({ event, resource } as TriggerEvent, isSimplified, listName);
		return [{ json: fitting === undefined ? { ...json, note: noneFits } : json }];
	});
	if (items.length > 0) return [items];
	const advice = 'Create one and test again: the test shows what the workflow will receive.';
	throw new UserFacingError('There is no entry to test with yet', advice);
}
