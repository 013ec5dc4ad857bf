import { Eta } from 'eta';
import type { LoggedRequest } from '../request-log';
import { routes } from '../routes/routes';
import type { Moment, SandboxContext, Subscriber } from '../store/store';
import { campaignToJson, contactListToJson } from '../to-json';

// Escapes every `<%= %>`; nothing in the template is written any other way.
const eta = new Eta({ views: __dirname, cache: true, autoEscape: true });

const newest = 8;
/** What the filter of the log calls the requests that are no operation. */
const noOperation = 'none';
const operations = Object.keys(routes).sort();

interface Shown {
	requests: readonly LoggedRequest[];
	/** The filter of the log: a key such as `campaign.update`, `none` for requests that lead nowhere, empty for all. */
	operation: string;
	baseUrl: string;
	/** The fault plan in one line; null where there is none. */
	faults: string | null;
}

/** The front page: what is in the sandbox, and what has just happened. */
export function renderPage(
	{ store, token, now }: SandboxContext,
	{ requests, operation, baseUrl, faults }: Shown,
): string {
	const subscribers = store.contactLists.flatMap((list) =>
		list.subscribers.map((subscriber) => ({ ...subscriber, list: list.name })),
	);
	return eta.render('./front', {
		baseUrl,
		token,
		faults,
		lists: store.contactLists.map((list) => ({
			...contactListToJson(list),
			unsubscribed: list.subscribers.filter(({ unsubscribedAt }) => unsubscribedAt !== null).length,
		})),
		subscribersCount: subscribers.length,
		subscribers: latest(subscribers, ({ createdAt, updatedAt }) => Math.max(createdAt, updatedAt)),
		campaigns: store.campaigns
			.toReversed()
			.map((campaign) => ({ ...campaignToJson(campaign, store), status: campaign.status })),
		templates: store.templates,
		domains: store.domains,
		outboxCount: store.outbox.length,
		outbox: store.outbox.slice(-newest).toReversed(),
		requestsCount: requests.length,
		requests: requests
			.filter(({ operationId }) => operation === '' || (operationId ?? noOperation) === operation)
			.toReversed(),
		operation,
		filters: [['', 'All operations'], ...operations.map((key) => [key, key]), [noOperation, 'No such route']],
		ago: (moment: Moment) => ago(now() - moment),
		latestChange: (subscriber: Subscriber) => latestChange(subscriber, now()),
		mailbox,
		shorten,
		timeOfDay: (time: string) => time.slice(11, 19),
	});
}

/** Name and address, as far as they are there: `Maren <maren@example.com>`. */
function mailbox(name: string | null, email: string | null): string {
	return name && email ? `${name} <${email}>` : (name ?? email ?? '');
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

/** What happened last to a subscriber, and when: "added 3 s ago". */
function latestChange({ createdAt, updatedAt, unsubscribedAt }: Subscriber, now: Moment): string {
	if (updatedAt <= createdAt) return `added ${ago(now - createdAt)}`;
	return `${unsubscribedAt === updatedAt ? 'unsubscribed' : 'changed'} ${ago(now - updatedAt)}`;
}

/** In the largest unit that fits: "3 min ago". */
function ago(milliseconds: number): string {
	const unit = units.find((candidate) => milliseconds >= candidate.milliseconds);
	return unit === undefined ? 'just now' : `${Math.floor(milliseconds / unit.milliseconds)} ${unit.name} ago`;
}

/** A path is read by its words: of a UUID the beginning is enough. */
function shorten(path: string): string {
	return path.replace(/([\da-f]{8})-[\da-f-]{27}/g, '$1…');
}
