import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { parseSubscriber } from '../EmailMarketing/api/subscriber';
import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import { isRecord, type JsonRecord } from '../EmailMarketing/shared/values';
import { createClient } from '../EmailMarketing/transport/createClient';
import { PagedList } from '../EmailMarketing/transport/PagedList';
import { isSent } from './campaigns';
import { isAboutSubscribers, type TriggerEvent } from './events';
import { itemOf } from './output';
import type { TriggerSettings } from './settings';
import { placeholderNames } from './wholeList';

/** Which entry shows best what an event outputs. */
const fits: Readonly<Record<string, (resource: JsonRecord) => boolean>> = {
	campaignSent: isSent,
	subscriberUnsubscribed: (resource) => parseSubscriber(resource).isSubscribed === false,
	subscriberResubscribed: (resource) => parseSubscriber(resource).isSubscribed === true,
};

/**
 * For a test in the editor: one entry of the first page for each chosen event, one that fits it where there is one. Nothing is kept.
 * @throws UserFacingError when there is nothing to show
 */
export async function testEvents(
	context: IPollFunctions,
	{ contactList, events, simplify, requestOptions }: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const client = await createClient(context, requestOptions, { stopsAtFailure: true });
	const subscribers =
		contactList === undefined
			? []
			: await new PagedList(client, {
					key: 'subscriber.getAll',
					pathValues: { contactList },
					names: placeholderNames,
				}).more();
	const campaigns = events.every(isAboutSubscribers)
		? []
		: await new PagedList(client, { key: 'campaign.getAll', pathValues: {} }).more();
	const items = events.flatMap((event) => {
		const resources = (isAboutSubscribers(event) ? subscribers : campaigns).filter(isRecord);
		const resource = resources.find(fits[event] ?? (() => true)) ?? resources[0];
		return resource === undefined ? [] : [itemOf({ event, resource } as TriggerEvent, simplify)];
	});
	if (items.length > 0) return items;
	throw new UserFacingError(
		nothingToShow(events),
		'Create one and test again: the test shows what the workflow will receive.',
	);
}

function nothingToShow(events: readonly string[]): string {
	if (events.every(isAboutSubscribers)) return 'The contact list has no subscribers yet';
	return events.some(isAboutSubscribers)
		? 'There are no subscribers and no campaigns yet'
		: 'The account has no campaigns yet';
}
