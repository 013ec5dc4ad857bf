import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { pick, simplifyCampaign, withTagText } from '../EmailMarketing/api/response';
import { choiceField } from '../EmailMarketing/panel/fields';
import { withFieldsFirst, type JsonRecord } from '../EmailMarketing/shared/values';

// prettier-ignore
const choices = [
	['Campaign Created', 'campaignCreated', 'A campaign was created'],
	['Campaign Sent', 'campaignSent', 'A campaign is being sent; once per campaign'],
	['Subscriber Added', 'subscriberAdded', 'A subscriber is new in the contact list'],
	['Subscriber Resubscribed', 'subscriberResubscribed', 'An unsubscribed subscriber is subscribed again'],
	['Subscriber Unsubscribed', 'subscriberUnsubscribed', 'A subscriber has unsubscribed; deleted subscribers are not reported'],
	['Subscriber Updated', 'subscriberUpdated', 'Another field of a subscriber has changed'],
] as const;

/** An event, and the subscriber or campaign as the service shows it. */
export interface TriggerEvent {
	readonly event: (typeof choices)[number][1];
	readonly resource: JsonRecord;
}

export function isAboutSubscribers(event: unknown): boolean {
	return String(event).startsWith('subscriber');
}

export const subscriberEvents = choices.map(([, event]) => event).filter(isAboutSubscribers);

const names = JSON.stringify(Object.fromEntries(choices.map(([name, event]) => [event, name])));

/** The line below the node's name. An expression may return a single event as a string. */
export const subtitle = `={{ [$parameter["events"]].flat().map((event) => (${names})[event] ?? event).join(", ") }}`;

export const eventsField: INodeProperties = {
	...choiceField('Events', 'events', '', 'What starts the workflow', choices),
	type: 'multiOptions',
	default: ['subscriberAdded'],
	required: true,
};

// prettier-ignore
const subscriberFields = ['email', 'first_name', 'last_name', 'is_subscribed', 'tags', 'created_at', 'unsubscribed_at', 'uuid'];

/** The item that starts the workflow, for a subscriber with the name or ID of the contact list. */
export function itemOf(
	{ event, resource }: TriggerEvent,
	isSimplified: boolean,
	listName?: string,
): INodeExecutionData {
	const isSubscriber = isAboutSubscribers(event);
	const simple = isSubscriber ? withTagText(pick(resource, subscriberFields)) : simplifyCampaign(resource);
	const first = isSubscriber ? { event, contact_list: listName } : { event };
	return { json: withFieldsFirst(first, (isSimplified ? simple : resource) as IDataObject) };
}
