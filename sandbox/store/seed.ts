import { SimpleFaker } from '@faker-js/faker';
import { recipientsOf } from './advance-clock';
import { ContactList } from './contact-list';
import { copyLater } from './copy-store';
import { inventPeople, type Person } from './people';
import {
	sampleAccount,
	sampleCampaigns,
	sampleContactLists,
	sampleDomains,
	sampleGuests,
	sampleSender,
	sampleTags,
	sampleTemplates,
} from './samples';
import { noCounters, type Campaign, type Domain, type Moment, type Subscriber } from './records';
import type { Store } from './store';

const day = 86_400_000;

export interface SeedOptions {
	/** How many subscribers the first contact list has; its usual size by default. */
	subscribers?: number;
	/** Whether to start with only the account. */
	empty?: boolean;
}

/** Sample data is invented as of 1970, and copied to the present: that takes a tenth of the time. */
const now: Moment = 0;
const invented = new Map<string, Store>();

/** A store full of sample data: at the same moment always the same. */
export function seedStore(moment: Moment, options: SeedOptions = {}): Store {
	const key = [options.subscribers, options.empty].join();
	const store = invented.get(key) ?? inventStore(options);
	invented.set(key, store);
	return copyLater(store, moment);
}

function inventStore(options: SeedOptions): Store {
	const faker = new SimpleFaker({ seed: 1 });
	const { id, name, email, daysAgo } = sampleAccount;
	const store: Store = {
		account: { id, name, email, createdAt: now - daysAgo * day },
		domains: [],
		templates: [],
		contactLists: [],
		campaigns: [],
		outbox: [],
	};
	if (options.empty) return store;
	store.domains = sampleDomains.map(({ daysAgo, ...domain }) => ({
		uuid: faker.string.uuid(),
		...domain,
		dnsRecords: dnsRecordsFor(domain.name, faker),
		createdAt: now - daysAgo * day,
	}));
	store.templates = sampleTemplates.map(({ name, isPublished, daysAgo }) => {
		const createdAt = now - daysAgo * day;
		const slug = name.toLowerCase().replace(/[^a-z]+/g, '-');
		return { uuid: faker.string.uuid(), name, slug, isPublished, createdAt, updatedAt: createdAt };
	});
	const inventPerson = inventPeople(faker.number.int());
	store.contactLists = sampleContactLists.map((sample, index) => {
		const size = index === 0 ? (options.subscribers ?? sample.size) : sample.size;
		return seedContactList(faker, index + 1, { ...sample, size }, inventPerson);
	});
	store.campaigns = sampleCampaigns.map((sample) => seedCampaign(faker, store, sample));
	return store;
}

/** The DNS records of a sending domain: permitted senders, the signing key, the policy, and the bounce address. */
export function dnsRecordsFor(domain: string, faker: SimpleFaker): Domain['dnsRecords'] {
	return [
		{ type: 'TXT', name: domain, value: 'v=spf1 include:spf.example.net ~all' },
		{ type: 'TXT', name: `em._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${faker.string.alphanumeric(216)}` },
		{ type: 'TXT', name: `_dmarc.${domain}`, value: `v=DMARC1; p=none; rua=mailto:dmarc@${domain}` },
		{ type: 'CNAME', name: `bounces.${domain}`, value: 'return.example.net' },
	];
}

function seedContactList(
	faker: SimpleFaker,
	id: number,
	sample: (typeof sampleContactLists)[number],
	inventPerson: () => Person,
): ContactList {
	const createdAt = now - sample.daysAgo * day;
	const joined = Array.from({ length: sample.size }, () =>
		faker.number.int({ min: createdAt, max: now - day / 24 }),
	).sort((one, other) => one - other);
	const guests = sample.name === 'Webinar Guests' ? sampleGuests : [];
	const list = new ContactList(id, sample.uuid ?? faker.string.uuid(), sample.name, createdAt);
	for (const [index, moment] of joined.entries()) {
		const subscriber = seedSubscriber(faker, moment, inventPerson());
		const guest = guests[index];
		list.add(guest === undefined ? subscriber : { ...subscriber, ...guest, unsubscribedAt: null, updatedAt: moment });
	}
	return list;
}

function seedSubscriber(faker: SimpleFaker, createdAt: Moment, { email, ...names }: Person): Subscriber {
	const isNameless = faker.datatype.boolean(0.05);
	const unsubscribedAt = faker.datatype.boolean(0.08) ? faker.number.int({ min: createdAt, max: now }) : null;
	return {
		uuid: faker.string.uuid(),
		...(isNameless ? { firstName: null, lastName: null } : names),
		email,
		tags: sampleTags.filter(() => faker.datatype.boolean(0.15)),
		unsubscribedAt,
		createdAt,
		updatedAt: unsubscribedAt ?? createdAt,
		mails: [],
	};
}

function seedCampaign(faker: SimpleFaker, store: Store, sample: (typeof sampleCampaigns)[number]): Campaign {
	const [name, listName, templateName, status, daysAgo, uuid] = sample;
	const list = store.contactLists.find((candidate) => candidate.name === listName);
	const createdAt = now - daysAgo * day;
	const sending = { draft: null, sending: now - 60_000, sent: createdAt + day / 12 }[status];
	const campaign: Campaign = {
		uuid: uuid ?? faker.string.uuid(),
		name,
		...sampleSender,
		contactListUuid: list?.uuid ?? null,
		templateUuid: store.templates.find((template) => template.name === templateName)?.uuid ?? null,
		status,
		sendingSince: sending,
		...noCounters,
		createdAt,
	};
	if (campaign.status === 'sent' && sending !== null && list !== undefined) seedSending(faker, campaign, sending, list);
	return campaign;
}

/** Sends a campaign in the past, with matching counters of the campaign and its recipients. */
function seedSending(faker: SimpleFaker, campaign: Campaign, sentAt: Moment, list: ContactList): void {
	for (const { mails, unsubscribedAt } of recipientsOf(list, sentAt)) {
		const openedAt = faker.datatype.boolean(0.46)
			? faker.number.int({ min: sentAt, max: Math.min(now, sentAt + 3 * day) })
			: null;
		const clickedAt =
			openedAt !== null && faker.datatype.boolean(0.27)
				? openedAt + faker.number.int({ min: 4_000, max: 90_000 })
				: null;
		mails.push({ uuid: faker.string.uuid(), subject: campaign.name, createdAt: sentAt, sentAt, openedAt, clickedAt });
		campaign.sent += 1;
		if (openedAt !== null) campaign.opens += 1;
		if (clickedAt !== null) campaign.clicks += 1;
		if (unsubscribedAt !== null && unsubscribedAt < sentAt + 7 * day) campaign.unsubs += 1;
	}
	campaign.hardBounces = faker.number.int({ max: Math.ceil(campaign.sent * 0.01) });
	campaign.softBounces = faker.number.int({ max: Math.ceil(campaign.sent * 0.02) });
}
