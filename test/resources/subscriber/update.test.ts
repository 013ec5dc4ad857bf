import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import { byEmail, byId, errorText, jsonOf, mapped } from '../../engine/support';
import { refusing, runOnList, type Service } from '../../laravel/runOnList';

const names = { first_name: 'Ann', last_name: 'Lee' };
const ann = { uuid: 'u1', email: 'ann@example.com', ...names, tags: ['vip'], is_subscribed: true };
const byColumn: INodeParameters = { ...mapped, subscriber: byEmail('={{ $json.email }}') };
const without = (name: string) => (person: IDataObject) =>
	Object.fromEntries(Object.entries(person).filter(([field]) => field !== name));

describe('Subscriber → Update by ID', () => {
	const update = async (parameters: INodeParameters, input: IDataObject[] = [{}]) =>
		await runOnList({ people: [ann] }, 'update', { subscriber: byId('u1'), ...parameters }, { input });

	it('sends exactly what is given, sets the tags, and empties what is to be cleared', async () => {
		const updateFields = { firstName: 'Anna', tags: 'b, c', clearFields: ['lastName'] };
		const { run, requests, bodies } = await update({ updateFields });
		expect([requests, bodies]).toEqual([['PUT u1'], [{ first_name: 'Anna', tags: ['b', 'c'], last_name: '' }]]);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ uuid: 'u1', first_name: 'Anna', tags: 'b, c' })]);
	});

	it('may clear another field for each item', async () => {
		const updateFields = {
			lastName: '={{ $json.last }}',
			clearFields: '={{ $json.last ? ["tags"] : ["lastName", "tags"] }}',
		};
		const { bodies } = await update({ updateFields }, [{ last: 'New' }, { last: '' }]);
		expect(bodies).toEqual([
			{ last_name: 'New', tags: [] },
			{ last_name: '', tags: [] },
		]);
	});

	it.each<[string, INodeParameters, string]>([
		['the columns of a blank row', mapped, 'column'],
		['no field', {}, "'Update Fields'"],
		['an email that is none', { updateFields: { email: 'nathan' } }, 'nathan'],
		['a field that is set and cleared', { updateFields: { lastName: 'x', clearFields: ['lastName'] } }, "'Last Name'"],
	])('sends nothing with %s, and names what to change', async (_, parameters, mention) => {
		const { run, requests } = await update(parameters, [{ first_name: '', last_name: null }]);
		expectFailure(run, { mentions: [mention] });
		expect(requests).toEqual([]);
	});

	it('names the columns where none is known', async () => {
		const { run, requests } = await update(mapped, [{ City: 'Bern', Zip: 3000 }]);
		expectFailure(run, { mentions: ['(City, Zip)', "'Columns'"] });
		expect(requests).toEqual([]);
	});
});

