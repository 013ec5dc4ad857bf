import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { components } from '../../contract/types';
import { endpoints, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { byId, defined, errorText } from '../engine/support';
import { runNode, type NodeRun, type NodeRunOptions } from '../engine/runNode';
import { serve, type Served } from '../engine/serve';
import { scaled, seed } from './random';

/**
 * Random values and responses: no crash, no lost item, no request to another path, no empty message.
 * A failure prints its seed: `MODEL_SEED=1 npx jest properties` repeats it.
 */

const token = 'secret-token-1234567890';
const anyText = fc.oneof(
	fc.string({ maxLength: 20 }),
	fc.string({ unit: 'binary', maxLength: 8 }),
	fc.constantFrom('..', '../..', 'a/b', '%2e%2e', '?x=1', '#', '\\', 'ü', '{subscriber}', token),
);
const anyValue = fc.oneof(
	anyText,
	fc.integer(),
	fc.boolean(),
	fc.constant(null),
	fc.array(anyText, { maxLength: 3 }),
	fc.dictionary(anyText, anyText, { maxKeys: 2 }),
);
/** A value that every parameter takes. */
const ordinary = 'p@example.com';
const keys = (Object.keys(endpoints) as EndpointKey[]).filter((key) => key !== 'subscriber.import');

/** An expression that returns the item's value, of any type. */
const fromItem = '={{ $json.value }}';
const parameters: INodeParameters = {
	campaign: byId(fromItem),
	contactList: byId(fromItem),
	subscriber: byId(fromItem),
	domain: byId(fromItem),
	template: byId(fromItem),
	email: fromItem,
	name: fromItem,
	toEmail: fromItem,
	subject: fromItem,
	fromEmail: fromItem,
	fromName: fromItem,
	html: fromItem,
	updateFields: { name: fromItem, firstName: fromItem },
	requestOptions: { maxRetries: 0 },
};

function expectWords(run: NodeRun): void {
	const words = [
		errorText(run),
		...run.errorItems.map(({ json }) => `${textOf(json.error)} ${textOf(json.details)}`),
	].join('\n');
	expect(words).not.toMatch(/\bundefined\b|\[object Object\]|\bNaN\b/);
	expect(words).not.toContain(token);
}

/** Each input item is on one of the outputs, but for at most so many lists, which may be empty. */
function expectNothingLost(run: NodeRun, count: number, lists: number): void {
	const from = [...run.items, ...run.errorItems].map(({ pairedItem }) => (pairedItem as { item: number }).item);
	const missing = Array.from({ length: count }, (_, item) => item).filter((item) => !from.includes(item));
	expect(missing.length).toBeLessThanOrEqual(lists);
	expect(from.every((item) => item >= 0 && item < count)).toBe(true);
}

interface Reply {
	readonly status: number;
	readonly body: string;
	readonly type?: string;
}
let reply: (body: string, method?: string) => Reply;
let served: Served;
beforeAll(async () => {
	served = await serve(({ method }, response, sent) => {
		const { status, body, type = 'application/json' } = reply(sent, method);
		response.writeHead(status, { 'content-type': type, 'retry-after': '0' }).end(body);
	});
});
afterAll(async () => await served.close());

async function run(key: string, more: INodeParameters, options: Partial<NodeRunOptions>): Promise<NodeRun> {
	const [resource = '', operation = ''] = key.split('.');
	return await runNode({
		parameters: { resource, operation, ...parameters, ...more },
		credential: { baseUrl: served.url, accessToken: token, endpointPaths: '{}' },
		...options,
	});
}

/** What is read before a toggle. */
const readFirst: Partial<Record<string, string[]>> = {
	'subscriber.toggleSubscription': [endpoints['subscriber.get'].path],
	'template.togglePublish': [endpoints['template.getAll'].path],
};

describe('with any values in the parameters', () => {
	it('every operation ends with a message, or requests only its own path', async () => {
		const sending = new Set<string>();
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...keys),
				fc.array(anyValue, { minLength: 1, maxLength: 3 }),
				async (key, values) => {
					reply = () => ({ status: 200, body: '{"message": "ok", "data": []}' });
					const before = served.requests.length;
					const input = values.map((value): IDataObject => ({ value }));
					const done = await run(key, {}, { input, node: { onError: 'continueErrorOutput' } });
					const paths = [endpoints[key].path, ...(readFirst[key] ?? [])];
					const segments = paths.map((path) => path.split('/').length);
					const sent = served.requests.slice(before);
					if (sent.length > 0) sending.add(key);
					expect(sent.length).toBeGreaterThanOrEqual(values.includes(ordinary) ? 1 : 0);
					for (const request of sent) {
						const path = defined(request.split(' ')[1]).split('?')[0] ?? '';
						expect(segments).toContain(path.split('/').length);
						expect(path.split('/').map(decodeURIComponent)).not.toContain('..');
						expect(path).toMatch(/^\/v1\//);
					}
					expectWords(done);
					expectNothingLost(done, values.length, key.endsWith('.getAll') ? sent.length : 0);
				},
			),
			{
				numRuns: keys.length + scaled(80),
				seed,
				examples: keys.map((key): [typeof key, string[]] => [key, [ordinary]]),
			},
		);
		expect([...sending].sort()).toEqual([...keys].sort());
	}, 60_000);
});

