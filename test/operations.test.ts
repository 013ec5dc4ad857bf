import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { endpoints, type EndpointKey } from '../nodes/EmailMarketing/api/endpoints';
import { operations } from '../nodes/EmailMarketing/resources/operations';
import type { Sandbox } from '../sandbox';
import { byId, jsonOf, defined, useEngine } from './engine/support';

interface Row {
	parameters: INodeParameters;
	body?: object;
	/** What the first item has; the sandbox checks requests and responses against the contract, too. */
	output: object;
	/** Checks what the sandbox has afterwards. */
	after?: () => void;
	input?: IDataObject[];
}

const engine = useEngine();

/** One row for each operation: parameters → body, output, what the service has afterwards. */
function rows({ state }: Sandbox): Record<EndpointKey, Row> {
	const campaign = defined(state.campaigns[0]);
	const domain = defined(state.domains[0]);
	const list = defined(state.contactLists[0]);
	const subscriber = defined(
		list.subscribers.find(({ unsubscribedAt, mails }) => unsubscribedAt === null && mails.length > 0),
	);
	const template = defined(state.templates[0]);
	const { isPublished } = template;
	const one = { contactList: byId(list.uuid), subscriber: byId(subscriber.uuid) };
	return {
		'account.get': { parameters: {}, output: { name: state.account.name } },
		'campaign.create': {
			parameters: {
				name: 'Autumn',
				contactList: byId(list.uuid),
				template: byId(template.uuid),
				fromEmail: 'news@example.com',
				fromName: '',
				additionalFields: { replyToName: 'Us' },
			},
			body: {
				name: 'Autumn',
				contact_list: list.uuid,
				template: template.uuid,
				from_email: 'news@example.com',
				reply_to_name: 'Us',
			},
			output: { name: 'Autumn', is_sent: false, contact_list: list.name },
			after: () => expect(state.campaigns.at(-1)?.name).toBe('Autumn'),
		},
		'campaign.delete': {
			parameters: { campaign: byId(campaign.uuid) },
			output: { deleted: true, uuid: campaign.uuid },
			after: () => expect(state.campaigns.some(({ uuid }) => uuid === campaign.uuid)).toBe(false),
		},
		'campaign.getAll': {
			parameters: { limit: 2 },
			output: { uuid: campaign.uuid, name: campaign.name },
		},
		'campaign.update': {
			parameters: { campaign: byId(campaign.uuid), updateFields: { fromName: 'The team' } },
			body: { from_name: 'The team' },
			output: { uuid: campaign.uuid, name: campaign.name },
			after: () => expect(campaign.fromName).toBe('The team'),
		},
		'contactList.create': {
			parameters: { name: 'Guests', additionalFields: { extraFields: '{"source": "fair"}' } },
			body: { name: 'Guests', source: 'fair' },
			output: { name: 'Guests' },
			after: () => expect(state.contactLists.at(-1)?.name).toBe('Guests'),
		},
		'contactList.getAll': {
			parameters: {},
			output: { uuid: list.uuid, name: list.name, subscribers_count: list.subscribers.length },
		},
		'domain.create': {
			parameters: { name: 'mail.example.org' },
			body: { name: 'mail.example.org' },
			output: {
				dns_records: expect.arrayContaining([
					expect.objectContaining({ name: expect.stringContaining('mail.example.org') }),
				]),
				name: 'mail.example.org',
			},
			after: () => expect(state.domains.at(-1)?.name).toBe('mail.example.org'),
		},
		'domain.delete': {
			parameters: { domain: byId(domain.uuid) },
			output: { deleted: true, uuid: domain.uuid },
			after: () => expect(state.domains.some(({ uuid }) => uuid === domain.uuid)).toBe(false),
		},
		'domain.getAll': { parameters: {}, output: { uuid: domain.uuid, name: domain.name } },
		'email.send': {
			parameters: {
				toEmail: 'nathan@example.com',
				subject: 'Hello',
				content: 'html',
				html: '<p>Hi</p>',
				additionalFields: { toName: 'Nathan', extraFields: { campaign: 'x' } },
			},
			body: { to_email: 'nathan@example.com', subject: 'Hello', to_name: 'Nathan', html: '<p>Hi</p>', campaign: 'x' },
			output: { to_email: 'nathan@example.com', subject: 'Hello', message: 'Email queued.' },
			after: () => expect(state.outbox.at(-1)?.subject).toBe('Hello'),
		},
		'subscriber.create': {
			parameters: { contactList: byId(list.uuid), email: 'new@example.com', additionalFields: { tags: 'a,b' } },
			body: { email: 'new@example.com', tags: ['a', 'b'] },
			output: { action: 'created', email: 'new@example.com', tags: 'a, b' },
			after: () => expect(list.subscribers.some(({ email }) => email === 'new@example.com')).toBe(true),
		},
		'subscriber.delete': {
			parameters: one,
			output: { deleted: true, uuid: subscriber.uuid },
			after: () => expect(list.subscribers.includes(subscriber)).toBe(false),
		},
		'subscriber.get': {
			parameters: one,
			output: {
				uuid: subscriber.uuid,
				email: subscriber.email,
				mails: expect.arrayContaining([expect.objectContaining({ subject: expect.any(String) })]),
			},
		},
		'subscriber.getAll': {
			parameters: { contactList: byId(list.uuid), limit: 3 },
			output: { uuid: list.subscribers[0]?.uuid, email: list.subscribers[0]?.email },
		},
		'subscriber.import': {
			parameters: { contactList: byId(list.uuid), options: { skipUnsubscribed: false } },
			input: [
				{ email: 'one@example.com', first_name: 'One', phone: 1 },
				{ email: 'two@example.com', tags: 'x, y' },
			],
			body: {
				subscribers: [
					{ email: 'one@example.com', first_name: 'One' },
					{ email: 'two@example.com', tags: ['x', 'y'] },
				],
			},
			output: { action: 'imported', email: 'one@example.com', first_name: 'One' },
			after: () =>
				expect(list.subscribers.slice(-2).map(({ email }) => email)).toEqual(['one@example.com', 'two@example.com']),
		},
		'subscriber.toggleSubscription': {
			parameters: { ...one, changeTo: 'toggle' },
			output: { uuid: subscriber.uuid, email: subscriber.email, is_subscribed: false, action: 'unsubscribed' },
			after: () => expect(subscriber.unsubscribedAt !== null).toBe(true),
		},
		'subscriber.update': {
			parameters: { ...one, updateFields: { lastName: 'Changed', extraFields: { first_name: '' } } },
			body: { last_name: 'Changed', first_name: '' },
			output: { uuid: subscriber.uuid, last_name: 'Changed' },
			after: () => expect(subscriber.lastName).toBe('Changed'),
		},
		'template.getAll': { parameters: {}, output: { uuid: template.uuid, name: template.name } },
		'template.togglePublish': {
			parameters: { template: byId(template.uuid), publishState: 'toggle' },
			output: {
				action: isPublished ? 'unpublished' : 'published',
				uuid: template.uuid,
				name: template.name,
				is_published: !isPublished,
			},
			after: () => expect(template.isPublished).toBe(!isPublished),
		},
	};
}