/** What updates a subscriber that the list shows, and the request that comes before. */
describe.each<[string, INodeParameters, string[]]>([
	['update', byColumn, []],
	['upsert', mapped, ['POST']],
	['sync', { removal: 'keep' }, []],
])('an update of a known subscriber by %s', (operation, parameters, before) => {
	const input = [{ email: 'ann@example.com', first_name: 'New' }];

	it.each([
		['merges', false],
		['replaces', true],
	])('keeps what is not given, in one request, at a service that %s', async (_, replaces) => {
		const service = { people: [ann], replaces };
		const { people, requests, bodies } = await runOnList(service, operation, parameters, { input });
		expect(requests).toEqual([...before, 'GET', 'PUT u1']);
		expect(bodies.at(-1)).toEqual({ email: ann.email, first_name: 'New', last_name: 'Lee', tags: ['vip'] });
		expect(people).toEqual([{ ...ann, first_name: 'New' }]);
	});

	it.each(['first_name', 'last_name', 'tags'])('reads the subscriber first where the list lacks %s', async (field) => {
		const service = { people: [ann], replaces: true, listed: without(field) };
		const { people, requests } = await runOnList(service, operation, parameters, { input });
		expect(requests).toEqual([...before, 'GET', 'GET u1', 'PUT u1']);
		expect(people).toEqual([{ ...ann, first_name: 'New' }]);
	});

	it.each<[string, Service, string[]]>([
		['not shown', { shown: () => ({}) }, ['does not show the subscriber', "no 'uuid'"]],
		['not found', { refuse: refusing('GET u1', [404, {}]) }, ['Nothing was found']],
	])(
		'is not sent where a subscriber who has to be read first is %s: unknown fields could be emptied',
		async (_name, given, mentions) => {
			const service = { people: [ann], listed: without('last_name'), ...given };
			const { run, requests } = await runOnList(service, operation, parameters, { input });
			expectFailure(run, { mentions: [...mentions, "'Endpoint Paths'"] });
			expect(requests).toEqual([...before, 'GET', 'GET u1']);
		},
	);

	it.each([
		[false, ['ann@example.com is subscribed', 'signed up again']],
		[true, ['ann@example.com is unsubscribed', 'opted out']],
	])('fails where its response shows another subscription than %s, and is not sent again', async (before, mentions) => {
		const service = {
			people: [{ ...ann, is_subscribed: before }],
			answer: (person: IDataObject) => ({ subscriber: { ...person, is_subscribed: before ? 0 : 1 } }),
		};
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { run, requests } = await runOnList(service, operation, parameters, { input, node });
		expectFailure(run, { mentions: [...mentions, "'Get'"] });
		// Whoever has just signed up or opted out must not be set back.
		expect(errorText(run)).not.toContain("'Unsubscribe or Resubscribe'");
		expect(requests.filter((request) => request === 'PUT u1')).toHaveLength(1);
	});
});

it.each([
	['the subscriber', { uuid: 'u1', email: 'ann@example.com', is_subscribed: true, plan: 'free' }, 'free'],
	['no subscriber', { message: 'OK', plan: 'free' }, undefined],
])('an update outputs all that its response shows of the subscriber: %s', async (_name, response, plan) => {
	const service = { people: [ann], listed: without('is_subscribed'), answer: () => response };
	const { run } = await runOnList(
		service,
		'update',
		{ ...byColumn, simplify: false },
		{ input: [{ email: ann.email, first_name: 'New' }] },
	);
	expect(jsonOf(run)).toMatchObject([{ uuid: 'u1', email: ann.email, first_name: 'New', tags: ['vip'] }]);
	expect(jsonOf(run)[0]?.plan).toBe(plan);
});

describe.each<[string, INodeParameters]>([
	['update', byColumn],
	['upsert', mapped],
])('several updates of one subscriber by %s', (operation, parameters) => {
	const input = [
		{ email: 'ann@example.com', first_name: 'New' },
		{ email: 'ANN@example.com', last_name: 'Low' },
	];

	it.each<[string, (person: IDataObject) => unknown]>([
		['the subscriber', (person) => ({ subscriber: person })],
		['a message', () => ({ message: 'Updated' })],
	])('go by what those before have set and not by the list, where the response is %s', async (_, answer) => {
		const service = { people: [ann], replaces: true, answer };
		const { people, requests, run } = await runOnList(service, operation, parameters, { input });
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
		const more = { input, node: { onError: 'continueRegularOutput' as const } };
		const { people, requests } = await runOnList(service, operation, parameters, more);
		expect(requests.filter((request) => request !== 'POST')).toEqual(['GET', 'PUT u1', 'GET u1', 'PUT u1']);
		expect(people).toEqual([{ ...ann, first_name: firstName, last_name: 'Low', email: expect.any(String) }]);
	});
});

describe('Subscriber → Update by email', () => {
	it.each<[string, INodeParameters, IDataObject[], object]>([
		[
			'does not take back an email that the same run has changed',
			{ firstName: '={{ $json.name }}', email: '={{ $json.email }}' },
			[{ name: 'A', email: 'new@example.com' }, { name: 'B' }],
			{ email: 'new@example.com', first_name: 'B' },
		],
		['empties what is to be cleared, and keeps the rest', { clearFields: ['lastName'] }, [{}], { last_name: '' }],
	])('%s', async (_, updateFields, input, changed) => {
		const service = { people: [ann], replaces: true };
		const parameters = { subscriber: byEmail(ann.email), updateFields };
		const { people } = await runOnList(service, 'update', parameters, { input });
		expect(people).toEqual([{ ...ann, ...changed }]);
	});
});
