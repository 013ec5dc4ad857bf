import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import type { LoggedRequest } from '../request-log';
import type { Moment, SandboxContext } from '../store/store';
import { campaignToJson, contactListToJson } from '../to-json';

// Escapes every `<%= %>`, which is why nothing in the template is written any other way but the style sheet.
const eta = new Eta({ views: __dirname, cache: true, autoEscape: true });
const style = readFileSync(join(__dirname, 'style.css'), 'utf8');

const newest = 8;
const lastRequests = 12;

/**
 * The front page: what is in the sandbox, and what has just happened.
 *
 * @param faults The fault plan in one line; null where there is none.
 */
export function renderPage({ store, token, now }: SandboxContext, requests: readonly LoggedRequest[], baseUrl: string, faults: string | null): string {
	const subscribers = store.contactLists.flatMap((list) => list.subscribers.map((subscriber) => ({ ...subscriber, list: list.name })));
	return eta.render('./front', {
		style,
		baseUrl,
		token,
		faults,
		lists: store.contactLists.map((list) => ({
			...contactListToJson(list),
			unsubscribed: list.subscribers.filter(({ unsubscribedAt }) => unsubscribedAt !== null).length,
		})),
		subscribersCount: subscribers.length,
		subscribers: latest(subscribers, ({ createdAt, updatedAt }) => Math.max(createdAt, updatedAt)),
		campaigns: store.campaigns.toReversed().map((campaign) => ({ ...campaignToJson(campaign, store), status: campaign.status })),
		templates: store.templates,
		domains: store.domains,
		outboxCount: store.outbox.length,
		outbox: store.outbox.slice(-newest).toReversed(),
		requests: requests.slice(-lastRequests).toReversed(),
		ago: (moment: Moment) => ago(now() - moment),
		shorten,
		timeOfDay: (time: string) => time.slice(11, 19),
	});
}

function latest<Item>(items: readonly Item[], moment: (item: Item) => Moment): Item[] {
	return [...items].sort((one, other) => moment(other) - moment(one)).slice(0, newest);
}

const units = [
	{ name: 'd', milliseconds: 86_400_000 },
	{ name: 'h', milliseconds: 3_600_000 },
	{ name: 'min', milliseconds: 60_000 },
	{ name: 's', milliseconds: 1_000 },
];

/** In the largest unit that fits: "3 min ago". */
function ago(milliseconds: number): string {
	const unit = units.find((candidate) => milliseconds >= candidate.milliseconds);
	return unit === undefined ? 'just now' : `${Math.floor(milliseconds / unit.milliseconds)} ${unit.name} ago`;
}

/** A path is read by its words: of a UUID the beginning is enough. */
function shorten(path: string): string {
	return path.replace(/([\da-f]{8})-[\da-f-]{27}/g, '$1…');
}
