import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import { runNode, type NodeRunOptions } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { byId, defined, jsonOf, useEngine } from '../../engine/support';

jest.mock('../../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../../engine/noWait'));

const engine = useEngine();
const published = () => defined(engine.sandbox.state.templates.find(({ isPublished }) => isPublished));
const unpublished = () => defined(engine.sandbox.state.templates.find(({ isPublished }) => !isPublished));
const change = async (uuid: string, more: INodeParameters = {}, input: IDataObject[] = [{}], node = {}) =>
	await engine.run('template.togglePublish', { template: byId(uuid), ...more }, { input, node });
const [read, turn] = ['template.getAll', 'template.togglePublish'];

interface Service {
	/** The template list at each reading. */
	list?: (readings: number) => unknown;
	/** Status and body of the response to a toggle. */
	toggled?: readonly [number, unknown];
}

const offer = { uuid: 't1', name: 'Offer', is_published: false };
const templates = (...data: object[]) => ({ data, links: {}, meta: { current_page: 1, last_page: 1 } });

/** Runs the node on a service that the sandbox is not. */
async function changed(service: Service, parameters: INodeParameters = {}, more: Partial<NodeRunOptions> = {}) {
	const { list = () => templates(offer), toggled = [200, { message: 'OK' }] } = service;
	let readings = 0;
	const served = await serve(({ method }, response) => {
		if (method === 'PUT') return json(response, toggled[1], toggled[0]);
		const body = list((readings += 1));
		return body === undefined ? json(response, { message: 'Not Found' }, 404) : json(response, body);
	});
	const run = await runNode({
		parameters: { resource: 'template', operation: 'togglePublish', template: byId('t1'), ...parameters },
		credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
		...more,
	});
	await served.close();
	return { run, requests: served.requests };
}

const [getList, toggle] = ['GET /v1/templates', 'PUT /v1/templates/t1/toggle'];

describe('Template → Publish or Unpublish', () => {
	it('publishes, unless something else is chosen, after reading the state in the list', async () => {
		const { uuid, name } = unpublished();
		const run = await change(uuid);
		expect(engine.operations()).toEqual([read, turn]);
		expect(JSON.stringify(jsonOf(run))).toBe(JSON.stringify([{ action: 'published', uuid, name, is_published: true }]));
		expect(engine.sandbox.state.templates.find((one) => one.uuid === uuid)?.isPublished).toBe(true);
	});

	it.each([
		['an ID that the list shows as a number', 12, '12'],
		[
			'a UUID that the list shows in capitals',
			'0A1B2C3D-0000-4000-8000-00000000ABCD',
			'0a1b2c3d-0000-4000-8000-00000000abcd',
		],
		['a UUID in capitals', '0a1b2c3d-0000-4000-8000-00000000abcd', '0A1B2C3D-0000-4000-8000-00000000ABCD'],
	])('finds the template by %s', async (_, uuid, chosen) => {
		const list = () => templates({ ...offer, uuid, is_published: true });
		const { run, requests } = await changed({ list }, { template: byId(chosen) });
		expect(jsonOf(run)).toMatchObject([{ action: 'unchanged', name: 'Offer' }]);
		expect(requests).toEqual([getList]);
	});

	it.each([
		['published', published],
		['unpublished', unpublished],
	])('sends nothing to a template that is %s already, and outputs the same fields', async (publishState, which) => {
		const { uuid, name } = which();
		const run = await change(uuid, { publishState });
		expect(engine.operations()).toEqual([read]);
		const is_published = publishState === 'published';
		expect(JSON.stringify(jsonOf(run))).toBe(JSON.stringify([{ action: 'unchanged', uuid, name, is_published }]));
	});

	it('changes one template for several items there and back in their order', async () => {
		const { uuid } = unpublished();
		const input = ['published', 'published', 'unpublished', 'toggle', 'toggle'].map((to) => ({ to }));
		const run = await change(uuid, { publishState: '={{ $json.to }}' }, input);
		const actions = ['published', 'unchanged', 'unpublished', 'published', 'unpublished'];
		expect(jsonOf(run).map(({ action }) => action)).toEqual(actions);
		expect(engine.operations()).toEqual([read, turn, read, read, turn, read, turn, read, turn]);
	});

	it('sends no toggle again that may still take place', async () => {
		const service: Service = { toggled: [504, {}] };
		const { run, requests } = await changed(service, {}, { node: { onError: 'continueRegularOutput' } });
		expect(requests).toEqual([getList, toggle]);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ outcomeUnknown: true, canRetry: false })]);
		const tries = { node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } };
		expect((await changed(service, {}, tries)).requests).toEqual([getList, toggle]);
	});

	it('finds a template on a later page', async () => {
		const page = (number: number) => ({
			data: number === 3 ? [offer] : [{ uuid: `o${number}` }],
			meta: { last_page: 3 },
		});
		const { run, requests } = await changed({ list: page });
		expect(requests.at(-1)).toBe(toggle);
		expect(jsonOf(run)).toEqual([{ action: 'published', uuid: 't1', name: 'Offer', is_published: true }]);
	});

	it('fails where the response shows the other state', async () => {
		const toggled = [200, { message: 'OK', template: offer }] as const;
		expectFailure((await changed({ toggled })).run, { mentions: ['other state', "'Get Many'"] });
	});

	it('understands a state that is 0 or 1', async () => {
		const { run, requests } = await changed({ list: () => templates({ ...offer, is_published: 1 }) });
		expect(requests).toEqual([getList]);
		expect(jsonOf(run)).toEqual([{ action: 'unchanged', uuid: 't1', name: 'Offer', is_published: true }]);
	});
});

describe('a template whose state is not shown', () => {
	const nameless: Array<[string, Service['list'], string[]]> = [
		['the list has no is_published', () => templates({ uuid: 't1', name: 'Offer' }), ['does not show', "'Toggle'"]],
		[
			'the list does not have it',
			() => templates({ ...offer, uuid: 't2' }),
			['not in the template list', "'Template'"],
		],
		['the list is not found', () => undefined, ['GET /v1/templates', '"template.getAll"']],
		['there is no list', () => ({ message: 'OK' }), ['no list', '"template.getAll"']],
	];

	it.each(nameless)('is not changed: %s', async (_, list, mentions) => {
		const { run, requests } = await changed({ list });
		expectFailure(run, { mentions });
		expect(requests).toEqual([getList]);
	});

	it.each(nameless)("is changed by 'Toggle', whatever its state: %s", async (_, list) => {
		const { run, requests } = await changed({ list }, { publishState: 'toggle' });
		expect(requests).toEqual([getList, toggle]);
		expect(Object.keys(defined(jsonOf(run)[0]))).toEqual(['action', 'uuid', 'name', 'is_published']);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ action: 'updated', uuid: 't1', is_published: null })]);
	});

	it("is changed by 'Toggle' where a later page of the list cannot be read", async () => {
		const list = (page: number) => (page === 1 ? { data: [{ uuid: 'o1' }], meta: { last_page: 2 } } : undefined);
		const { run, requests } = await changed({ list }, { publishState: 'toggle' });
		expect(requests).toEqual([getList, expect.stringContaining(getList), toggle]);
		expect(jsonOf(run)).toMatchObject([{ action: 'updated', uuid: 't1' }]);
	});

	it('is known from the response, if that shows it', async () => {
		const [list, toggled] = [() => undefined, [200, { template: { ...offer, is_published: true } }] as const];
		const { run } = await changed({ list, toggled }, { publishState: 'toggle' });
		expect(jsonOf(run)).toEqual([{ action: 'published', uuid: 't1', name: 'Offer', is_published: true }]);
	});
});
