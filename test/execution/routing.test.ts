import { RoutingNode, type ExecuteContext } from 'n8n-core';
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { endpoints, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';
import { operations } from '../../nodes/EmailMarketing/resources/operations';
import { runNode } from '../engine/runNode';
import { json, serve, type Served } from '../engine/serve';
import { byId } from '../engine/support';

/** The description is a complete declarative definition, and `execute` is held to it by n8n's own interpreter. */

const { description } = new EmailMarketing();
type Key = keyof typeof operations;

const keys = Object.keys(operations) as Key[];

interface Asked {
	readonly method?: string;
	readonly url?: string;
	readonly body: unknown;
}

/** Parameters that both engines can send: n8n's knows nothing of comma-separated tags or of JSON that is merged into the body. */
const parameters: INodeParameters = {
	...Object.fromEntries(
		['campaign', 'contactList', 'domain', 'subscriber', 'template'].map((name) => [name, byId(`${name}-1`)]),
	),
	name: 'A name',
	email: '={{ $json.mail }}',
	toEmail: 'to@example.com',
	subject: 'Hello',
	fromEmail: 'from@example.com',
	fromName: 'From',
	limit: 5,
	changeTo: 'toggle',
	publishState: 'toggle',
};
const [replyToEmail, replyToName] = ['reply@example.com', 'Reply'];
const name = { firstName: 'Ada', lastName: '={{ $json.last }}', tags: '={{ ["a", "b"] }}' };
const campaign = {
	name: 'Other',
	contactList: byId('list-2'),
	template: byId('template-2'),
	fromEmail: 'f@example.com',
};
const collections: Partial<Record<Key, INodeParameters>> = {
	'campaign.create': { additionalFields: { replyToEmail, replyToName } },
	'campaign.update': { updateFields: { ...campaign, fromName: 'F', replyToEmail, replyToName } },
	'email.send': { content: 'html', html: '<p>Hi</p>', additionalFields: { toName: 'To', replyToEmail, replyToName } },
	'subscriber.create': { additionalFields: name },
	'subscriber.upsert': { additionalFields: name },
	'subscriber.tag': { addTags: 'a' },
	'subscriber.update': { updateFields: { email: 'new@example.com', ...name } },
};
const input: IDataObject[] = [{ mail: 'ada@example.com', last: 'Lovelace' }];

describe("n8n's own RoutingNode, run on the same description, and execute() send the same", () => {
	let served: Served;
	let asked: Asked[] = [];
	beforeAll(async () => {
		served = await serve((request, response, body) => {
			const toggles = request.url?.endsWith('/toggle') === true;
			asked.push({
				method: request.method,
				url: request.url?.replace('?per_page=100', ''),
				body: body === '' ? undefined : JSON.parse(body),
			});
			json(response, { data: [], subscriber: { uuid: 'u1', tags: [], is_subscribed: !toggles } });
		});
	});
	afterAll(async () => await served.close());
	beforeEach(() => (asked = []));

	/** The same description without `execute`, run as n8n runs a declarative node. */
	function declarative(): INodeType {
		const routed: INodeType = {
			description: { ...description, requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' } },
		};
		return {
			...routed,
			async execute() {
				return (await new RoutingNode(this as ExecuteContext, routed).runNode()) ?? [];
			},
		};
	}

	/** Whether each item is a row by its columns, whatever the panel holds. */
	const takesColumns = (key: Key): boolean => 'rows' in operations[key] && operations[key].rows !== 'fields';

	it.each<[Key, INodeParameters]>([
		...keys.map((key): [Key, INodeParameters] => [key, {}]),
		['email.send', { content: 'text', text: 'Hi' }],
		['email.send', { content: 'template' }],
	])('for %s %j', async (key, more) => {
		const [resource = '', operation = ''] = key.split('.');
		const given = {
			parameters: { resource, operation, ...parameters, ...collections[key], ...more },
			credential: { baseUrl: served.url, accessToken: 'secret-token-1234567890', endpointPaths: '{}' },
			input: takesColumns(key) ? [{ email: 'row@example.com' }] : input,
		};
		const { method } = endpoints[operations[key].endpoint ?? (key as EndpointKey)];
		const own = await runNode(given);
		// Operations of several requests read first.
		const sent = asked.find((request) => request.method === method);
		asked = [];
		const routed = await runNode({ ...given, nodeType: declarative() });

		expect([own.error, routed.error]).toEqual([undefined, undefined]);
		expect(sent).toMatchObject({ method, url: expect.stringMatching(/^\/v1\//) });
		// What comes from the input item, or from the subscriber as it is, no routing describes.
		const isDescribed = !takesColumns(key) && key !== 'subscriber.tag';
		expect(isDescribed ? sent : { ...sent, body: undefined }).toEqual(
			isDescribed ? asked[0] : { ...asked[0], body: undefined },
		);
	});
});
