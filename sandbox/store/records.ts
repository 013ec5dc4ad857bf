import type { components } from '../../contract/types';

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

/** One email to one subscriber. All counters of the subscriber are derived from these. */
export interface Mail {
	uuid: string;
	subject: string;
	createdAt: Moment;
	sentAt: Moment;
	openedAt: Moment | null;
	clickedAt: Moment | null;
}

export interface Subscriber {
	readonly uuid: string;
	firstName: string | null;
	lastName: string | null;
	/** Changed only by its list. */
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
	/** Set once sending has begun. */
	sendingSince: Moment | null;
	sent: number;
	opens: number;
	clicks: number;
	unsubs: number;
	hardBounces: number;
	softBounces: number;
	createdAt: Moment;
}

/** The counters of a campaign that has not been sent yet. */
export const noCounters = { sent: 0, opens: 0, clicks: 0, unsubs: 0, hardBounces: 0, softBounces: 0 };

/** The value of a field after a request: the sent value, null if that is empty, the present value if none was sent. */
export function taken(sent: string | null | undefined, present: string | null): string | null {
	return sent === undefined ? present : sent || null;
}
