import addSubscribers from '../examples/add-subscribers.json';
import updateCampaign from '../examples/update-campaign.json';
import { connectHost, type Host } from './support/host';

interface Subscriber {
	first_name: string;
	last_name: string;
	email: string;
	tags: string[];
}

interface Named {
	uuid: string;
	name: string;
}

const type = 'n8n-nodes-email-marketing.emailMarketing';
const exampleList = chosen(addSubscribers, 'contactList');
const exampleCampaign = chosen(updateCampaign, 'campaign');

describe('n8n with this package installed', () => {
	let host: Host;

	beforeAll(async () => {
		host = await connectHost();
	});

	afterAll(async () => {
		await host?.api.close();
	});

	it('lists it among the community packages, loaded', async () => {
		const packages = await host.api.call<object[]>('GET', '/rest/community-packages');

		expect(packages).toEqual([
			expect.objectContaining({
				packageName: 'n8n-nodes-email-marketing',
				failedLoading: false,
				installedNodes: expect.arrayContaining([expect.objectContaining({ type, name: 'Email Marketing' })]),
			}),
		]);
	});

	it('offers the node, as a tool for agents too, and its icon', async () => {
		const types = await host.api.call<Array<{ name: string; iconUrl: { light: string; dark: string } }>>('GET', '/types/nodes.json');
		const node = types.find(({ name }) => name === type);

		expect(types.map(({ name }) => name)).toEqual(expect.arrayContaining([type, `${type}Tool`]));
		for (const icon of [node?.iconUrl.light, node?.iconUrl.dark]) {
			const response = await fetch(`${host.n8nUrl}/${icon}`);
			expect(response.status).toBe(200);
			expect(response.headers.get('content-type')).toContain('image/svg+xml');
		}
	});

	it('connects with the credential that was set up', async () => {
		const credentials = await host.api.call<Array<{ id: string; name: string }>>('GET', '/rest/credentials');
		const credential = credentials.find(({ name }) => name === 'Email Marketing sandbox');
		const { data } = await host.api.call<{ data: object }>('GET', `/rest/credentials/${credential?.id}?includeData=true`);

		const answer = await host.api.call('POST', '/rest/credentials/test', { credentials: { ...credential, data } });

		expect(answer).toMatchObject({ status: 'OK' });
	});

	it('has examples whose contact list and campaign are in the sandbox, under the names that they show', async () => {
		const lists = await sandboxData<Named>('/v1/contact-lists');
		const campaigns = await sandboxData<Named>('/v1/campaigns');

		expect(lists).toContainEqual(expect.objectContaining({ uuid: exampleList.value, name: exampleList.cachedResultName }));
		expect(campaigns).toContainEqual(expect.objectContaining({ uuid: exampleCampaign.value, name: exampleCampaign.cachedResultName }));
	});

	it('adds the people of the example to the contact list', async () => {
		const before = await subscribers();

		const { status, record } = await host.api.runWorkflow(addSubscribers.id);

		expect({ status, record }).toMatchObject({ status: 'success' });
		expect((await subscribers()).slice(before.length)).toEqual([
			expect.objectContaining({ first_name: 'Ada', last_name: 'Lovelace', email: expect.stringMatching(/^ada\.\d+@example\.com$/), tags: ['early access', 'vip'] }),
			expect.objectContaining({ first_name: 'Grace', last_name: 'Hopper', email: expect.stringMatching(/^grace\.\d+@example\.com$/), tags: ['early access'] }),
		]);
	});

	it('runs that example again, since a person will', async () => {
		const { status, record } = await host.api.runWorkflow(addSubscribers.id);

		expect({ status, record }).toMatchObject({ status: 'success' });
	});

	it('changes name and sender of the campaign of the example, and nothing else of it', async () => {
		const before = (await sandboxData<Named>('/v1/campaigns')).find(({ uuid }) => uuid === exampleCampaign.value);

		const { status, record } = await host.api.runWorkflow(updateCampaign.id);

		expect({ status, record }).toMatchObject({ status: 'success' });
		expect(await sandboxData('/v1/campaigns')).toContainEqual({
			...before,
			name: 'A small thank-you and a gift',
			from_name: 'Jonas from Northwind Letters',
		});
	});

	async function subscribers(): Promise<Subscriber[]> {
		return await sandboxData<Subscriber>(`/v1/contact-lists/${exampleList.value}/subscriber?per_page=100`);
	}

	async function sandboxData<Item>(path: string): Promise<Item[]> {
		const { data } = (await host.sandbox(path)) as { data: Item[] };
		return data;
	}
});

interface Locator {
	value: string;
	cachedResultName: string;
}

/** What the example's node has chosen in a parameter of this name. */
function chosen(workflow: { nodes: Array<{ parameters: object }> }, parameter: string): Locator {
	const values = workflow.nodes.map(({ parameters }) => (parameters as Record<string, unknown>)[parameter]);
	const locator = values.find((value) => value !== undefined);
	if (locator === undefined) throw new Error(`No node of the example has a parameter '${parameter}'`);
	return locator as Locator;
}
