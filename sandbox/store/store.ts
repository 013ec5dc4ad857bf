import type { SimpleFaker } from '@faker-js/faker';
import type { components } from '../../contract/types';
import type { ContactList } from './contact-list';

/** Milliseconds since 1970. */
export type Moment = number;

export interface Account {
	id: number;
	name: string;
	email: string;
	createdAt: Moment;
}

export interface Domain {
	uuid: string;
	name: string;
	isVerified: boolean;
	dnsRecords: components['schemas']['Domain']['dns_records'];
	createdAt: Moment;
}

export interface Template {
	uuid: string;
	name: string;
	slug: string;
	isPublished: boolean;
	createdAt: Moment;
	updatedAt: Moment;
}

/** One email to one subscriber. All counters of the subscriber are counted from these. */
export interface Mail {
	uuid: string;
	subject: string;
	createdAt: Moment;
	sentAt: Moment | null;
	openedAt: Moment | null;
	clickedAt: Moment | null;
}

export interface Subscriber {
	readonly uuid: string;
	firstName: string | null;
	lastName: string | null;
	/** Changed by its list alone. */
	readonly email: string;
	tags: string[];
	unsubscribedAt: Moment | null;
	createdAt: Moment;
	updatedAt: Moment;
	mails: Mail[];
}

export interface Campaign {
	uuid: string;
	name: string;
	fromName: string | null;
	fromEmail: string | null;
	replyToEmail: string | null;
	replyToName: string | null;
	contactListUuid: string | null;
	templateUuid: string | null;
	status: 'draft' | 'sending' | 'sent';
	/** Set while and after it is sent. */
	sendingSince: Moment | null;
	sent: number;
	opens: number;
	clicks: number;
	unsubs: number;
	hardBounces: number;
	softBounces: number;
	createdAt: Moment;
}

/** The counters of a campaign that was not sent yet. */
export const noCounters = { sent: 0, opens: 0, clicks: 0, unsubs: 0, hardBounces: 0, softBounces: 0 };

interface OutboxEmail {
	uuid: string;
	toEmail: string;
	toName: string | null;
	subject: string;
	fromEmail: string | null;
	templateName: string | null;
	queuedAt: Moment;
	sentAt: Moment | null;
	/** The same email in the records of the subscribers with that address. */
	mails: Mail[];
}

/** Everything the service remembers, oldest first throughout. */
export interface Store {
	account: Account;
	domains: Domain[];
	templates: Template[];
	contactLists: ContactList[];
	campaigns: Campaign[];
	outbox: OutboxEmail[];
}

/** What a route works with: the store, and the only sources of time and chance. */
export interface SandboxContext {
	readonly store: Store;
	readonly token: string;
	/** Milliseconds between queueing an email and its being sent. */
	readonly deliveryDelay: number;
	now: () => Moment;
	readonly faker: SimpleFaker;
}
