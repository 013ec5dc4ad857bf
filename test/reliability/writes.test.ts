import type { INodeParameters } from 'n8n-workflow';

import { runNode, type NodeRun } from '../engine/runNode';
import { serve } from '../engine/serve';
import { byId, hintsOf, jsonOf } from '../engine/support';

/** What a response of status 200 is worth to a write: any JSON or nothing is success, but for bodies that report a failure. */

const notice = 'It may have happened anyway, so it was not sent again.';

const operations: Record<string, INodeParameters> = {
	create: { email: 'a@example.com' },
	import: {},
	toggleSubscription: { subscriber: byId('s'), changeTo: 'toggle' },
	update: { subscriber: byId('s'), updateFields: { lastName: 'New' } },
	delete: { subscriber: byId('s') },
};

/** Runs an operation on a subscriber under Retry On Fail, against a service that always responds with this body. */
async function write(operation: string, body: string, status = 200): Promise<NodeRun & { requests: string[] }> {
	const served = await serve((_, response) =>
		response.writeHead(status, { 'content-type': 'application/json' }).end(body),
	);
	const run = await runNode({
		parameters: {
			resource: 'subscriber',
			operation,
			contactList: byId('l'),
			...operations[operation],
			options: operation === 'import' ? { skipUnsubscribed: false } : {},
			requestOptions: { maxRetries: 1 },
		},
		credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
		input: [{ email: 'a@example.com' }],
		node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
	await served.close();
	return { ...run, requests: served.requests };
}

const unreadable = ['Subscriber already exists', '"Invalid"', 'false', '\u001f\u008b\u0008abc', '{"html":"cut of'];

describe('a body of status 200 that cannot be read', () => {
	it.each(
		['create', 'import', 'toggleSubscription'].flatMap((operation) =>
			[...unreadable, '<html>'].map((body) => [operation, body]),
		),
	)('leaves the outcome unknown of what must not happen twice, which is sent once: %s, %s', async (operation, body) => {
		const { items, error, requests } = await write(operation, body);
		expect(requests).toHaveLength(1);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(body === '<html>' ? /web page/ : /did not return JSON/);
		expect(error?.description).toContain(notice);
	});

	it.each(['update', 'delete'])('is no success of what may be sent again, and is: %s', async (operation) => {
		const { items, error, requests } = await write(operation, 'Locked');
		expect(requests).toHaveLength(4);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/did not return JSON/);
		expect(error?.description).not.toContain(notice);
	});

	it('is not quoted where it is 17 MB long and cut off', async () => {
		const { error, requests } = await write('create', `{"html":"${'x'.repeat(17_000_000)}`);
		expect(requests).toHaveLength(1);
		expect(error?.description).toContain(notice);
		expect(error?.description?.length).toBeLessThan(1000);
	});
});

describe('a body of status 200 that reports a failure', () => {
	it.each(
		['create', 'import', 'toggleSubscription', 'update', 'delete'].flatMap((operation) =>
			[
				'{"success":false,"message":"Locked","subscriber":{"uuid":"u1"}}',
				'{"ok":false,"message":"Locked"}',
				'{"status":"error","message":"Locked"}',
				'{"status":"failed","error":"Locked"}',
			].map((body) => [operation, body]),
		),
	)('is a rejection, quoted: %s, %s', async (operation, body) => {
		const { items, error } = await write(operation, body);
		expect(items).toEqual([]);
		expect(`${error?.message} ${error?.description}`).toContain('Locked');
		expect(error?.description).not.toContain(notice);
	});
});

describe('any other JSON of status 200 to 299, or nothing', () => {
	it.each<[string, string, number]>([
		['create', '', 200],
		['create', 'null', 201],
		['create', '', 204],
		['create', '[]', 200],
		['create', '{"message":"Subscriber is on the suppression list","subscriber":null}', 200],
		['create', '{"results":[{"status":422}]}', 207],
		['create', '{"status":"failed","subscriber":{"uuid":"u1"}}', 200],
		['import', '{"imported":0,"failed":1}', 200],
		['update', '{"status":"queued","id":"job-77"}', 202],
		['delete', '{"message":"Gone"}', 202],
	])('is success, of which nothing more is said: %s, %s', async (operation, body, status) => {
		const run = await write(operation, body, status);
		expect([run.error, run.items.length, run.requests.length]).toEqual([undefined, 1, 1]);
		expect(hintsOf(run).filter((hint) => !hint.startsWith('Import: 1 imported'))).toEqual([]);
	});

	it('is shown beside what was sent where it shows no subscriber, and as it is where it does', async () => {
		expect(jsonOf(await write('create', '{"message":"Created"}'))).toEqual([
			{ contactList: 'l', email: 'a@example.com', message: 'Created' },
		]);
		expect(jsonOf(await write('create', '{"subscriber":{"uuid":"s-1","tags":[]}}'))).toEqual([
			{ uuid: 's-1', tags: [] },
		]);
		expect(jsonOf(await write('delete', '{"deleted":1}'))).toEqual([{ deleted: true, uuid: 's' }]);
	});
});
