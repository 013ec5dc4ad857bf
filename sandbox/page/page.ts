import { Eta } from 'eta';
import type { FaultPlan } from '../faults/plan';
import type { LoggedRequest } from '../request-log';
import type { Moment, Subscriber } from '../store/records';
import type { SandboxContext, Store } from '../store/store';
import { campaignToJson } from '../to-json';

// Escapes every `<%= %>`; the template outputs nothing in another way.
const eta = new Eta({ views: __dirname, cache: true, autoEscape: true });

/** How many entries are shown of a long list, and of the subscribers that a search finds. */
const newest = 8;
const mostFound = 20;

interface Shown {
	/** What was entered into the search field; empty for all subscribers. */
	search: string;
	requests: readonly LoggedRequest[];
	baseUrl: string;
	faults: FaultPlan | undefined;
}

/** The front page: the sandbox's data and its latest requests. */
export function renderPage(
	{ store, token, now }: SandboxContext,
	{ search, requests, baseUrl, faults }: Shown,
): string {
	const subscribers = store.contactLists.flatMap((list) =>
		list.subscribers.map((subscriber) => ({ ...subscriber, list: list.name })),
	);
	const isSearch = search !== '';
	const found = isSearch ? subscribers.filter((one) => hasWords(shownText(one), search)) : subscribers;
	return eta.render('./front', {
		baseUrl,
		token,
		faults: faults === undefined ? null : JSON.stringify(faults),
		requests: requests.toReversed(),
		search,
		found: found.length,
		subscribers: newestFirst(found).slice(0, isSearch ? mostFound : newest),
		columns: columnsOf(store, now()),
		latestChange: (subscriber: Subscriber) => latestChange(subscriber, now()),
		nameOf,
		buttonsOf,
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

/** What the page shows of a subscriber, as one text. */
function shownText({ firstName, lastName, email, list, tags, unsubscribedAt }: Subscriber & { list: string }): string {
	const state = unsubscribedAt === null ? '' : 'unsubscribed';
	return [firstName, lastName, email, list, state, ...tags].join(' ');
}

/** Whether each word of the search is in the text, whatever its case and accents. */
function hasWords(text: string, search: string): boolean {
	const plainText = plain(text);
	return plain(search)
		.split(/\s+/)
		.every((word) => plainText.includes(word));
}

function plain(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** By their latest change. */
function newestFirst<Item extends Subscriber>(subscribers: readonly Item[]): Item[] {
	const moment = ({ createdAt, updatedAt }: Item): Moment => Math.max(createdAt, updatedAt);
	return [...subscribers].sort((one, other) => moment(other) - moment(one));
}

/** The latest change of a subscriber and its time: "added 3 s ago". */
function latestChange({ createdAt, updatedAt, unsubscribedAt }: Subscriber, now: Moment): string {
	if (updatedAt <= createdAt) return `added ${ago(now - createdAt)}`;
	return `${unsubscribedAt === updatedAt ? 'unsubscribed' : 'changed'} ${ago(now - updatedAt)}`;
}

function nameOf({ firstName, lastName, email }: Subscriber): string {
	return [firstName, lastName].filter(Boolean).join(' ') || email;
}

/** The buttons of a subscriber: the change in the route, the label, and what the page reports after pressing. */
function buttonsOf(subscriber: Subscriber & { list: string }) {
	const { list, tags, unsubscribedAt } = subscriber;
	const name = nameOf(subscriber);
	const untag = {
		change: 'change',
		label: 'Remove tag “changed”',
		done: `Removed the tag “changed” from ${name} in ${list}. For the trigger, this is Subscriber Updated.`,
	};
	const tag = {
		change: 'change',
		label: 'Add tag “changed”',
		done: `Added the tag “changed” to ${name} in ${list}. For the trigger, this is Subscriber Updated.`,
	};
	const unsubscribe = {
		change: 'toggle',
		label: 'Unsubscribe',
		done: `Unsubscribed ${name} from ${list}. For the trigger, this is Subscriber Unsubscribed.`,
	};
	const resubscribe = {
		change: 'toggle',
		label: 'Resubscribe',
		done: `Resubscribed ${name} to ${list}. For the trigger, this is Subscriber Resubscribed.`,
	};
	const remove = {
		change: 'delete',
		label: 'Delete',
		done: `Deleted ${name} from ${list}. The trigger does not report deletions.`,
	};
	return [tags.includes('changed') ? untag : tag, unsubscribedAt === null ? unsubscribe : resubscribe, remove];
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
