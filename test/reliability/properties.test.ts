import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { components } from '../../contract/types';
import { endpoints, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { faultNames, type FaultName } from '../../sandbox/faults/faults';
import { byId, defined, useEngine, errorText } from '../engine/support';
import { runNode, type NodeRun } from '../engine/runNode';
import { serve, type Served } from '../engine/serve';
import { isWhole, scaled } from '../scaled';

/** Whatever is put in and whatever comes back: no crash, no lost item, no path that leaves, no word that is none. */

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
const keys = (Object.keys(endpoints) as EndpointKey[]).filter((key) => key !== 'subscriber.import');

/** An expression that gives the item's value, of whatever type it is. */
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
	requestOptions: { maxRetries: 0 },
};

const rejections: unknown[] = [];
const onRejection = (reason: unknown): void => void rejections.push(reason);
beforeAll(() => process.on('unhandledRejection', onRejection));
afterAll(() => process.off('unhandledRejection', onRejection));
afterEach(() => expect(rejections).toEqual([]));

function expectWords(run: NodeRun): void {
	const words = [
		errorText(run),
		...run.errorItems.map(({ json }) => `${textOf(json.error)} ${textOf(json.details)}`),
	].join('\n');
	expect(words).not.toMatch(/\bundefined\b|\[object Object\]|\bNaN\b/);
	expect(words).not.toContain(token);
}

/** Each input item comes out, on one output or the other, or the node says why it stopped. */
function expectNothingLost(run: NodeRun, count: number, mayGiveNone: boolean): void {
	const from = [...run.items, ...run.errorItems].map(({ pairedItem }) => (pairedItem as { item: number }).item);
	const missing = Array.from({ length: count }, (_, item) => item).filter((item) => !from.includes(item));
	if (!mayGiveNone) expect(missing).toEqual([]);
	expect(from.every((item) => item >= 0 && item < count)).toBe(true);
}

describe('with any values in the parameters', () => {
	let served: Served;
	beforeAll(async () => {
		served = await serve((_, response) =>
			response.writeHead(200, { 'content-type': 'application/json' }).end('{"message": "ok", "data": []}'),
		);
	});
	afterAll(async () => await served.close());

	it('every operation ends in words or in a request whose path is its own', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...keys),
				fc.array(anyValue, { minLength: 1, maxLength: 3 }),
				async (key, values) => {
					const before = served.requests.length;
					const [resource = '', operation = ''] = key.split('.');
					const run = await runNode({
						parameters: { resource, operation, ...parameters },
						credential: { baseUrl: served.url, accessToken: token, endpointPaths: '{}' },
						input: values.map((value): IDataObject => ({ value })),
						node: { onError: 'continueErrorOutput' },
					});
					// The subscriber is read where the service does not say what became of a toggle.
					const paths =
						key === 'subscriber.toggleSubscription'
							? [endpoints[key].path, endpoints['subscriber.get'].path]
							: [endpoints[key].path];
					const segments = paths.map((path) => path.split('/').length);
					for (const request of served.requests.slice(before)) {
						const path = defined(request.split(' ')[1]).split('?')[0] ?? '';
						expect(segments).toContain(path.split('/').length);
						expect(path.split('/').map(decodeURIComponent)).not.toContain('..');
						expect(path).toMatch(/^\/v1\//);
					}
					expectWords(run);
					expectNothingLost(run, values.length, key.endsWith('.getAll'));
				},
			),
			{ numRuns: scaled(80) },
		);
		if (isWhole) expect(served.requests.length).toBeGreaterThan(20);
	}, 60_000);
});

describe('with any answer of the service', () => {
	let served: Served;
	let answer = { status: 200, type: 'application/json', body: '' };
	beforeAll(async () => {
		served = await serve((_, response) =>
			response.writeHead(answer.status, { 'content-type': answer.type, 'retry-after': '0' }).end(answer.body),
		);
	});
	afterAll(async () => await served.close());

	const anyAnswer = fc.record({
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

	it('every operation ends in an item or in words, and writes but once', async () => {
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...keys), anyAnswer, async (key, given) => {
				answer = given;
				const before = served.requests.length;
				const [resource = '', operation = ''] = key.split('.');
				const run = await runNode({
					parameters: {
						resource,
						operation,
						...parameters,
						email: 'a@example.com',
						updateFields: { name: 'x', firstName: 'x' },
					},
					credential: { baseUrl: served.url, accessToken: token, endpointPaths: '{}' },
					input: [{ value: 'abc' }],
					node: { onError: 'continueErrorOutput' },
				});
				expectWords(run);
				expectNothingLost(run, 1, key.endsWith('.getAll'));
				if (endpoints[key].method !== 'GET') expect(served.requests.length - before).toBeLessThanOrEqual(1);
			}),
			{ numRuns: scaled(120) },
		);
		if (isWhole) expect(served.requests.length).toBeGreaterThan(100);
	}, 60_000);
});

