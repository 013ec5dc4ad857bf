import { menuName } from './events';
import { things, type Lack } from './watch/entries';

/** What cannot be told without a documented field, and the events that then do not come. */
const meanings: Readonly<Record<string, { readonly what: string; readonly events: readonly string[] }>> = {
	created_at: { what: 'who is new', events: ['subscriberAdded'] },
	updated_at: { what: 'who was changed', events: ['subscriberUpdated'] },
	is_subscribed: { what: 'who is subscribed', events: ['subscriberUnsubscribed', 'subscriberResubscribed'] },
	is_sent: { what: 'which of them are sent', events: ['campaignSent'] },
};

/** The chosen events that do not come. */
export function eventsWithout({ field }: Lack, chosen: readonly string[]): string[] {
	return meanings[field]?.events.filter((event) => chosen.includes(event)) ?? [];
}

/** What is missing, and what does not come for that reason: two sentences. */
export function lackInWords(lack: Lack, chosen: readonly string[]): string {
	const { list, field, some, unreadable } = lack;
	if (some !== undefined)
		return `${some} of the ${things[list]} of the service ${some === 1 ? 'has' : 'have'} no ${field} that can be read. Of them it cannot be told ${meanings[field]?.what}, so ${eventsInWords(lack, chosen)} not come for them.`;
	const instead = unreadable === undefined ? '' : ` that can be read as a time, but ${unreadable}`;
	return `The ${things[list]} of the service have no ${field}${instead}. It cannot be told ${meanings[field]?.what}, so ${eventsInWords(lack, chosen)} not come.`;
}

/** What n8n's log has to say once. */
export const nameOfLack = ({ field, some }: Lack): string => (some === undefined ? field : `some ${field}`);

function eventsInWords(lack: Lack, chosen: readonly string[]): string {
	const events = eventsWithout(lack, chosen).map((event) => `'${menuName(event)}'`);
	return `${events.join(' and ')} ${events.length === 1 ? 'does' : 'do'}`;
}
