import type { IDataObject } from 'n8n-workflow';

import { runNode, type NodeRun } from '../engine/runNode';
import { serve } from '../engine/serve';
import { byId } from '../engine/support';

const notice = 'It may have happened all the same, so it was not sent again.';
const people = Array.from({ length: 10 }, (_, index) => ({ email: `p${index}@example.com` }));

interface Write {
	readonly run: NodeRun;
	readonly requests: readonly string[];
}

/** Runs an operation on a subscriber under Retry On Fail, against a service that always gives this answer with status 200. */
async function write(operation: string, answer: string, parameters: IDataObject = {}): Promise<Write> {
	const served = await serve((_, response) =>
		response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
	);
	const run = await runNode({
		parameters: {
			resource: 'subscriber',
			operation,
			contactList: byId('l'),
			...(operation === 'import'
				? {}
				: operation === 'create'
					? { email: 'a@example.com' }
					: { subscriber: byId('s'), changeTo: 'toggle' }),
			...parameters,
		},
		credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
		input: operation === 'import' ? people : [{}],
		node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
	});
	await served.close();
	return { run, requests: served.requests };
}

describe('what must not happen twice, and an answer of status 200 that is no success', () => {
	it.each<[string, string, string]>([
		[
			'import',
			'{"message":"Import finished, 1 row was skipped.","errors":{"subscribers.5.email":["is no address"]}}',
			'Email of item 5: is no address',
		],
		['import', '{"success":false,"imported":8,"failed":2}', 'The service says: "imported: 8 · failed: 2"'],
		[
			'create',
			'{"success":false,"message":"The confirmation mail could not be sent","subscriber":{"uuid":"u1"}}',
			'The confirmation mail could not be sent',
		],
		['create', '{"id":5,"email":"a@example.com","success":false}', 'The service says: "id: 5 · email: a@example.com"'],
		['create', '{"email":"a@example.com","status":"failed"}', 'The service says: "email: a@example.com"'],
		['create', '{"error":"List not found"}', 'List not found'],
		['create', 'Subscriber already exists', 'The service says: "Subscriber already exists"'],
		['create', 'Invalid email address', 'The service says: "Invalid email address"'],
		['create', '"Invalid"', 'The service says: "Invalid"'],
		['create', '\u001f\u008b\u0008abc', 'It is a text rather than data'],
		['create', 'false', 'The whole answer is: false.'],
		['create', '[]', 'The whole answer is: [].'],
		['create', '{"success":"0"}', 'It does not say why'],
		['create', '{"status":422,"message":"Invalid"}', 'The service says: "Invalid"'],
		['create', '{"result":"error","message":"Full"}', 'The service says: "Full"'],
		['toggleSubscription', '{"success":false,"message":"Locked"}', 'Locked'],
	])('%s is sent once, and fails with the doubt: %s', async (operation, answer, words) => {
		const { run, requests } = await write(operation, answer);
		expect(requests).toHaveLength(1);
		expect(run.items).toEqual([]);
		expect(run.error?.description).toContain(words);
		expect(run.error?.description).toContain(notice);
	});

	it('is not taken for the wanted state', async () => {
		const served = await serve((request, response) =>
			response
				.writeHead(200)
				.end(
					request.method === 'GET'
						? '{"subscriber":{"uuid":"s","is_subscribed":true}}'
						: '{"status":false,"message":"Locked"}',
				),
		);
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'toggleSubscription',
				contactList: byId('l'),
				subscriber: byId('s'),
				changeTo: 'unsubscribed',
			},
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
		});
		await served.close();
		expect(run.items).toEqual([]);
		expect(run.error?.description).toContain('The service says: "Locked"');
	});

	it('is sent once when the answer is long and cut off', async () => {
		const { run, requests } = await write('create', `{"html":"${'x'.repeat(17_000_000)}`);
		expect(requests).toHaveLength(1);
		expect(run.error?.message).toBe('The answer was cut off before its end');
		expect(run.error?.description).toContain(notice);
	});
});

describe('an update or a delete that is answered with something else than a success', () => {
	it.each(
		['update', 'delete'].flatMap((operation) =>
			[
				'false',
				'0',
				'[]',
				'The subscriber was not found',
				'"Locked"',
				'{"success":0}',
				'{"code":404,"message":"Not found"}',
			].map((answer) => [operation, answer] as const),
		),
	)('has failed, without the doubt: %s, %s', async (operation, answer) => {
		const { run } = await write(operation, answer, operation === 'update' ? { updateFields: { lastName: 'New' } } : {});
		expect(run.items).toEqual([]);
		expect(run.error?.message).toMatch(
			/^The (answer does not say that this was done|service says that this was not done \(status 200\))$/,
		);
		expect(run.error?.description).not.toContain(notice);
	});

	it.each(['true', 'Deleted.', '{"deleted":1}', '{"message":"Gone"}'])('is done: %s', async (answer) => {
		const { run } = await write('delete', answer);
		expect(run.items.map(({ json }) => json)).toEqual([{ deleted: true, uuid: 's' }]);
	});
});
