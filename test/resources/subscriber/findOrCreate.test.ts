import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../../nodes/EmailMarketing/shared/text';
import { runNode } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { byId, hintsOf, jsonOf } from '../../engine/support';

const list = byId('L');
const credential = (baseUrl: string) => ({ baseUrl, accessToken: 'token-of-the-test', endpointPaths: '{}' });

interface Service {
	/** Who is there, by email. */
	readonly there?: IDataObject[];
	/** What somebody new is like, of what was sent. */
	readonly made?: (body: IDataObject) => IDataObject;
	/** What a create is answered with, if not with them. */
	readonly answer?: IDataObject;
}

/** For a service that knows no update. */
const refused = (body: IDataObject) => body;

/** Creates or updates people at a service that does not refuse who is there, but gives them as they are. */
async function against(
	{ there = [], made = (body) => body, answer }: Service,
	rows: IDataObject[],
	options: IDataObject = {},
	more: IDataObject = {},
) {
	const people = new Map<string, IDataObject>(
		there.map((person) => [textOf(person.email), { is_subscribed: true, ...person }]),
	);
	const sent: Array<[string, IDataObject]> = [];
	const served = await serve((request, response, text) => {
		if (request.method === 'GET') return json(response, { data: [...people.values()] });
		const body = JSON.parse(text) as IDataObject;
		sent.push([request.method ?? '', body]);
		if (request.method === 'POST') {
			const email = textOf(body.email);
			const person = people.get(email) ?? { uuid: `u-${email}`, is_subscribed: true, ...made(body) };
			people.set(email, person);
			return json(response, answer ?? { subscriber: person });
		}
		if (made === refused) return json(response, { message: 'The path is not known' }, 404);
		const [email = '', before] = [...people].find(([, { uuid }]) => uuid === request.url?.split('/').at(-1)) ?? [];
		const after = { ...before, ...made(body) };
		people.set(email, after);
		return json(response, { subscriber: after });
	});
	const parameters = { resource: 'subscriber', operation: 'upsert', contactList: list, dataMode: 'autoMapInputData' };
	const run = await runNode({
		parameters: { ...parameters, ...more, options: { maxParallelRequests: 1, ...options } },
		credential: credential(served.url),
		input: rows,
	});
	await served.close();
	return { run, sent, actions: jsonOf(run).map(({ action }) => action), people: [...people.values()] };
}

const ann = { uuid: 'u1', email: 'ann@example.com', first_name: 'Old', last_name: 'Lee', tags: ['a'] };

