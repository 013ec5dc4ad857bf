import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { endpoints, type EndpointKey } from '../nodes/EmailMarketing/api/endpoints';
import { operations } from '../nodes/EmailMarketing/resources/operations';
import type { Sandbox } from '../sandbox';
import { byId, jsonOf, defined, useEngine } from './engine/support';

interface Row {
	parameters: INodeParameters;
	/** Of the first request. */
	path: string;
	body?: object;
	/** What the first item has; the sandbox checks requests and responses against the contract, too. */
	output: object;
	/** What the sandbox has afterwards. */
	after?: (sandbox: Sandbox) => unknown;
	expected?: unknown;
	input?: IDataObject[];
}

const engine = useEngine();

/** One row for each operation: parameters → path, body, output, what the service has afterwards. */
function rows({ state }: Sandbox): Record<EndpointKey, Row> {
	const campaign = defined(state.campaigns[0]);
	const domain = defined(state.domains[0]);
	const list = defined(state.contactLists[0]);
	const subscriber = defined(
		list.subscribers.find(({ unsubscribedAt, mails }) => unsubscribedAt === null && mails.length > 0),
	);
	const template = defined(state.templates[0]);
	const lists = `/v1/contact-lists/${list.uuid}`;
	const one = { contactList: byId(list.uuid), subscriber: byId(subscriber.uuid) };
	return {
		'account.get': { parameters: {}, path: '/v1/account', output: { name: state.account.name } },
		'campaign.create': {
			parameters: {
				name: 'Autumn',
				contactList: byId(list.uuid),
				template: byId(template.uuid),
				fromEmail: 'news@example.com',
				fromName: '',
				additionalFields: { replyToName: 'Us' },
			},
			path: '/v1/campaigns',
			body: {
				name: 'Autumn',
				contact_list: list.uuid,
				template: template.uuid,
				from_email: 'news@example.com',
				reply_to_name: 'Us',
			},
			output: { name: 'Autumn', is_sent: false, contact_list: list.name },
			after: () => state.campaigns.at(-1)?.name,
			expected: 'Autumn',
		},
		'campaign.delete': {
			parameters: { campaign: byId(campaign.uuid) },
			path: `/v1/campaigns/${campaign.uuid}`,
			output: { deleted: true, uuid: campaign.uuid },
			after: () => state.campaigns.some(({ uuid }) => uuid === campaign.uuid),
			expected: false,
		},
		'campaign.getAll': {
			parameters: { limit: 2 },
			path: '/v1/campaigns',
			output: { uuid: campaign.uuid, name: campaign.name },
		},
		'campaign.update': {
			parameters: { campaign: byId(campaign.uuid), updateFields: { fromName: 'The team' } },
			path: `/v1/campaigns/${campaign.uuid}`,
			body: { from_name: 'The team' },
			output: { uuid: campaign.uuid, name: campaign.name },
			after: () => campaign.fromName,
			expected: 'The team',
		},
		'contactList.create': {
			parameters: { name: 'Guests', additionalFields: { extraFields: '{"source": "fair"}' } },
			path: '/v1/contact-lists',
			body: { name: 'Guests', source: 'fair' },
			output: { name: 'Guests' },
			after: () => state.contactLists.at(-1)?.name,
			expected: 'Guests',
		},
		'contactList.getAll': {
			parameters: {},
			path: '/v1/contact-lists',
			output: { uuid: list.uuid, name: list.name, subscribers_count: list.subscribers.length },
		},
		'domain.create': {
			parameters: { name: 'mail.example.org' },
			path: '/v1/domains',
			body: { name: 'mail.example.org' },
			output: {
				dns_records: expect.arrayContaining([
					expect.objectContaining({ name: expect.stringContaining('mail.example.org') }),
				]),
				name: 'mail.example.org',
			},
			after: () => state.domains.at(-1)?.name,
			expected: 'mail.example.org',
		},
		'domain.delete': {
			parameters: { domain: byId(domain.uuid) },
			path: `/v1/domains/${domain.uuid}`,
			output: { deleted: true, uuid: domain.uuid },
			after: () => state.domains.some(({ uuid }) => uuid === domain.uuid),
			expected: false,
		},
		'domain.getAll': { parameters: {}, path: '/v1/domains', output: { uuid: domain.uuid, name: domain.name } },
		'email.send': {
			parameters: {
				toEmail: 'nathan@example.com',
				subject: 'Hello',
				content: 'html',
				html: '<p>Hi</p>',
				additionalFields: { toName: 'Nathan', extraFields: { campaign: 'x' } },
			},
			path: '/v1/emails',
			body: { to_email: 'nathan@example.com', subject: 'Hello', to_name: 'Nathan', html: '<p>Hi</p>', campaign: 'x' },
			output: { to_email: 'nathan@example.com', subject: 'Hello', message: 'Email queued.' },
			after: () => state.outbox.at(-1)?.subject,
			expected: 'Hello',
		},
		'subscriber.create': {
			parameters: { contactList: byId(list.uuid), email: 'new@example.com', additionalFields: { tags: 'a,b' } },
			path: `${lists}/subscriber`,
			body: { email: 'new@example.com', tags: ['a', 'b'] },
			output: { action: 'created', email: 'new@example.com', tags: 'a, b' },
			after: () => list.subscribers.some(({ email }) => email === 'new@example.com'),
			expected: true,
		},
		'subscriber.delete': {
			parameters: one,
			path: `${lists}/subscriber/${subscriber.uuid}`,
			output: { deleted: true, uuid: subscriber.uuid },
			after: () => list.subscribers.includes(subscriber),
			expected: false,
		},
		'subscriber.get': {
			parameters: one,
			path: `${lists}/subscriber/${subscriber.uuid}`,
			output: {
				uuid: subscriber.uuid,
				email: subscriber.email,
				mails: expect.arrayContaining([expect.objectContaining({ subject: expect.any(String) })]),
			},
		},
		'subscriber.getAll': {
			parameters: { contactList: byId(list.uuid), limit: 3 },
			path: `${lists}/subscriber`,
			output: { uuid: list.subscribers[0]?.uuid, email: list.subscribers[0]?.email },
		},
		'subscriber.import': {
			parameters: { contactList: byId(list.uuid), options: { skipUnsubscribed: false } },
			input: [
				{ email: 'one@example.com', first_name: 'One', phone: 1 },
				{ email: 'two@example.com', tags: 'x, y' },
			],
			path: `${lists}/import`,
			body: {
				subscribers: [
					{ email: 'one@example.com', first_name: 'One' },
					{ email: 'two@example.com', tags: ['x', 'y'] },
				],
			},
			output: { action: 'imported', email: 'one@example.com', first_name: 'One' },
			after: () => list.subscribers.slice(-2).map(({ email }) => email),
			expected: ['one@example.com', 'two@example.com'],
		},
		'subscriber.toggleSubscription': {
			parameters: { ...one, changeTo: 'toggle' },
			path: `${lists}/subscriber/${subscriber.uuid}/toggle`,
			output: { uuid: subscriber.uuid, email: subscriber.email, is_subscribed: false, action: 'unsubscribed' },
			after: () => subscriber.unsubscribedAt !== null,
			expected: true,
		},
		'subscriber.update': {
			parameters: { ...one, updateFields: { lastName: 'Changed', extraFields: { first_name: '' } } },
			path: `${lists}/subscriber/${subscriber.uuid}`,
			body: { last_name: 'Changed', first_name: '' },
			output: { uuid: subscriber.uuid, last_name: 'Changed' },
			after: () => subscriber.lastName,
			expected: 'Changed',
		},
		'template.getAll': { parameters: {}, path: '/v1/templates', output: { uuid: template.uuid, name: template.name } },
		'template.togglePublish': {
			parameters: { template: byId(template.uuid), publishState: 'toggle' },
			path: `/v1/templates/${template.uuid}/toggle`,
			output: {
				action: template.isPublished ? 'unpublished' : 'published',
				uuid: template.uuid,
				name: template.name,
				is_published: !template.isPublished,
			},
			after: () => template.isPublished,
			expected: !template.isPublished,
		},
	};
}

