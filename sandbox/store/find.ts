import { notFound } from '../http-error';
import type { ContactList } from './contact-list';
import type { Campaign, Domain, Subscriber, Template } from './records';
import type { Store } from './store';

/** The values of the path's placeholders, which depend on the operation. */
export type Path = Partial<Record<'campaign' | 'contactList' | 'subscriber' | 'domain' | 'template', string>>;

/** Each of these throws a 404 for an unknown resource. */
export const findCampaign = (store: Store, { campaign }: Path): Campaign =>
	byUuid(store.campaigns, campaign, 'campaign');

export const findContactList = (store: Store, { contactList }: Path): ContactList =>
	byUuid(store.contactLists, contactList, 'contact list');

/** A subscriber is found only in their own list. */
export const findSubscriber = (store: Store, path: Path): Subscriber =>
	existing(findContactList(store, path).withUuid(path.subscriber ?? ''), 'subscriber');

export const findDomain = (store: Store, { domain }: Path): Domain => byUuid(store.domains, domain, 'domain');

export const findTemplate = (store: Store, { template }: Path): Template =>
	byUuid(store.templates, template, 'template');

/** Throws a 404 unless every placeholder names an existing resource. */
export function checkPath(store: Store, path: Path): void {
	if (path.campaign !== undefined) findCampaign(store, path);
	if (path.contactList !== undefined) findContactList(store, path);
	if (path.subscriber !== undefined) findSubscriber(store, path);
	if (path.domain !== undefined) findDomain(store, path);
	if (path.template !== undefined) findTemplate(store, path);
}

function byUuid<Thing extends { uuid: string }>(things: readonly Thing[], uuid: string | undefined, what: string) {
	const found = things.find((candidate) => candidate.uuid === uuid);
	return existing(found, what);
}

function existing<Thing>(thing: Thing | undefined, what: string): Thing {
	if (thing === undefined) throw notFound(what);
	return thing;
}

/** Removes it from the array, in place. */
export function remove<Thing>(things: Thing[], thing: Thing): void {
	things.splice(things.indexOf(thing), 1);
}
