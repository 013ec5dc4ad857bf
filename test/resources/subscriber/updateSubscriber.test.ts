import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runWithSubscribers } from '../../engine/serveSubscribers';
import { byEmail, errorText, jsonOf } from '../../engine/support';

const ann = {
	uuid: 'u1',
	email: 'ann@example.com',
	first_name: 'Ann',
	last_name: 'Lee',
	tags: ['vip'],
	is_subscribed: true,
};
const goOn = { node: { onError: 'continueRegularOutput' as const } };
const update: INodeParameters = { subscriber: byEmail('={{ $json.email }}'), dataMode: 'autoMapInputData' };
const upsert: INodeParameters = { dataMode: 'autoMapInputData' };
const without =
	(...names: string[]) =>
	(person: IDataObject) =>
		Object.fromEntries(Object.entries(person).filter(([name]) => !names.includes(name)));

/** What updates a subscriber that the list shows, and the request that comes before. */
describe.each<[string, INodeParameters, string[]]>([
	['update', update, []],
	['upsert', upsert, ['POST']],
	['sync', { removal: 'keep' }, []],
])('an update of a known subscriber by %s', (operation, parameters, before) => {
	const input = [{ email: 'ann@example.com', first_name: 'New' }];

	it.each([
		['merges', false],
		['replaces', true],
	])('keeps what is not given, in one request, at a service that %s', async (_, replaces) => {
		const { people, requests, bodies } = await runWithSubscribers({ people: [ann], replaces }, operation, parameters, {
			input,
		});
		expect(requests).toEqual([...before, 'GET', 'PUT u1']);
		expect(bodies.at(-1)).toEqual({ email: ann.email, first_name: 'New', last_name: 'Lee', tags: ['vip'] });
		expect(people).toEqual([{ ...ann, first_name: 'New' }]);
	});

	it('does not send what is empty', async () => {
		const bare = { ...ann, last_name: null, tags: [] };
		const { bodies } = await runWithSubscribers({ people: [bare] }, operation, parameters, { input });
		expect(bodies.at(-1)).toEqual({ email: ann.email, first_name: 'New' });
	});

	it.each(['first_name', 'last_name', 'tags'])('reads the subscriber first where the list lacks %s', async (field) => {
		const service = { people: [ann], replaces: true, listed: without(field) };
		const { people, requests } = await runWithSubscribers(service, operation, parameters, { input });
		expect(requests).toEqual([...before, 'GET', 'GET u1', 'PUT u1']);
		expect(people).toEqual([{ ...ann, first_name: 'New' }]);
	});

	it('fails where its answer shows an unsubscribed subscriber as subscribed, and is not sent again', async () => {
		const service = {
			people: [{ ...ann, is_subscribed: false }],
			answer: (person: IDataObject) => ({ subscriber: { ...person, is_subscribed: 1 } }),
		};
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { run, requests } = await runWithSubscribers(service, operation, parameters, { input, node });
		expect(errorText(run)).toMatch(/ann@example\.com as subscribed.*'Unsubscribe or Resubscribe'/);
		expect(requests.filter((request) => request === 'PUT u1')).toHaveLength(1);
	});
});

describe.each<[string, INodeParameters]>([
	['update', update],
	['upsert', upsert],
])('several updates of one subscriber by %s', (operation, parameters) => {
	const input = [
		{ email: 'ann@example.com', first_name: 'New' },
		{ email: 'ANN@example.com', last_name: 'Low' },
	];

	it.each<[string, (person: IDataObject) => unknown]>([
		['the subscriber', (person) => ({ subscriber: person })],
		['a message', () => ({ message: 'Updated' })],
	])('go by what those before have set and not by the list, where the answer is %s', async (_, answer) => {
		const service = { people: [ann], replaces: true, answer };
		const { people, requests, run } = await runWithSubscribers(service, operation, parameters, { input });
		expect(requests.filter((request) => request !== 'POST')).toEqual(['GET', 'PUT u1', 'PUT u1']);
		expect(people[0]).toMatchObject({ first_name: 'New', last_name: 'Low', tags: ['vip'] });
		expect(jsonOf(run)[1]).toMatchObject({ first_name: 'New', last_name: 'Low' });
	});

	it.each([
		['was done', 'New'],
		['was not done', 'Ann'],
	])('read the subscriber anew after one of unknown outcome, which %s', async (_, firstName) => {
		let updates = 0;
		const service = {
			people: [ann],
			replaces: true,
			refuse(request: string, _body: IDataObject, person: IDataObject) {
				if (request !== 'PUT u1' || updates++ > 0) return undefined;
				person.first_name = firstName;
				return [501, {}] as const;
			},
		};
		const { people, requests } = await runWithSubscribers(service, operation, parameters, { input, ...goOn });
		expect(requests.filter((request) => request !== 'POST')).toEqual(['GET', 'PUT u1', 'GET u1', 'PUT u1']);
		expect(people).toEqual([{ ...ann, first_name: firstName, last_name: 'Low', email: expect.any(String) }]);
	});
});

it('an update by email does not take back an email that the same run has changed', async () => {
	const { people } = await runWithSubscribers(
		{ people: [ann], replaces: true },
		'update',
		{
			subscriber: byEmail(ann.email),
			updateFields: { firstName: '={{ $json.name }}', email: '={{ $json.email }}' },
		},
		{ input: [{ name: 'A', email: 'new@example.com' }, { name: 'B' }] },
	);
	expect(people).toEqual([{ ...ann, email: 'new@example.com', first_name: 'B' }]);
});

it('an update by email empties what is to be cleared, and keeps the rest', async () => {
	const { bodies, people } = await runWithSubscribers({ people: [ann], replaces: true }, 'update', {
		subscriber: byEmail(ann.email),
		updateFields: { clearFields: ['lastName'] },
	});
	expect(bodies).toEqual([{ email: ann.email, first_name: 'Ann', last_name: '', tags: ['vip'] }]);
	expect(people).toEqual([{ ...ann, last_name: '' }]);
});
