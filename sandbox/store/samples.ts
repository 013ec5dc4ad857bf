import type { Campaign } from './records';

/** The data of a fresh sandbox. `daysAgo` counts back from the start; resources in examples/ have a fixed `uuid`. */

export const sampleDomains = [
	{ name: 'mail.example.com', isVerified: true, daysAgo: 410 },
	{ name: 'news.example.org', isVerified: true, daysAgo: 260 },
	{ name: 'events.example.net', isVerified: false, daysAgo: 6 },
];

export const sampleTemplates = [
	{ name: 'Welcome', isPublished: true, daysAgo: 405 },
	{ name: 'Monthly Newsletter', isPublished: true, daysAgo: 402 },
	{ name: 'Product Update', isPublished: true, daysAgo: 388 },
	{ name: 'Receipt', isPublished: true, daysAgo: 371 },
	{ name: 'Password Reset', isPublished: true, daysAgo: 371 },
	{ name: 'Webinar Invitation', isPublished: true, daysAgo: 290 },
	{ name: 'Webinar Reminder', isPublished: true, daysAgo: 288 },
	{ name: 'Feedback Survey', isPublished: true, daysAgo: 204 },
	{ name: 'Season’s Greetings', isPublished: false, daysAgo: 160 },
	{ name: 'We Miss You', isPublished: true, daysAgo: 118 },
	{ name: 'Spring Sale', isPublished: false, daysAgo: 33 },
	{ name: 'Beta Invitation', isPublished: false, daysAgo: 4 },
];

export const sampleContactLists: Array<{ name: string; size: number; daysAgo: number; uuid?: string }> = [
	{ name: 'Newsletter', size: 264, daysAgo: 400, uuid: '6ed86e64-47e6-4503-8c23-1deef3aa3147' },
	{ name: 'Customers', size: 118, daysAgo: 390 },
	{ name: 'Product Updates', size: 64, daysAgo: 300 },
	{ name: 'Webinar Guests', size: 31, daysAgo: 210, uuid: '020ea4d5-23a3-4f7e-bf86-e0a3aab6c980' },
	{ name: 'Beta Testers', size: 12, daysAgo: 45, uuid: 'cadea775-d0bd-4980-8b9f-b1bd42ab5846' },
	{ name: 'Press', size: 0, daysAgo: 2 },
];

/** The first of the Webinar Guests: those in the sheet of an example. */
export const sampleGuests = [
	{ firstName: 'Aarav', lastName: 'Kapoor', email: 'a.kapoor@example.com', tags: ['partner', 'german'] },
	{ firstName: 'Amara', lastName: 'Adeyemi', email: 'a.adeyemi@example.org', tags: ['lead'] },
	{ firstName: 'Kofi', lastName: 'Kamau', email: 'k.kamau@example.com', tags: ['lead', 'early access'] },
	{ firstName: 'Priya', lastName: 'Reddy', email: 'priyareddy@example.org', tags: [] },
];

export const sampleTags = 'customer,lead,vip,trial,webinar,partner,early access,german,student'.split(',');

type SampleCampaign = [name: string, list: string, template: string, status: Campaign['status'], daysAgo: number];

export const sampleCampaigns: Array<[...SampleCampaign, uuid?: string]> = [
	['News from the workshop', 'Newsletter', 'Monthly Newsletter', 'sent', 210],
	['Your questions, answered live', 'Webinar Guests', 'Webinar Invitation', 'sent', 150],
	['How are we doing?', 'Customers', 'Feedback Survey', 'sent', 96],
	['Fifty small improvements', 'Product Updates', 'Product Update', 'sent', 52],
	['Letters worth keeping', 'Newsletter', 'Monthly Newsletter', 'sent', 17],
	['A faster editor is here', 'Product Updates', 'Product Update', 'sending', 1],
	['A small thank-you', 'Customers', 'Spring Sale', 'draft', 1, '948553c1-7cbd-406b-9439-edd4ac911d12'],
	['Come and try the beta', 'Beta Testers', 'Beta Invitation', 'draft', 0.2],
];

export const sampleSender = {
	fromName: 'Maren from Northwind Letters',
	fromEmail: 'maren@mail.example.com',
	replyToEmail: 'hello@mail.example.com',
	replyToName: 'Northwind Letters',
};

export const sampleAccount = { id: 1, name: 'Northwind Letters', email: 'owner@example.com', daysAgo: 412 };