describe('an Import with any answers of the service', () => {
	let served: Served;
	let answers: Array<{ status: number; body: string }> = [];
	/** The addresses of each request, with whether it was answered with success. */
	let sent: Array<{ emails: string[]; ok: boolean }> = [];
	beforeAll(async () => {
		served = await serve((_, response, body) => {
			const { status, body: answer } = answers[sent.length % answers.length] ?? { status: 200, body: '' };
			sent.push({
				emails: (JSON.parse(body) as components['schemas']['ImportSubscribersRequest']).subscribers.map(
					({ email }) => email,
				),
				ok: status < 300,
			});
			response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end(answer);
		});
	});
	afterAll(async () => await served.close());

	const said = fc.oneof(
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
				said,
			)
			.map((value) => JSON.stringify(value)),
	);
	const anyAnswers = fc.array(
		fc.record({
			status: fc.constantFrom(200, 200, 200, 207, 400, 401, 404, 409, 413, 422, 422, 422, 429, 500, 503),
			body: anyBody,
		}),
		{ minLength: 1, maxLength: 6 },
	);

	it.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
		'outputs each row once, and sends none again that was accepted or may have been (%s)',
		async (onError) => {
			await fc.assert(
				fc.asyncProperty(anyAnswers, async (given) => {
					[answers, sent] = [given, []];
					const input = Array.from({ length: 8 }, (_, row) => ({ email: `p${row}@example.com` }));
					const run = await runNode({
						parameters: {
							resource: 'subscriber',
							operation: 'import',
							contactList: byId('l'),
							options: { skipUnsubscribed: false },
							requestOptions: { maxRetries: 0 },
						},
						credential: { baseUrl: served.url, accessToken: token },
						input,
						node: { onError },
					});
					expectWords(run);
					const told = [...run.items, ...run.errorItems].map(({ pairedItem }) => (pairedItem as { item: number }).item);
					expect(told.sort()).toEqual(input.map((_, row) => row));
					const taken = sent.filter(({ ok }) => ok).flatMap(({ emails }) => emails);
					expect(new Set(taken).size).toBe(taken.length);
					for (const { json: item } of run.items) if (item.action === 'imported') expect(taken).toContain(item.email);
					expect(sent.length).toBeLessThanOrEqual(30);
				}),
				{ numRuns: scaled(100) },
			);
		},
		60_000,
	);
});

describe('with any plan of faults', () => {
	const engine = useEngine({ requestLogSize: 1000 });
	// A stall waits for n8n's timeout, and a token that has expired ends everything: both have tests of their own.
	const kinds = faultNames.filter((fault): fault is FaultName => !fault.startsWith('stall') && fault !== '401');

	it('no subscriber is held twice, and each item is on one output', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.subarray([...kinds], { minLength: 1, maxLength: 4 }),
				fc.nat(),
				fc.integer({ min: 1, max: 6 }),
				async (chosen, seed, parallel) => {
					engine.sandbox.reset();
					engine.sandbox.faults({ rate: 0.4, kinds: chosen, seed, retryAfterSeconds: 0 });
					const list = defined(engine.sandbox.state.contactLists[0]);
					const input = Array.from({ length: 8 }, (_, row) => ({ email: `p${row}@example.com` }));
					const run = await engine.run(
						'subscriber.create',
						{
							contactList: byId(list.uuid),
							dataMode: 'autoMapInputData',
							requestOptions: { maxParallelRequests: parallel, maxRetries: 2 },
						},
						{ input, node: { onError: 'continueErrorOutput' } },
					);
					expectWords(run);
					expect(
						[...run.items, ...run.errorItems].map(({ pairedItem }) => (pairedItem as { item: number }).item).sort(),
					).toEqual(input.map((_, row) => row));
					for (const { email } of input)
						expect(list.subscribers.filter((subscriber) => subscriber.email === email).length).toBeLessThanOrEqual(1);
					expect(engine.sandbox.requests().filter(({ status }) => status === 422)).toEqual([]);
				},
			),
			{ numRuns: scaled(25) },
		);
	}, 60_000);
});