describe('with any response from the service', () => {
	const anyResponse = fc.record({
		status: fc.constantFrom(200, 201, 204, 301, 400, 401, 404, 409, 422, 429, 500, 503),
		type: fc.constantFrom('application/json', 'text/html', 'text/plain'),
		body: fc.oneof(
			fc.json({ maxDepth: 3 }),
			fc.string(),
			fc.constantFrom(
				'',
				'null',
				'[]',
				'{',
				'<html>',
				'"text"',
				'7',
				'{"data": null}',
				'{"errors": "text"}',
				'{"errors": ["a", {"b": ["c"]}]}',
				'{"errors": null, "message": null}',
				`{"message": "${token}"}`,
			),
			fc
				.dictionary(
					fc.constantFrom('data', 'links', 'meta', 'errors', 'message', 'subscriber', 'campaign', 'mails'),
					fc.jsonValue({ maxDepth: 3 }),
				)
				.map((value) => JSON.stringify(value)),
		),
	});

	it('every operation ends with an item or a message, and writes only once', async () => {
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...keys), anyResponse, async (key, given) => {
				reply = () => given;
				const before = served.requests.length;
				const more = {
					email: 'a@example.com',
					toEmail: 'a@example.com',
					fromEmail: 'b@example.com',
					updateFields: { name: 'x', firstName: 'x' },
				};
				const options: Partial<NodeRunOptions> = {
					input: [{ value: 'abc' }],
					node: { onError: 'continueErrorOutput' },
				};
				const done = await run(key, more, options);
				expectWords(done);
				expectNothingLost(done, 1, key.endsWith('.getAll') && given.status < 300 ? 1 : 0);
				const sent = served.requests.slice(before);
				const writes = sent.filter((request) => !request.startsWith('GET'));
				expect(sent.length).toBeGreaterThan(0);
				// What is read first may forbid the write.
				if (endpoints[key].method !== 'GET') expect(writes.length + (readFirst[key] ? 1 : 0)).toBeGreaterThan(0);
				expect(writes.length).toBeLessThanOrEqual(1);
			}),
			{ numRuns: scaled(120), seed },
		);
	}, 60_000);
});

describe('an Import with any responses from the service', () => {
	/** The addresses in each request, and whether it succeeded. */
	let sent: Array<{ emails: string[]; ok: boolean }> = [];

	const anyReport = fc.oneof(
		fc.constantFrom('text', 2, 0, '1', true, null),
		fc.array(
			fc.oneof(
				fc.nat(9),
				fc.constantFrom('p1@example.com', 'is odd'),
				fc.record({ index: fc.nat(9), message: fc.constant('is odd') }),
				fc.record({ email: fc.constantFrom('p2@example.com', 'x'), error: fc.constant('is odd') }),
			),
			{ maxLength: 4 },
		),
		fc.dictionary(
			fc.constantFrom('subscribers.0.email', 'subscribers.3', '2', 'email', 'subscribers', 'constructor', '__proto__'),
			fc.constantFrom('is odd', ['is odd'], { email: ['is odd'] }),
		),
	);
	const anyBody = fc.oneof(
		fc.json({ maxDepth: 3 }),
		fc
			.dictionary(
				fc.constantFrom('errors', 'failed', 'imported', 'message', 'results', 'data', 'rejected', 'success'),
				anyReport,
			)
			.map((value) => JSON.stringify(value)),
	);
	const anyResponses = fc.array(
		fc.record({
			status: fc.constantFrom(200, 200, 200, 207, 400, 401, 404, 409, 413, 422, 422, 422, 429, 500, 503),
			body: anyBody,
		}),
		{ minLength: 1, maxLength: 6 },
	);

	it.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
		'outputs each row once, and never resends a row that may have been accepted (%s)',
		async (onError) => {
			let imported = 0;
			await fc.assert(
				fc.asyncProperty(anyResponses, async (given) => {
					sent = [];
					reply = (body) => {
						const one = given[sent.length % given.length] as Reply;
						const { subscribers } = JSON.parse(body) as components['schemas']['ImportSubscribersRequest'];
						sent.push({ emails: subscribers.map(({ email }) => email), ok: one.status < 300 });
						return one;
					};
					const input = Array.from({ length: 8 }, (_, row) => ({ email: `p${row}@example.com` }));
					const more = { contactList: byId('l'), options: { skipUnsubscribed: false } };
					const done = await run('subscriber.import', more, { input, node: { onError } });
					expectWords(done);
					const rows = [...done.items, ...done.errorItems].map(
						({ pairedItem }) => (pairedItem as { item: number }).item,
					);
					expect(rows.sort()).toEqual(input.map((_, row) => row));
					const taken = sent.filter(({ ok }) => ok).flatMap(({ emails }) => emails);
					expect(new Set(taken).size).toBe(taken.length);
					const importedRows = done.items.filter(({ json: item }) => item.action === 'imported');
					expect(taken).toEqual(expect.arrayContaining(importedRows.map(({ json: item }) => item.email)));
					imported += importedRows.length;
					expect(sent.length).toBeLessThanOrEqual(30);
				}),
				{ numRuns: scaled(100), seed, examples: [[[{ status: 200, body: '{}' }]]] },
			);
			expect(imported).toBeGreaterThan(0);
		},
		60_000,
	);
});

it('a message repeats neither a value of 300 kB nor a response that quotes it', async () => {
	const long = 'x'.repeat(300_000);
	reply = () => ({ status: 422, body: JSON.stringify({ errors: { first_name: [long] } }) });
	const given = { contactList: byId('l'), email: 'a@example.com', additionalFields: { firstName: long } };
	const rejected = await run('subscriber.create', given, {});
	expect(rejected.error?.message).toContain("'First Name'");
	expect(errorText(rejected).length).toBeLessThan(1000);
});
