import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

import { endpoints, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { parseEndpointPaths } from '../../nodes/EmailMarketing/api/endpointPaths';
import { diagnose } from '../../doctor/diagnose';
import { readDocument, type OpenApiDocument } from '../../doctor/readDocument';

const contractText = readFileSync(join(__dirname, '../../contract/openapi.yaml'), 'utf8');
const contract = readDocument(contractText);

type Part = Record<string, unknown>;

/** A document with these operations: `{'GET /v1/campaigns': {summary: …}}`. */
function documentWith(operations: Record<string, Part>, more: Part = {}): OpenApiDocument {
	const paths: Record<string, Part> = {};
	for (const [place, operation] of Object.entries(operations)) {
		const [method = '', path = ''] = place.split(' ');
		paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
	}
	return readDocument(stringify({ openapi: '3.0.3', info: { title: 'Mail' }, paths, ...more }));
}

function diagnosed(operations: Record<string, Part>, more?: Part): string {
	return diagnose(documentWith(operations, more), contract);
}

/** The part of a report below a title. */
function sectionOf(report: string, title: string): string {
	return (
		new RegExp(`^${title}.*\\n((?: {2}.*\\n?)+)`, 'm').exec(report)?.[1]?.replace(/^ {2}/gm, '').trim() ?? 'nothing'
	);
}

/** What is to be pasted; it is what the credential takes. */
function pathsIn(report: string): object {
	return parseEndpointPaths(sectionOf(report, "'Endpoint Paths'").replace(/ is right.*/, ''));
}

const named = (summary: string, more: Part = {}): Part => ({ summary, ...more });
const giving = (schema: Part): Part => ({
	responses: { 200: { description: '', content: { 'application/json': { schema } } } },
});
const taking = (schema: Part, required = true): Part => ({
	requestBody: { required, content: { 'application/json': { schema } } },
});
const text = { type: 'string' };
const fields = (...names: string[]): Part => ({
	type: 'object',
	properties: Object.fromEntries(names.map((name) => [name, text])),
});

const campaignFields = [
	'name',
	'contact_list',
	'template',
	'from_email',
	'from_name',
	'reply_to_email',
	'reply_to_name',
];

/** A service as a framework describes it: other names, other placeholders, its version in the address of the server. */
const laravel = {
	'GET /me': { operationId: 'account.show', summary: 'Get authenticated account info' },
	'GET /sending-domains': { operationId: 'domains.index' },
	'POST /sending-domains': { operationId: 'domains.store' },
	'DELETE /sending-domains/{uuid}': { operationId: 'domains.destroy' },
	'GET /contact-lists': { operationId: 'contactLists.index' },
	'POST /contact-lists': { operationId: 'contactLists.store' },
	'POST /contact-lists/{list}/subscribers/import': { operationId: 'contactLists.subscribers.import' },
	'GET /contact-lists/{list}/subscribers': { operationId: 'contactLists.subscribers.index' },
	'GET /contact-lists/{list}/subscribers/{uuid}': { operationId: 'contactLists.subscribers.show' },
	'POST /contact-lists/{list}/subscriber': { operationId: 'contactLists.subscribers.store' },
	'PUT /contact-lists/{list}/subscribers/{uuid}': { operationId: 'contactLists.subscribers.update' },
	'DELETE /contact-lists/{list}/subscribers/{uuid}': { operationId: 'contactLists.subscribers.destroy' },
	'PUT /contact-lists/{list}/subscribers/{uuid}/toggle-subscription': {
		operationId: 'contactLists.subscribers.toggle',
	},
	'GET /campaigns': { operationId: 'campaigns.index' },
	'POST /campaigns': { operationId: 'campaigns.store' },
	'PUT /campaigns/{uuid}': { operationId: 'campaigns.update' },
	'DELETE /campaigns/{uuid}': { operationId: 'campaigns.destroy' },
	'GET /templates': { operationId: 'templates.index' },
	'PUT /templates/{uuid}/toggle-publish': { operationId: 'templates.togglePublish' },
	'POST /emails/send': { operationId: 'emails.send' },
	'GET /campaigns/{uuid}': { operationId: 'campaigns.show', summary: 'Show a campaign\nwith all of it' },
};
const laravelServer = { servers: [{ url: 'https://mail.example.com/api/v1' }] };

describe("the node's own contract", () => {
	it('differs in nothing', () => {
		expect(diagnose(contract, contract)).toBe(
			[
				'OpenAPI 3.1.0, "Email marketing service", 20 operations. 20 of the 20 operations of the node are in it.',
				...['', "'Base URL' of the credential", '  http://127.0.0.1:8787'],
				...['', "'Endpoint Paths' of the credential", '  {} is right: the paths are those of the node.'],
				...['', 'What differs in methods, bodies and answers', '  Nothing differs.'],
			].join('\n'),
		);
	});

	it('is recognized without its names too', () => {
		const unnamed = readDocument(
			JSON.stringify(contract.root, (name, value: unknown) =>
				['operationId', 'summary', 'description'].includes(name) ? undefined : value,
			),
		);
		expect(
			unnamed.operations.filter(({ operationId, summary }) => operationId !== undefined || summary !== undefined),
		).toEqual([]);
		expect(diagnose(unnamed, contract)).toContain('20 of the 20 operations of the node are in it');
		expect(diagnose(unnamed, contract)).toContain('Nothing differs.');
	});
});

describe('a document of another style', () => {
	const report = diagnosed(laravel, laravelServer);

	it('is mapped to the operations of the node, each once', () => {
		expect(report).toContain('OpenAPI 3.0.3, "Mail", 21 operations. 20 of the 20 operations of the node are in it.');
		expect(sectionOf(report, 'In the document, and not in the node')).toBe(
			'GET /api/v1/campaigns/{uuid} (Show a campaign)',
		);
	});

	it("gives the Base URL without the version, which the node's paths begin with", () => {
		expect(sectionOf(report, "'Base URL'")).toBe('https://mail.example.com/api');
	});

	it("gives the paths that differ, with the node's placeholders, writes included", () => {
		expect(pathsIn(report)).toEqual({
			'account.get': '/v1/me',
			'domain.create': '/v1/sending-domains',
			'domain.delete': '/v1/sending-domains/{domain}',
			'domain.getAll': '/v1/sending-domains',
			'email.send': '/v1/emails/send',
			'subscriber.delete': '/v1/contact-lists/{contactList}/subscribers/{subscriber}',
			'subscriber.get': '/v1/contact-lists/{contactList}/subscribers/{subscriber}',
			'subscriber.getAll': '/v1/contact-lists/{contactList}/subscribers',
			'subscriber.import': '/v1/contact-lists/{contactList}/subscribers/import',
			'subscriber.toggleSubscription': '/v1/contact-lists/{contactList}/subscribers/{subscriber}/toggle-subscription',
			'subscriber.update': '/v1/contact-lists/{contactList}/subscribers/{subscriber}',
			'template.togglePublish': '/v1/templates/{template}/toggle-publish',
		});
	});

	it('does not contradict where it describes neither bodies nor answers', () => {
		expect(sectionOf(diagnosed({ 'GET /v1/campaigns': named('List campaigns') }), 'What differs')).toBe(
			'Nothing differs.',
		);
	});

	it('is read the same as JSON', () => {
		const { root } = documentWith(laravel, laravelServer);
		expect(diagnose(readDocument(JSON.stringify(root)), contract)).toBe(report);
	});

	it.each<[string, Part, string, object]>([
		[
			'a server without a version',
			{ servers: [{ url: 'https://mail.example.com/rest' }] },
			'https://mail.example.com/rest',
			{ 'campaign.getAll': '/campaigns' },
		],
		[
			'another version',
			{ servers: [{ url: 'https://mail.example.com/v2' }] },
			'https://mail.example.com',
			{ 'campaign.getAll': '/v2/campaigns' },
		],
		[
			'no host',
			{ servers: [{ url: '/api/v1' }] },
			'/api\nNote: the document names no host: put the one of your account in front of it.',
			{},
		],
		[
			'a host that the token would travel to unencrypted',
			{ servers: [{ url: 'http://mail.example.com/v1' }] },
			"http://mail.example.com\nNote: 'Base URL' uses http:// with a public host, so the access token would travel unencrypted.",
			{},
		],
	])('gives Base URL and paths for %s', (_name, more, baseUrl, paths) => {
		const given = diagnosed({ 'GET /campaigns': named('List campaigns') }, more);
		expect([sectionOf(given, "'Base URL'"), pathsIn(given)]).toEqual([baseUrl, paths]);
	});
});

describe('an operation', () => {
	it.each<[EndpointKey, string, Part]>([
		['account.get', 'GET /v1/user', named('Current user', giving(fields('id', 'email')))],
		['account.get', 'GET /v1/account/info', named('Get authenticated account info')],
		['contactList.getAll', 'GET /v1/lists', named('List contact lists')],
		['subscriber.getAll', 'GET /v1/lists/{id}/contacts', named('List subscribers for a contact list')],
		['subscriber.get', 'GET /v1/subscribers/{id}', named('Get subscriber details')],
		[
			'subscriber.import',
			'POST /v1/contact-lists/{list}/subscribers/bulk',
			named('Import subscribers into a contact list'),
		],
		['template.togglePublish', 'PUT /v1/templates/{id}/publish', named('Toggle template publish status')],
		[
			'subscriber.toggleSubscription',
			'PUT /v1/contact-lists/{list}/subscribers/{id}/subscription-status',
			named('Toggle subscriber subscription status'),
		],
		['email.send', 'POST /v1/messages', named('Send an email (queued)')],
		['email.send', 'POST /v1/send', named('Send an email')],
		['campaign.update', 'PUT /v1/anything/{x}', { operationId: 'campaign.update' }],
	])('%s is found as %s', (key, place, operation) => {
		const others = Object.entries(endpoints)
			.filter(([other]) => other !== key)
			.map(([other, { method, path }]) => [`${method} ${path}`, { operationId: other }]);
		const report = diagnosed({
			...Object.fromEntries(others.filter(([other]) => other !== place)),
			[place]: operation,
		});
		expect(report).toContain('20 of the 20 operations of the node are in it');
		expect(Object.keys(pathsIn(report))).toEqual([key]);
	});

	it('is not the first that has the same method', () => {
		const report = diagnosed({
			'GET /v1/campaigns': named('List campaigns'),
			'GET /v1/users': named('All users', giving({ type: 'array', items: fields('id', 'email') })),
			'GET /v1/reports': named('List reports'),
		});
		expect(report).toContain('1 of the 20 operations');
		expect(report).toContain('So few are more likely a chance');
		expect(sectionOf(report, 'Not in the document')).toContain(
			'account.get (GET /v1/account, "Get authenticated account info")',
		);
	});

	it('that sends a campaign is not the one that sends an email', () => {
		const report = diagnosed({ 'POST /v1/campaigns/{id}/send': named('Send a campaign'), 'GET /v1/campaigns': {} });
		expect(sectionOf(report, 'In the document, and not in the node')).toBe(
			'POST /v1/campaigns/{id}/send (Send a campaign)',
		);
	});

	it('that no longer names the contact list is told to reach more, perhaps', () => {
		const report = diagnosed({
			'DELETE /v1/subscribers/{id}': named('Delete a subscriber'),
			'GET /v1/subscribers/{id}': named('Get subscriber details'),
		});
		expect(pathsIn(report)).toEqual({
			'subscriber.delete': '/v1/subscribers/{subscriber}',
			'subscriber.get': '/v1/subscribers/{subscriber}',
		});
		expect(sectionOf(report, 'What differs')).toBe(
			'subscriber.delete (DELETE /v1/subscribers/{id})\n  - path: /v1/subscribers/{id} does not name {contactList}, so this may reach more than the node says: ask the service',
		);
	});

	it('with another method is told, and its path is not proposed', () => {
		const report = diagnosed({
			'PATCH /v1/mailings/{id}': {
				operationId: 'campaign.update',
				summary: 'Update a campaign',
				...taking(fields(...campaignFields)),
			},
		});
		expect(sectionOf(report, 'What differs')).toBe(
			'campaign.update (PATCH /v1/mailings/{id})\n  - method: the document has PATCH, and the node sends PUT, which no setting changes',
		);
		expect(pathsIn(report)).toEqual({});
	});

	it.each<[string, Record<string, Part>, string]>([
		[
			'says nothing of the contact list',
			{ 'GET /v1/subscribers': named('List subscribers for a contact list') },
			'path: /v1/subscribers cannot be used: it has no place for {contactList}',
		],
		[
			'asks for more than the node has',
			{ 'GET /v1/accounts/{account}/campaigns': named('List campaigns') },
			'path: /v1/accounts/{account}/campaigns cannot be used: The path for "campaign.getAll" in \'Endpoint Paths\' may use no placeholder, not {account}',
		],
	])('whose path %s is told, and not proposed', (_name, operations, words) => {
		const report = diagnosed(operations);
		expect(sectionOf(report, 'What differs')).toContain(words);
		expect(pathsIn(report)).toEqual({});
	});
});

describe('what differs in a body', () => {
	it.each<[string, string, Part, string[]]>([
		[
			'names',
			'POST /v1/domains',
			taking({ ...fields('domain'), required: ['domain'] }),
			[
				'body: the document has no name, which the node sends',
				"body: the document requires domain, which can be given as 'Extra Fields (JSON)'",
			],
		],
		[
			'what may be sent besides',
			'POST /v1/contact-lists',
			taking(fields('name', 'color', 'owner')),
			["body: the document also takes color, owner, which can be given as 'Extra Fields (JSON)'"],
		],
		[
			'what the node cannot send',
			'PUT /v1/campaigns/{id}',
			taking({ ...fields(...campaignFields, 'subject'), required: ['subject'] }),
			['body: the document requires subject, which the node does not send'],
		],
		[
			'types',
			'POST /v1/contact-lists/{list}/subscriber',
			taking({
				type: 'object',
				properties: { ...(fields('first_name', 'last_name', 'email').properties as Part), tags: text },
			}),
			[
				'body: the document has no tags[], which the node sends',
				'body: the document has another type for tags (string, not array)',
			],
		],
		[
			'what is nested, told at its top',
			'POST /v1/contact-lists/{list}/import',
			taking({ type: 'object', properties: { contacts: { type: 'array', items: fields('email') } } }),
			[
				'body: the document has no subscribers, which the node sends',
				"body: the document also takes contacts, which can be given as 'Extra Fields (JSON)'",
			],
		],
		[
			'its kind',
			'POST /v1/contact-lists/{list}/import',
			{ requestBody: { content: { 'multipart/form-data': { schema: fields('file') } } } },
			['body: the document has multipart/form-data, and the node sends JSON'],
		],
		['that there is none', 'POST /v1/domains', {}, ['body: the document has none, and the node sends one']],
		[
			'that there is one',
			'PUT /v1/templates/{id}/toggle',
			taking(fields('is_published')),
			['body: the document requires one (is_published), and the node sends none'],
		],
	])('is told: %s', (_name, place, operation, expected) => {
		const lines = sectionOf(diagnosed({ [place]: operation }), 'What differs')
			.split('\n')
			.slice(1);
		expect(lines).toEqual(expected.map((line) => `  - ${line}`));
	});
});

describe('what differs in an answer', () => {
	const list = (items: Part, name = 'data'): Part =>
		giving({ type: 'object', properties: { [name]: { type: 'array', items } } });
	const template = fields('uuid', 'name', 'slug', 'created_at', 'updated_at');
	const domain = ['uuid', 'name', 'is_verified', 'dns_records', 'created_at'];

	it.each<[string, string, Part, string[]]>([
		[
			'fields',
			'GET /v1/domains',
			list(fields(...domain, 'color')),
			[
				'answer: the document has no data[].dns_records[] (the node reads the answer all the same)',
				'answer: the document also has data[].color',
				'answer: the document has another type for data[].is_verified (string, not boolean), data[].dns_records (string, not array)',
			],
		],
		[
			'what the list is called',
			'GET /v1/templates',
			list(template, 'templates'),
			[
				'answer: the document has no data, links, meta (the node reads the answer all the same)',
				'answer: the document also has templates',
			],
		],
		[
			'that it is no list',
			'GET /v1/templates',
			{ operationId: 'template.getAll', ...giving({ type: 'object', properties: { count: { type: 'integer' } } }) },
			[
				'answer: the node does not understand this one',
				'answer: the document has no data, links, meta',
				'answer: the document also has count',
			],
		],
		[
			'that it is no JSON',
			'GET /v1/templates',
			{ operationId: 'template.getAll', responses: { 200: { content: { 'text/csv': {} } } } },
			['answer: the document has text/csv, and the node reads JSON'],
		],
	])('is told: %s', (_name, place, operation, expected) => {
		const lines = sectionOf(diagnosed({ [place]: operation }), 'What differs')
			.split('\n')
			.slice(1);
		expect(lines).toEqual(expected.map((line) => `  - ${line}`));
	});

	it('is nothing where a list stands bare, but that it does', () => {
		expect(
			sectionOf(diagnosed({ 'GET /v1/templates': giving({ type: 'array', items: template }) }), 'What differs'),
		).toContain('the node reads the answer all the same');
	});

	it('names twelve fields at most', () => {
		const many = Array.from({ length: 20 }, (_, index) => `field_${index}`);
		expect(
			sectionOf(diagnosed({ 'DELETE /v1/domains/{id}': giving(fields('message', ...many)) }), 'What differs'),
		).toMatch(/field_11 and 8 more$/);
	});
});

describe('a document of another service', () => {
	it('is told to be none of this one', () => {
		const operations = {
			'GET /pets': named('List pets'),
			'POST /pets': named('Create a pet'),
			'GET /pets/{id}': named('Get a pet'),
			'GET /store/inventory': {},
			'POST /store/order': {},
			'DELETE /store/order/{id}': {},
			'PUT /pets/{id}': {},
		};
		expect(() => diagnosed(operations)).toThrow(
			'None of the 20 operations of the node is in this document, so it is not the one of the service. It has: GET /pets, POST /pets, GET /pets/{id}, PUT /pets/{id}, GET /store/inventory and 2 more.',
		);
	});
});
