import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../engine/runNode';
import { json, serve, type Served } from '../engine/serve';
import { byEmail, byId, jsonOf } from '../engine/support';

const uuid = '0b9a3e5c-1d2f-4a6b-8c7d-9e0f1a2b3c4d';
let served: Served;
afterEach(async () => await served.close());

/** Runs an operation whose items name their contact list, at a service whose lists hold nobody at first. */
async function run(operation: string, input: IDataObject[], parameters = {}, retries = {}) {
	const emails = new Set<string>();
	served = await serve(({ method = '', url = '' }, response, text) => {
		const { pathname } = new URL(url, 'http://x');
		if (method === 'GET') return json(response, { data: [{ uuid: 's', email: 'ann@example.com' }] });
		const body = JSON.parse(text || '{}') as { email?: string };
		const person = `${pathname.toLowerCase()} ${body.email}`;
		if (emails.has(person)) return json(response, { errors: { email: ['is taken'] } }, 422);
		if (body.email !== undefined) emails.add(person);
		json(response, { subscriber: { uuid: 'new', ...body } });
	});
	return await runNode({
		parameters: {
			...{ resource: 'subscriber', operation, contactList: byId('={{ $json.list }}') },
			...{ dataMode: 'autoMapInputData', columns: {} },
			...parameters,
		},
		credential: { baseUrl: served.url, accessToken: 'token' },
		input,
		...retries,
	});
}

const rowsIn = (...lists: string[]) => lists.map((list) => ({ list, email: 'new@example.com' }));

it.each(['import', 'sync'])('contact lists whose IDs differ in case only are two (%s)', async (operation) => {
	const done = await run(operation, rowsIn('jR', 'JR'));
	expect(jsonOf(done).map(({ action }) => action)).not.toContain('skipped');
	const path = operation === 'import' ? 'import' : 'subscriber';
	const writes = served.requests.filter((request) => request.startsWith('POST')).sort();
	expect(writes).toEqual(['JR', 'jR'].map((list) => `POST /v1/contact-lists/${list}/${path}`));
});

it.each(['upsert', 'sync'])(
	'a UUID in two spellings is one contact list: its rows are one person (%s)',
	async (operation) => {
		const done = await run(operation, rowsIn(uuid, uuid.toUpperCase()));
		const expected = operation === 'sync' ? ['skipped', 'created'] : ['created', 'unchanged'];
		expect(jsonOf(done).map(({ action }) => action)).toEqual(expected);
		expect(served.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
	},
);

it('a UUID in two spellings is read once to look up emails', async () => {
	const input = [uuid, uuid.toUpperCase()].map((list) => ({ list }));
	await run('delete', input, { subscriber: byEmail('ann@example.com') });
	expect(served.requests.filter((request) => request.startsWith('GET'))).toHaveLength(1);
});
