import { dnsRecordsFor } from './dns-records';
import { recipientsOf } from './advance-clock';
import { ContactList } from './contact-list';
import { inventPerson } from './people';
import type { Random } from './random';
import {
	sampleAccount,
	sampleCampaigns,
	sampleContactLists,
	sampleDomains,
	sampleSender,
	sampleTags,
	sampleTemplates,
} from './samples';
import { noCounters } from './store';
import type { Campaign, Domain, Moment, Store, Subscriber, Template } from './store';

const day = 86_400_000;

export interface SeedOptions {
	/** How many subscribers the first contact list has; its usual size when left out. */
	subscribers?: number;
	/** Whether to begin with nothing but the account. */
	empty?: boolean;
}

/** A store full of sample data, as of `now`. The same chance and the same moment give the same store. */
export function seedStore(random: Random, now: Moment, options: SeedOptions = {}): Store {
	const store: Store = {
		account: {
			id: sampleAccount.id,
			name: sampleAccount.name,
			email: sampleAccount.email,
			createdAt: now - sampleAccount.daysAgo * day,
		},
		domains: [],
		templates: [],
		contactLists: [],
		campaigns: [],
		outbox: [],
	};
	if (options.empty) return store;
	store.domains = sampleDomains.map((sample) => seedDomain(random, now, sample));
	store.templates = sampleTemplates.map((sample) => seedTemplate(random, now, sample));
	store.contactLists = sampleContactLists.map((sample, index) => {
		const size = index === 0 ? (options.subscribers ?? sample.size) : sample.size;
		return seedContactList(random, now, index + 1, { ...sample, size });
	});
	store.campaigns = sampleCampaigns.map((sample) => seedCampaign(random, now, store, sample));
	return store;
}

function seedDomain(random: Random, now: Moment, sample: (typeof sampleDomains)[number]): Domain {
	return {
		uuid: random.uuid(),
		name: sample.name,
		isVerified: sample.isVerified,
		dnsRecords: dnsRecordsFor(sample.name, random),
		createdAt: now - sample.daysAgo * day,
	};
}

function seedTemplate(random: Random, now: Moment, sample: (typeof sampleTemplates)[number]): Template {
	const createdAt = now - sample.daysAgo * day;
	const slug = sample.name.toLowerCase().replace(/[^a-z]+/g, '-');
	return {
		uuid: random.uuid(),
		name: sample.name,
		slug,
		isPublished: sample.isPublished,
		createdAt,
		updatedAt: createdAt,
	};
}

function seedContactList(
	random: Random,
	now: Moment,
	id: number,
	sample: (typeof sampleContactLists)[number],
): ContactList {
	const createdAt = now - sample.daysAgo * day;
	const joined = Array.from({ length: sample.size }, () => random.int(createdAt, now - day / 24)).sort(
		(one, other) => one - other,
	);
	const taken = new Set<string>();
	const subscribers = joined.map((moment) => seedSubscriber(random, now, moment, taken));
	const list = new ContactList(id, random.uuid(), sample.name, createdAt);
	for (const subscriber of subscribers) list.add(subscriber);
	return list;
}

function seedSubscriber(random: Random, now: Moment, createdAt: Moment, taken: Set<string>): Subscriber {
	const person = inventPerson(random, taken);
	const nameless = random.chance(0.05);
	const unsubscribedAt = random.chance(0.08) ? random.int(createdAt, now) : null;
	const tags = sampleTags.filter(() => random.chance(0.15));
	return {
		uuid: random.uuid(),
		firstName: nameless ? null : person.firstName,
		lastName: nameless ? null : person.lastName,
		email: person.email,
		tags,
		unsubscribedAt,
		createdAt,
		updatedAt: unsubscribedAt ?? createdAt,
		mails: [],
	};
}

function seedCampaign(random: Random, now: Moment, store: Store, sample: (typeof sampleCampaigns)[number]): Campaign {
	const list = store.contactLists.find(({ name }) => name === sample.list);
	const createdAt = now - sample.daysAgo * day;
	const sending = { draft: null, sending: now - 60_000, sent: createdAt + day / 12 }[sample.status];
	const campaign: Campaign = {
		uuid: random.uuid(),
		name: sample.name,
		...sampleSender,
		contactListUuid: list?.uuid ?? null,
		templateUuid: store.templates.find(({ name }) => name === sample.template)?.uuid ?? null,
		status: sample.status,
		sendingSince: sending,
		...noCounters,
		createdAt,
	};
	if (campaign.status === 'sent' && sending !== null && list !== undefined)
		seedSending(random, now, campaign, sending, list);
	return campaign;
}

/** Sends a campaign in the past, so that its counters and those of its recipients agree. */
function seedSending(random: Random, now: Moment, campaign: Campaign, sentAt: Moment, list: ContactList): void {
	for (const { mails, unsubscribedAt } of recipientsOf(list, sentAt)) {
		const openedAt = random.chance(0.46) ? random.int(sentAt, Math.min(now, sentAt + 3 * day)) : null;
		const clickedAt = openedAt !== null && random.chance(0.27) ? openedAt + random.int(4_000, 90_000) : null;
		mails.push({ uuid: random.uuid(), subject: campaign.name, createdAt: sentAt, sentAt, openedAt, clickedAt });
		campaign.sent += 1;
		if (openedAt !== null) campaign.opens += 1;
		if (clickedAt !== null) campaign.clicks += 1;
		if (unsubscribedAt !== null && unsubscribedAt < sentAt + 7 * day) campaign.unsubs += 1;
	}
	campaign.hardBounces = random.int(0, Math.ceil(campaign.sent * 0.01));
	campaign.softBounces = random.int(0, Math.ceil(campaign.sent * 0.02));
}
