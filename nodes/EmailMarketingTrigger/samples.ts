import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { parseSubscriber } from '../EmailMarketing/api/subscriber';
import type { JsonRecord } from '../EmailMarketing/shared/values';
import { UserFacingError } from '../EmailMarketing/shared/UserFacingError';
import { createPollClient } from '../EmailMarketing/transport/createClient';
import { isAboutSubscribers } from './events';
import { eventsWithout, lackInWords } from './lacking';
import { itemOf } from './output';
import type { TriggerSettings } from './settings';
import { campaignsOf, isCampaignSent, lackingInCampaigns } from './watch/campaigns';
import type { Lack } from './watch/entries';
import { entriesOf, lackingIn } from './watch/subscriberEntries';
import { wholeList } from './wholeList';

/** So many entries are looked through for one that fits an event. */
const limit = 100;

/** Which entry of a list shows best what an event gives. */
const fits: Readonly<Record<string, (entry: JsonRecord) => boolean>> = {
	campaignSent: isCampaignSent,
	subscriberUnsubscribed: (entry) => parseSubscriber(entry).isSubscribed === false,
	subscriberResubscribed: (entry) => parseSubscriber(entry).isSubscribed === true,
};

/**
 * For a test in the editor: one real item for each event that was chosen and can come. Nothing is kept of it.
 * @throws UserFacingError when there is nobody to show, or none of the events can come
 */
export async function samplesOf(context: IPollFunctions, settings: TriggerSettings): Promise<INodeExecutionData[][]> {
	const { contactList, events } = settings;
	const client = await createPollClient(context, settings);
	const people =
		contactList === undefined
			? []
			: [
					...(
						await entriesOf(
							(await wholeList(client, { key: 'subscriber.getAll', pathValues: { contactList } }, limit)).items,
						)
					).values(),
				];
	const campaigns = events.every(isAboutSubscribers)
		? []
		: [
				...(
					await campaignsOf((await wholeList(client, { key: 'campaign.getAll', pathValues: {} }, limit)).items)
				).values(),
			];
	const lacking = [...lackingIn(people), ...lackingInCampaigns(campaigns)].filter(
		(lack) => eventsWithout(lack, events).length > 0,
	);
	const cannotCome = lacking.filter(({ some }) => some === undefined).flatMap((lack) => eventsWithout(lack, events));
	const subscribers = people.map(({ fields }) => fields);
	const items = events.flatMap((event) => {
		const entries = isAboutSubscribers(event) ? subscribers : campaigns;
		const entry = entries.find(fits[event] ?? (() => true)) ?? entries[0];
		return entry === undefined || cannotCome.includes(event) ? [] : [itemOf({ event, entry }, settings)];
	});
	if (items.length === 0)
		throw nothingToShow(
			settings,
			people.length > 0,
			events.every((event) => cannotCome.includes(event)) ? lacking[0] : undefined,
		);
	for (const lack of lacking) context.logger.warn(`[${context.getNode().name}] ${lackInWords(lack, events)}`);
	return [items];
}

/** @param lack why none of the events can come */
function nothingToShow({ contactList, events }: TriggerSettings, hasPeople: boolean, lack?: Lack): UserFacingError {
	if (lack !== undefined)
		return new UserFacingError(
			'None of the chosen events can come',
			`${lackInWords(lack, events)} Choose other events in 'Events', or ask the service whether its lists can show the field.`,
		);
	if (contactList === undefined || hasPeople)
		return new UserFacingError(
			'The account has no campaign yet',
			'Create one, and test again: the test shows what the workflow will be given.',
		);
	return new UserFacingError(
		'The contact list has no subscriber yet',
		"Add one, or choose another list in 'Contact List', and test again: the test shows what the workflow will be given.",
	);
}
