import type { SimpleFaker } from '@faker-js/faker';
import type { ContactList } from './contact-list';
import type { Account, Campaign, Domain, Moment, Template } from './records';

interface OutboxEmail {
	uuid: string;
	toEmail: string;
	toName: string | null;
	subject: string;
	fromEmail: string | null;
	templateName: string | null;
	sentAt: Moment;
}

/** All data of the service, each array oldest first. */
export interface Store {
	account: Account;
	domains: Domain[];
	templates: Template[];
	contactLists: ContactList[];
	campaigns: Campaign[];
	outbox: OutboxEmail[];
}

/** The context of a route: the store, and the only sources of time and chance. */
export interface SandboxContext {
	readonly store: Store;
	readonly token: string;
	now: () => Moment;
	readonly faker: SimpleFaker;
	/** Whether searches and orders of subscribers work. */
	readonly searches: boolean;
}
