import { Eta } from 'eta';
import type { FaultPlan } from '../faults/plan';
import type { LoggedRequest } from '../request-log';
import type { Moment, SandboxContext, Store, Subscriber } from '../store/store';
import { campaignToJson } from '../to-json';

// Escapes every `<%= %>`; the template outputs nothing in another way.
const eta = new Eta({ views: __dirname, cache: true, autoEscape: true });

const newest = 8;

interface Shown {
	requests: readonly LoggedRequest[];
	baseUrl: string;
	faults: FaultPlan | undefined;
}

/** The front page: the sandbox's data and its latest requests. */
export function renderPage({ store, token, now }: SandboxContext, { requests, baseUrl, faults }: Shown): string {
	const subscribers = store.contactLists.flatMap((list) =>
		list.subscribers.map((subscriber) => ({ ...subscriber, list: list.name })),
	);
	return eta.render('./front', {
		baseUrl,
		token,
		faults: faults === undefined ? null : JSON.stringify(faults),
		requests: requests.toReversed(),
		subscribersCount: subscribers.length,
		subscribers: latest(subscribers, ({ createdAt, updatedAt }) => Math.max(createdAt, updatedAt)),
		columns: columnsOf(store, now()),
		latestChange: (subscriber: Subscriber) => latestChange(subscriber, now()),
		shorten,
	});
}

/** The columns next to the newest subscribers: a title, a count, a text for none, and rows with their badges. */
function columnsOf(store: Store, now: Moment) {
	const lists = store.contactLists.map(({ uuid, name, subscribers }) => {
		const gone = subscribers.filter(({ unsubscribedAt }) => unsubscribedAt !== null).length;
		return { uuid, name, notes: gone === 0 ? [] : [`${gone} unsubscribed`], count: subscribers.length };
	});
	const outbox = store.outbox.toReversed().map(({ uuid, subject, toName, toEmail, templateName, sentAt }) => ({
		uuid,
		name: subject,
		notes: [`to ${mailbox(toName, toEmail)}${templateName === null ? '' : `, template “${templateName}”`}`],
		count: `sent ${ago(now - sentAt)}`,
	}));
	const campaigns = store.campaigns.toReversed().map((campaign) => {
		const { uuid, name, from_name, from_email, contact_list, sent, opens, clicks } = campaignToJson(campaign, store);
		const counters = campaign.status === 'draft' ? '' : `, ${sent} sent, ${opens} opened, ${clicks} clicked`;
		const notes = [
			`from ${mailbox(from_name, from_email) || 'no sender yet'}`,
			`to ${contact_list?.name ?? 'no contact list yet'}${counters}`,
		];
		return { uuid, name, notes, badge: campaign.status };
	});
	const templates = store.templates.map(({ uuid, name, isPublished }) => ({
		uuid,
		name,
		notes: [],
		badge: isPublished ? 'published' : 'draft',
	}));
	const domains = store.domains.map(({ uuid, name, dnsRecords, isVerified }) => ({
		uuid,
		name,
		notes: [`${dnsRecords.length} DNS records`],
		badge: isVerified ? 'verified' : 'not verified',
	}));
	return [
		[
			{ title: 'Contact lists', none: 'No contact lists yet.', size: lists.length, rows: lists },
			{ title: 'Outbox', none: 'Nothing sent yet.', size: outbox.length, rows: outbox.slice(0, newest) },
		],
		[{ title: 'Campaigns', none: 'No campaigns yet.', size: campaigns.length, rows: campaigns }],
		[
			{ title: 'Templates', none: 'No templates.', size: templates.length, rows: templates },
			{ title: 'Sending domains', none: 'No sending domains yet.', size: domains.length, rows: domains },
		],
	];
}

/** Name and address, each where known: `Maren <maren@example.com>`. */
function mailbox(name: string | null, email: string | null): string {
	return name && email ? `${name} <${email}>` : (name ?? email ?? '');
}

function latest<Item>(items: readonly Item[], moment: (item: Item) => Moment): Item[] {
	return [...items].sort((one, other) => moment(other) - moment(one)).slice(0, newest);
}

/** The latest change of a subscriber and its time: "added 3 s ago". */
function latestChange({ createdAt, updatedAt, unsubscribedAt }: Subscriber, now: Moment): string {
	if (updatedAt <= createdAt) return `added ${ago(now - createdAt)}`;
	return `${unsubscribedAt === updatedAt ? 'unsubscribed' : 'changed'} ${ago(now - updatedAt)}`;
}

const units = { d: 86_400_000, h: 3_600_000, min: 60_000, s: 1_000 };

/** In the largest unit that fits: "3 min ago". */
function ago(milliseconds: number): string {
	const unit = Object.entries(units).find(([, length]) => milliseconds >= length);
	return unit === undefined ? 'just now' : `${Math.floor(milliseconds / unit[1])} ${unit[0]} ago`;
}

/** A path with its UUIDs cut to their first characters: the words matter. */
function shorten(path: string): string {
	return path.replace(/([\da-f]{8})-[\da-f-]{27}/g, '$1…');
}