describe('every operation', () => {
	it('has a row in this table, which the types demand, or a test file where it is made of several requests', () => {
		const composed = Object.keys(operations).filter((key) => !(key in endpoints));
		const files = composed.map((key) => join(__dirname, 'resources', `${key.replace('.', '/')}.test.ts`));
		expect(files.filter((file) => !existsSync(file))).toEqual([]);
	});

	it.each(Object.keys(endpoints) as EndpointKey[])('%s sends its request and outputs its resource', async (key) => {
		const { parameters, body, output, after, input } = rows(engine.sandbox)[key];
		const run = await engine.run(key, parameters, input ? { input } : {});

		expect(run.error).toBeUndefined();
		// A toggle is sent between two readings.
		const request = engine.sandbox.requests().find(({ operationId }) => operationId === key);
		const query = key.endsWith('.getAll') ? '?per_page=100' : '';
		const { method, path: pattern } = endpoints[key];
		const path = pattern.replace(
			/\{(\w+)\}/g,
			(_, name: string) => (parameters[name] as INodeParameters).value as string,
		);
		expect(request).toMatchObject({ operationId: key, method, path, query, authorization: 'valid' });
		expect(request?.body ?? undefined).toEqual(body);
		expect(jsonOf(run)[0]).toMatchObject(output);
		after?.();
	});
});
