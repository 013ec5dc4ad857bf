import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import { byEmail, byId, defined, errorText, goOn, jsonOf, mapped, tries, warningsOf } from '../../engine/support';
import type { Subscriber } from '../../laravel/LaravelList';
import { useList, type Reply } from '../../laravel/useList';

const { list, requests, bodies, reply, run } = useList({ replaces: true });
const names = { first_name: 'Ann', last_name: 'Lee' };
const ann = { uuid: 'u1', email: 'ann@example.com', ...names, tags: ['vip'], is_subscribed: true };
beforeEach(() => list.hold([ann]));
const byColumn: INodeParameters = { ...mapped, subscriber: byEmail('={{ $json.email }}') };
const row = { email: ann.email, first_name: 'New' };

describe('Subscriber → Update by ID', () => {
	const update = async (parameters: INodeParameters, input: IDataObject[] = [{}]) =>
		await run('update', { subscriber: byId('u1'), ...parameters }, { input });

	it('sends exactly what is given, sets the tags, and empties what is to be cleared', async () => {
		const done = await update({ updateFields: { firstName: 'Anna', tags: 'b, c', clearFields: ['lastName'] } });
		expect(requests()).toEqual(['update u1']);
		expect(bodies()).toEqual([{ first_name: 'Anna', tags: ['b', 'c'], last_name: '' }]);
		expect(jsonOf(done)).toEqual([expect.objectContaining({ uuid: 'u1', first_name: 'Anna', tags: 'b, c' })]);
	});

	it('may clear another field for each item', async () => {
		const clearFields = '={{ $json.last ? ["tags"] : ["lastName", "tags"] }}';
		await update({ updateFields: { lastName: '={{ $json.last }}', clearFields } }, [{ last: 'New' }, { last: '' }]);
		expect(bodies()).toEqual(['New', ''].map((name) => ({ last_name: name, tags: [] })));
	});

	it.each([0, '0', '#N/A'])('leaves the tags as they are for the %j of a look-up that failed', async (tags) => {
		await update(mapped, [{ first_name: 'Anna', tags }]);
		expect(bodies()).toEqual([{ first_name: 'Anna' }]);
	});

	it('counts broken cells, which change nothing', async () => {
		const done = await update(mapped, [{ first_name: '#REF!', last_name: 'Low', tags: '#N/A' }]);
		expect(bodies()).toEqual([{ last_name: 'Low' }]);
		expect(warningsOf(done)).toEqual([expect.stringMatching(/^2 names or tags are broken/)]);
	});

	const blank = { first_name: '', last_name: null };
	it.each<[string, INodeParameters, IDataObject, string[]]>([
		['the columns of a blank row', mapped, blank, ['column']],
		['no column that is known', mapped, { City: 'Bern', Zip: 3000 }, ['(City, Zip)', "'Columns'"]],
		['no field', {}, blank, ["'Update Fields'"]],
		['two columns for one field', mapped, { first_name: 'A', Vorname: 'B' }, ['"first_name" and "Vorname"']],
	])('sends nothing with %s, and names what to change', async (_, parameters, item, mentions) => {
		expectFailure(await update(parameters, [item]), { mentions });
		expect(requests()).toEqual([]);
	});
});

