import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../engine/expectFailure';
import { searchList } from '../engine/runNode';
import { json, serve } from '../engine/serve';
import { byId, defined, jsonOf, useEngine } from '../engine/support';

const engine = useEngine();

function byName(value: string): INodeParameters {
	return { __rl: true, mode: 'name', value };
}

function named(...names: string[]) {
	const { contactLists } = engine.sandbox.state;
	const lists = contactLists.slice(0, names.length);
	for (const [index, list] of lists.entries()) Object.assign(list, { name: names[index] });
	return lists;
}

const readings = () => engine.sandbox.requests().filter(({ path }) => /^\/v1\/[\w-]+$/.test(path)).length;

async function createIn(list: string, input: IDataObject[] = [{}]) {
	const email = '={{ $json.email ?? "new@example.com" }}';
	return await engine.run('subscriber.create', { contactList: byName(list), email }, { input });
}

const countsOf = () => engine.sandbox.state.contactLists.slice(0, 2).map(({ subscribers }) => subscribers.length);

describe("'By Name'", () => {
	it('finds a contact list by its name, exactly first and then without case, accents and outer spaces', async () => {
		const lists = named('VIP', 'Vip');
		const before = countsOf();
		for (const name of ['Vip', 'VIP']) expect((await createIn(name)).error).toBeUndefined();
		named('Café Zürich', 'Other');
		expect((await createIn(' CAFE ZURICH ', [{ email: 'two@example.com' }])).error).toBeUndefined();
		expect(lists.map(({ subscribers }, index) => subscribers.length - (before[index] ?? 0))).toEqual([2, 1]);
	});

	it('takes the name from a column, and reads the contact lists once for all items', async () => {
		named('Spring', 'Autumn');
		const input = Array.from({ length: 20 }, (_, index) => ({
			list: index % 2 === 0 ? 'Spring' : 'Autumn',
			email: `p${index}@example.com`,
		}));
		const done = await engine.run('subscriber.import', { contactList: byName('={{ $json.list }}') }, { input });
		expect(jsonOf(done).map(({ action }) => action)).toEqual(input.map(() => 'imported'));
		expect(readings()).toBe(1);
	});

	it('takes a name that looks like an ID for a name', async () => {
		const other = defined(engine.sandbox.state.contactLists[1]).uuid;
		named(other);
		const before = countsOf();
		await createIn(other);
		expect(countsOf()[0]).toBe((before[0] ?? 0) + 1);
	});

	it('refuses a list of names that may go on where the node cannot see it', async () => {
		const entries = Array.from({ length: 100 }, (_, index) => ({ uuid: `l-${index}`, name: `List ${index}` }));
		const served = await serve((_request, response) => json(response, { data: entries, has_more: 'maybe' }));
		const done = await engine.run(
			'subscriber.create',
			{ contactList: byName('List 7'), email: 'new@example.com' },
			{ credential: { ...engine.credential, baseUrl: served.url } },
		);
		await served.close();
		expectFailure(done, { mentions: ['Two resources may have this name', "'By ID'"] });
		expect(served.requests).toEqual(['GET /v1/contact-lists']);
	});

	it('says so where the account has no contact list', async () => {
		engine.sandbox.state.contactLists.splice(0);
		expectFailure(await createIn('VIP'), {
			mentions: ['There is no contact list yet', 'Create one first'],
		});
	});

	it("finds a template, also under 'Update Fields', and an optional one may be empty", async () => {
		const { uuid } = defined(engine.sandbox.state.campaigns[0]);
		const template = defined(engine.sandbox.state.templates[0]);
		template.name = 'Spring Offer';
		const fields = { template: byName('spring offer'), contactList: byName('') };
		const done = await engine.run('campaign.update', { campaign: byId(uuid), updateFields: fields });
		expect(done.error).toBeUndefined();
		expect(defined(engine.sandbox.requests().at(-1)).body).toEqual({ template: template.uuid });
	});

	it('is refused in a sync that removes, and names the list in the summary of one that does not', async () => {
		named('VIP');
		const input = [{ email: 'new@example.com' }];
		const sync = async (parameters: INodeParameters) =>
			await engine.run('subscriber.sync', { contactList: byName('VIP'), ...parameters }, { input });
		const optOuts = { options: { optOuts: 'unsubscribe' } };
		expectFailure(await sync({ removal: 'keep', ...optOuts }), { mentions: ["'By Name'"] });
		for (const removal of ['delete', 'unsubscribe', 'removeTag'])
			expectFailure(await sync({ removal, onlyTag: 'vip' }), { mentions: ["'By Name'", "'By ID'"] });
		expect(jsonOf(await sync({ removal: 'keep', options: { output: 'summary' } }))).toMatchObject([
			{ contact_list: 'VIP', created: 1 },
		]);
	});

	it('chooses the list whose subscribers a dropdown shows', async () => {
		const [list] = named('VIP');
		const parameters = { contactList: byName('vip') };
		const { results } = await searchList('searchSubscribers', { parameters, credential: engine.credential });
		expect(results[0]?.value).toBe(defined(defined(list).subscribers[0]).uuid);
	});
});