describe('every operation', () => {
	it('has a row in this table, or a test file where it is made of several requests', () => {
		const composed = Object.keys(operations).filter((key) => !(key in endpoints));
		const files = composed.map((key) => join(__dirname, 'resources', `${key.replace('.', '/')}.test.ts`));
		expect(files.filter((file) => !existsSync(file))).toEqual([]);
		expect(Object.keys(rows(engine.sandbox)).sort()).toEqual(Object.keys(endpoints).sort());
	});

	it.each(Object.keys(endpoints) as EndpointKey[])('%s sends its request and outputs its resource', async (key) => {
		const { parameters, path, body, output, after, expected, input } = rows(engine.sandbox)[key];
		const run = await engine.run(key, parameters, input ? { input } : {});

		expect(run.error).toBeUndefined();
		// A toggle is sent after a reading.
		const request = engine.sandbox.requests().at(-1);
		const query = key.endsWith('.getAll') ? '?per_page=100' : '';
		const { method } = endpoints[key];
		expect(request).toMatchObject({ operationId: key, method, path, query, authorization: 'valid', status: 200 });
		expect(request?.body ?? undefined).toEqual(body);
		expect(jsonOf(run)[0]).toMatchObject(output);
		expect(after?.(engine.sandbox)).toEqual(expected);
	});
});
