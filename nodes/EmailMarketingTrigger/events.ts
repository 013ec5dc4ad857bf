import type { IDataObject, INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { withFieldsFirst, type JsonRecord } from '../EmailMarketing/shared/values';

export type SubscriberEvent =
	'subscriberAdded' | 'subscriberUpdated' | 'subscriberUnsubscribed' | 'subscriberResubscribed';

export type CampaignEvent = 'campaignCreated' | 'campaignSent';

/** An event, and the subscriber or campaign as the service shows it. */
export interface TriggerEvent {
	readonly event: SubscriberEvent | CampaignEvent;
	readonly resource: JsonRecord;
}

const options: ReadonlyArray<INodePropertyOptions & { readonly value: TriggerEvent['event'] }> = [
	{ name: 'Campaign Created', value: 'campaignCreated', description: 'A campaign was created' },
	{ name: 'Campaign Sent', value: 'campaignSent', description: 'A campaign is being sent; once per campaign' },
	{ name: 'Subscriber Added', value: 'subscriberAdded', description: 'A subscriber is new in the contact list' },
	{
		name: 'Subscriber Resubscribed',
		value: 'subscriberResubscribed',
		description: 'An unsubscribed subscriber is subscribed again',
	},
	{
		name: 'Subscriber Unsubscribed',
		value: 'subscriberUnsubscribed',
		description: 'A subscriber has unsubscribed; deleted subscribers are not reported',
	},
	{
		name: 'Subscriber Updated',
		value: 'subscriberUpdated',
		description: 'Something else about a subscriber has changed',
	},
];

export function isAboutSubscribers(event: unknown): boolean {
	return String(event).startsWith('subscriber');
}

export const subscriberEvents = options.map(({ value }) => value).filter(isAboutSubscribers);

const names = JSON.stringify(Object.fromEntries(options.map(({ value, name }) => [value, name])));

/** The line below the node's name: the events as the menu calls them, also where an expression gives one as text. */
export const subtitle = `={{ [$parameter["events"]].flat().map((event) => (${names})[event] ?? event).join(", ") }}`;

export const eventsField: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	options: [...options],
	default: ['subscriberAdded'],
	required: true,
	description: 'What starts the workflow',
};

/** The item that starts the workflow. */
export function itemOf({ event, resource }: TriggerEvent): INodeExecutionData {
	return { json: withFieldsFirst({ event }, resource as IDataObject) };
}