describe('Create or Update at a service that gives whoever is there instead of refusing', () => {
	it('updates them, with what the answer shows otherwise', async () => {
		const { sent, actions, people } = await against({ there: [ann] }, [
			{ email: 'ann@example.com', first_name: 'New' },
			{ email: 'bob@example.com', first_name: 'Bob' },
		]);
		expect(sent).toEqual([
			['POST', { email: 'ann@example.com', first_name: 'New' }],
			['PUT', { first_name: 'New' }],
			['POST', { email: 'bob@example.com', first_name: 'Bob' }],
		]);
		expect(actions).toEqual(['updated', 'created']);
		expect(people[0]).toEqual({ ...ann, first_name: 'New', is_subscribed: true });
	});

	it('adds a tag that is missing, where the name shows that they were there', async () => {
		const { sent } = await against({ there: [ann] }, [{ email: 'ann@example.com', first_name: 'New', tags: ['b'] }]);
		expect(sent[1]).toEqual(['PUT', { first_name: 'New', tags: ['b'] }]);
	});

	it('clears what is to be cleared', async () => {
		const { sent } = await against(
			{ there: [{ ...ann, created_at: '2020-01-01' }] },
			[{ email: 'ann@example.com', first_name: 'Old' }],
			{},
			{ clearFields: ['lastName'] },
		);
		expect(sent[1]).toEqual(['PUT', { last_name: '' }]);
	});

	it('leaves alone who is shown as was asked, and tags that the service gives to everybody new', async () => {
		const { sent, actions } = await against(
			{ made: (body) => ({ ...body, tags: [...((body.tags as string[] | undefined) ?? []), 'from the API'] }) },
			[{ email: 'bob@example.com', first_name: ' Bob', tags: ['x'] }],
		);
		expect(sent).toHaveLength(1);
		expect(actions).toEqual(['created']);
	});

	it('takes no tag away from somebody new whose tags are to be removed', async () => {
		const { sent, actions } = await against({}, [{ email: 'bob@example.com', tags: ['x'] }], { tagsMode: 'remove' });
		expect(sent).toEqual([['POST', { email: 'bob@example.com' }]]);
		expect(actions).toEqual(['created']);
	});

	it('is not misled by a service that writes names in its own way, or fills fields later', async () => {
		const upper = (body: IDataObject) => ({ ...body, first_name: textOf(body.first_name).toUpperCase(), tags: [] });
		const rows = [
			{ email: 'ann@example.com', first_name: 'Ann', tags: ['x'] },
			{ email: 'bob@example.com', first_name: "B'ob" },
		];
		const { sent, actions } = await against({ made: upper }, rows);
		expect(sent.map(([method]) => method)).toEqual(['POST', 'POST']);
		expect(actions).toEqual(['created', 'created']);
		const empty = await against({ made: ({ email }) => ({ email, first_name: null }) }, rows);
		expect(empty.actions).toEqual(['created', 'created']);
	});

	it('goes by the day on which somebody was made, where that is told', async () => {
		const row = { email: 'ann@example.com', first_name: 'New', tags: ['x'] };
		const old = await against({ there: [{ ...ann, first_name: null, created_at: '2020-01-01T00:00:00Z' }] }, [row]);
		expect(old.sent[1]).toEqual(['PUT', { first_name: 'New', tags: ['x'] }]);
		const made = (body: IDataObject) => ({ ...body, first_name: 'Other', created_at: new Date().toISOString() });
		expect((await against({ made }, [row])).sent).toHaveLength(1);
	});

	it('changes nobody else whom a create is answered with, and says so', async () => {
		const { run, sent, actions } = await against({ made: (body) => ({ ...body, ...ann }) }, [
			{ email: 'bob@example.com', first_name: 'Bob' },
		]);
		expect(sent).toHaveLength(1);
		expect(actions).toEqual(['created']);
		expect(hintsOf(run).join()).toContain('A create was answered with the email ann@example.com, which was not sent');
	});

	it.each([
		['without saying who it is', { message: 'Subscriber already exists' }],
		['with nothing but the ID', { message: 'Subscriber already exists', uuid: 'u1', email: 'ann@example.com' }],
	])('updates whom the service says to be there, %s', async (_, answer) => {
		const { sent, actions, people } = await against({ there: [ann], answer }, [
			{ email: 'ann@example.com', first_name: 'New' },
		]);
		expect(sent[1]).toEqual(['PUT', { first_name: 'New' }]);
		expect(actions).toEqual(['updated']);
		expect(people[0]).toMatchObject({ first_name: 'New', last_name: 'Lee' });
	});

	it('says what the service says, where it shows nobody', async () => {
		const { run, actions } = await against({ answer: { message: 'Our team looks at it' } }, [
			{ email: 'bob@example.com' },
		]);
		expect(actions).toEqual(['created']);
		expect(hintsOf(run).join()).toContain('without the subscriber, and says: "Our team looks at it"');
	});

	it('says of somebody made before that the list may hide them', async () => {
		const { run } = await against({ there: [{ ...ann, created_at: '2019-01-01' }] }, [{ email: 'ann@example.com' }]);
		expect(hintsOf(run).join()).toContain('may have opted out of this contact list before');
	});

	it('says that somebody was there, where the update that follows is refused', async () => {
		const { run } = await against({ there: [ann], made: refused }, [{ email: 'ann@example.com', first_name: 'New' }]);
		expect(run.error?.message).toContain('answered the create with somebody who was there');
	});

	it('says of whom the service shows as not subscribed that they may have opted out', async () => {
		const { run, people } = await against({ there: [{ ...ann, is_subscribed: false }] }, [
			{ email: 'ann@example.com', first_name: 'New' },
		]);
		expect(people[0]).toMatchObject({ first_name: 'New', is_subscribed: false });
		expect(hintsOf(run).join()).toContain('in the contact list before and have opted out');
	});
});
