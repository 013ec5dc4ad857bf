import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { CampaignEvent } from './watch/campaigns';
import type { SubscriberEvent } from './watch/changes';

/** What the trigger can tell of. */
const rows: ReadonlyArray<INodePropertyOptions & { readonly value: SubscriberEvent | CampaignEvent }> = [
	{ name: 'Campaign Created', value: 'campaignCreated', description: 'A campaign has appeared in the account' },
	{
		name: 'Campaign Sent',
		value: 'campaignSent',
		description: 'The sending of a campaign has begun, or is done: once for each campaign',
	},
	{ name: 'Subscriber Added', value: 'subscriberAdded', description: 'Somebody is new in the contact list' },
	{
		name: 'Subscriber Resubscribed',
		value: 'subscriberResubscribed',
		description: 'Somebody who was unsubscribed is subscribed again',
	},
	{
		name: 'Subscriber Unsubscribed',
		value: 'subscriberUnsubscribed',
		description: 'Somebody who was subscribed no longer is; who is deleted is not told',
	},
	{ name: 'Subscriber Updated', value: 'subscriberUpdated', description: 'Something else about somebody has changed' },
];

const names: Readonly<Record<string, string>> = Object.fromEntries(rows.map(({ value, name }) => [value, name]));

export const eventNames: readonly string[] = Object.keys(names);

/** What the menu calls an event. */
export const menuName = (event: string): string => names[event] ?? event;

/** An expression for the line below the node's name: the events as the menu calls them, also where an expression gives one as text. */
export const subtitle = `={{ [$parameter["events"]].flat().map((event) => (${JSON.stringify(names)})[event] ?? event).join(", ") }}`;

export const isAboutSubscribers = (event: unknown): boolean => String(event).startsWith('subscriber');

export const subscriberEvents = rows.map(({ value }) => value).filter(isAboutSubscribers);

export const eventsField: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	options: [...rows],
	default: ['subscriberAdded'],
	required: true,
	description: 'What starts the workflow',
};