/** What updates a subscriber that the list shows, and the request that comes before. */
describe.each<[string, INodeParameters, string[]]>([
	['update', byColumn, []],
	['upsert', mapped, ['create']],
	['sync', { removal: 'keep' }, []],
])('an update of a known subscriber by %s', (operation, parameters, before) => {
	const update = async (node = {}) => await run(operation, parameters, { input: [row], node });

	it.each([
		['merges', false],
		['replaces', true],
	])('keeps what is not given, in one request, at a service that %s', async (_, replaces) => {
		list.hold([ann], { replaces });
		await update();
		expect(requests()).toEqual([...before, 'read', 'update u1']);
		expect(bodies().at(-1)).toEqual({ ...row, last_name: 'Lee', tags: ['vip'] });
		expect(list.subscribers).toMatchObject([{ ...ann, first_name: 'New' }]);
	});

	it.each(['first_name', 'last_name', 'tags'] as const)(
		'reads the subscriber first where the list lacks %s',
		async (field) => {
			list.hold([ann], { unlisted: [field] });
			await update();
			expect(requests()).toEqual([...before, 'read', 'get u1', 'update u1']);
			expect(list.subscribers).toMatchObject([{ ...ann, first_name: 'New' }]);
		},
	);

	it.each<[string, Reply, string[]]>([
		['not shown', [200, { subscriber: {} }], ['does not show the subscriber', "no 'uuid'"]],
		['not found', [404, {}], ['Nothing was found']],
	])(
		'is not sent where a subscriber who has to be read first is %s: unknown fields could be emptied',
		async (_name, shown, mentions) => {
			list.hold([ann], { unlisted: ['last_name'] });
			reply('get u1', shown);
			expectFailure(await update(), { mentions: [...mentions, "'Endpoint Paths'"] });
			expect(requests()).toEqual([...before, 'read', 'get u1']);
		},
	);

	it.each([
		[false, 1, ['ann@example.com is subscribed', 'signed up again']],
		[true, 0, ['ann@example.com is unsubscribed', 'opted out']],
	])(
		'fails where its response shows another subscription than %s, and is not sent again',
		async (was, is, mentions) => {
			list.hold([{ ...ann, is_subscribed: was }]);
			reply('update u1', [200, { subscriber: { ...ann, ...row, is_subscribed: is } }]);
			const done = await update(tries(2));
			expectFailure(done, { mentions: [...mentions, "'Get'"] });
			// Whoever has just signed up or opted out must not be set back.
			expect(errorText(done)).not.toContain("'Unsubscribe or Resubscribe'");
			expect(requests().filter((request) => request === 'update u1')).toHaveLength(1);
		},
	);
});

it.each([
	['the subscriber', { uuid: 'u1', email: ann.email, is_subscribed: true, plan: 'free' }, 'free'],
	['no subscriber', { message: 'OK', plan: 'free' }, undefined],
])('an update outputs all that its response shows of the subscriber: %s', async (_name, response, plan) => {
	list.hold([ann], { unlisted: ['is_subscribed'] });
	reply('update u1', [200, response]);
	const [item] = jsonOf(await run('update', { ...byColumn, simplify: false }, { input: [row] }));
	expect(item).toMatchObject({ uuid: 'u1', ...row, tags: ['vip'] });
	expect(item?.plan).toBe(plan);
});

describe.each<[string, INodeParameters]>([
	['update', byColumn],
	['upsert', mapped],
])('several updates of one subscriber by %s', (operation, parameters) => {
	const input = [row, { email: 'ANN@example.com', last_name: 'Low' }];
	const written = () => requests().filter((request) => request !== 'create');

	it.each<[string, Reply | undefined]>([
		['the subscriber', undefined],
		['a message', [200, { message: 'Updated' }]],
	])('go by what those before have set and not by the list, where the response is %s', async (_, response) => {
		reply('update u1', () => response);
		const done = await run(operation, parameters, { input });
		expect(written()).toEqual(['read', 'update u1', 'update u1']);
		const expected = { first_name: 'New', last_name: 'Low' };
		expect(list.subscribers).toMatchObject([{ ...expected, tags: ['vip'] }]);
		expect(jsonOf(done)[1]).toMatchObject(expected);
	});

	it.each([
		['was done', 'New'],
		['was not done', 'Ann'],
	])('read the subscriber anew after one of unknown outcome, which %s', async (_, firstName) => {
		const lost = (): Reply => {
			defined(list.withUuid('u1')).first_name = firstName;
			return [501, {}];
		};
		reply('update u1', lost, 1);
		await run(operation, parameters, { input, node: goOn });
		expect(written()).toEqual(['read', 'update u1', 'get u1', 'update u1']);
		const expected = { ...ann, first_name: firstName, last_name: 'Low', email: expect.any(String) };
		expect(list.subscribers).toMatchObject([expected]);
	});
});

describe('Subscriber → Update by email', () => {
	it.each<[string, INodeParameters, IDataObject[], Partial<Subscriber>]>([
		[
			'does not take back an email that the same run has changed',
			{ firstName: '={{ $json.name }}', email: '={{ $json.email }}' },
			[{ name: 'A', email: 'new@example.com' }, { name: 'B' }],
			{ email: 'new@example.com', first_name: 'B' },
		],
		['empties what is to be cleared, and keeps the rest', { clearFields: ['lastName'] }, [{}], { last_name: '' }],
	])('%s', async (_, updateFields, input, changed) => {
		await run('update', { subscriber: byEmail(ann.email), updateFields }, { input });
		expect(list.subscribers).toMatchObject([{ ...ann, ...changed }]);
	});
});
