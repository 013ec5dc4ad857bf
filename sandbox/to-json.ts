import type { components } from '../contract/types';
import type { ContactList } from './store/contact-list';
import type { Account, Campaign, Domain, Mail, Moment, Subscriber, Template } from './store/records';
import type { Store } from './store/store';

/** The form of each kind of resource in responses. */
type Wire = components['schemas'];

/** Inferred, as the documentation only says "timestamp": microseconds, as common web frameworks write them. */
function timestamp<M extends Moment | null>(moment: M): M extends Moment ? string : string | null;
function timestamp(moment: Moment | null): string | null {
	return moment === null ? null : new Date(moment).toISOString().replace('Z', '000Z');
}

export function accountToJson({ id, name, email, createdAt }: Account): Wire['AccountInfoResponse']['account'] {
	return { id, name, email, created_at: timestamp(createdAt) };
}

export function contactListToJson({ uuid, name, subscribers, createdAt }: ContactList): Wire['ContactList'] {
	return { uuid, name, subscribers_count: subscribers.length, created_at: timestamp(createdAt) };
}

export function createdContactListToJson({ uuid, name, createdAt }: ContactList): Wire['CreatedContactList'] {
	return { uuid, name, created_at: timestamp(createdAt) };
}

export function domainToJson({ uuid, name, isVerified, dnsRecords, createdAt }: Domain): Wire['Domain'] {
	return { uuid, name, is_verified: isVerified, dns_records: dnsRecords, created_at: timestamp(createdAt) };
}

export function templateToJson(template: Template): Wire['TemplateListItem'] {
	const { uuid, name, slug, isPublished: is_published, createdAt, updatedAt } = template;
	return { uuid, name, slug, is_published, created_at: timestamp(createdAt), updated_at: timestamp(updatedAt) };
}

export function mailToJson(mail: Mail): Wire['SubscriberMail'] {
	return {
		uuid: mail.uuid,
		subject: mail.subject,
		status: 'sent',
		sent_at: timestamp(mail.sentAt),
		opened_at: timestamp(mail.openedAt),
		clicked_at: timestamp(mail.clickedAt),
		created_at: timestamp(mail.createdAt),
	};
}

export function subscriberToJson(subscriber: Subscriber, list: ContactList, account: Account): Wire['Subscriber'] {
	const received = subscriber.mails.length;
	const opened = subscriber.mails.flatMap(({ openedAt }) => openedAt ?? []);
	const clicked = subscriber.mails.flatMap(({ clickedAt }) => clickedAt ?? []);
	return {
		uuid: subscriber.uuid,
		first_name: subscriber.firstName,
		last_name: subscriber.lastName,
		email: subscriber.email,
		is_subscribed: subscriber.unsubscribedAt === null,
		unsubscribed_at: timestamp(subscriber.unsubscribedAt),
		recieved_count: received,
		opened_count: opened.length,
		open_rate: percentage(opened.length, received),
		click_rate: percentage(clicked.length, received),
		last_opened: opened.length === 0 ? null : timestamp(Math.max(...opened)),
		last_clicked: clicked.length === 0 ? null : timestamp(Math.max(...clicked)),
		account_id: account.id,
		customerable_type: 'App\\Models\\ContactList',
		customerable_id: list.id,
		tags: subscriber.tags,
		created_at: timestamp(subscriber.createdAt),
		updated_at: timestamp(subscriber.updatedAt),
	};
}

/** With two decimals; 0 of a total of 0. */
function percentage(part: number, whole: number): number {
	return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}

export function campaignToJson(campaign: Campaign, { templates, contactLists, domains }: Store): Wire['Campaign'] {
	const template = templates.find(({ uuid }) => uuid === campaign.templateUuid);
	const contactList = contactLists.find(({ uuid }) => uuid === campaign.contactListUuid);
	const domain = domains.find(({ name }) => campaign.fromEmail?.toLowerCase().endsWith(`@${name}`));
	return {
		uuid: campaign.uuid,
		name: campaign.name,
		from_name: campaign.fromName,
		from_email: campaign.fromEmail,
		reply_to_email: campaign.replyToEmail,
		reply_to_name: campaign.replyToName,
		is_sending: campaign.status === 'sending',
		is_sent: campaign.status === 'sent',
		opens: campaign.opens,
		clicks: campaign.clicks,
		unsubs: campaign.unsubs,
		bounces: campaign.hardBounces + campaign.softBounces,
		hard_bounces: campaign.hardBounces,
		soft_bounces: campaign.softBounces,
		sent: campaign.sent,
		created_at: timestamp(campaign.createdAt),
		template: template === undefined ? null : { uuid: template.uuid, name: template.name, slug: template.slug },
		contact_list: contactList === undefined ? null : { uuid: contactList.uuid, name: contactList.name },
		domain: domain === undefined ? null : { uuid: domain.uuid, name: domain.name },
	};
}
