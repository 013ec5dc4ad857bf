import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { behaviourOf, outputOf, requestsOf } from '../../scripts/docs/outputs';
import { rowsText, type Key } from '../../scripts/docs/texts';
import { isEndpointKey, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { rowKeys } from '../../nodes/EmailMarketing/rows/results';
import { operations } from '../../nodes/EmailMarketing/resources/operations';
import { json, serve, type Served } from '../engine/serve';
import { requiredParameters } from '../engine/required';
import { byEmail, byId, defined, jsonOf, rowOf, useEngine } from '../engine/support';

/** What an operation is run with, and every kind of request that it then sends, in the order of the first of each. */
type Case = [sends: EndpointKey[], parameters: INodeParameters, input?: IDataObject[], hidesTags?: boolean];

const engine = useEngine({ subscribers: 30 });
const keys = Object.keys(operations) as Key[];

/** The sandbox, but for the tags in its lists. */
let withoutTags: Served;
beforeAll(async () => {
	withoutTags = await serve(({ method, url, headers: { authorization = '' } }, response, body) => {
		const headers = { authorization, 'content-type': 'application/json' };
		const asked = fetch(`${engine.sandbox.url}${url}`, { method, headers, body: body || undefined });
		void asked.then(async (answer) => {
			const { data, ...others } = (await answer.json()) as { data?: object[] };
			json(response, { ...others, data: data?.map((entry) => ({ ...entry, tags: undefined })) }, answer.status);
		});
	});
});
afterAll(async () => await withoutTags.close());

/** For each operation, the cases that together send and return all that the page says. */
function casesOf(key: Key): Case[] {
	const required = requiredParameters(engine.sandbox);
	const { contactList, subscriber, template, updateFields } = required;
	const { subscribers } = engine.list();
	const { email, firstName } = defined(subscribers.find(({ uuid }) => uuid === (subscriber as IDataObject).value));
	const gone = defined(subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null)).email;
	const one = { contactList, subscriber };
	const oneByEmail = { contactList, subscriber: byEmail(email) };
	const mapped = { contactList, dataMode: 'autoMapInputData' };
	const renamed = { email, first_name: `${firstName} II` };
	const rows = [{ email: 'new@example.com', first_name: 'Ann', tags: 'a' }, renamed];
	const skipped = { email: 'gone@example.com', is_subscribed: false };
	const [getAll, get, create, update, toggle, remove, bulk] = [
		...(['subscriber.getAll', 'subscriber.get', 'subscriber.create', 'subscriber.update'] as const),
		...(['subscriber.toggleSubscription', 'subscriber.delete', 'subscriber.import'] as const),
	];
	const publishState = engine.sandbox.state.templates[0]?.isPublished === true ? 'published' : 'unpublished';
	const options = { maxRemovalPercent: 100 };
	const onlyTag = defined(subscribers.flatMap((one) => (one.email === email ? [] : one.tags))[0]);
	// prettier-ignore
	const several: Partial<Record<Key, Case[]>> = {
		'account.checkPaths': [[['contactList.getAll', 'account.get', 'campaign.getAll', 'domain.getAll', 'template.getAll', getAll, get], {}]],
		'subscriber.delete': [[[remove], one], [[getAll, remove], oneByEmail]],
		'subscriber.get': [[[get], one], [[getAll, get], oneByEmail]],
		'subscriber.import': [
			[[getAll, bulk, update], { contactList }, [...rows, skipped]],
			[[getAll, get, update], { contactList }, [renamed], true],
			[[bulk], { contactList, options: { skipUnsubscribed: false, output: 'summary' } }, rows],
		],
		'subscriber.sync': [
			[[getAll, create, update], { contactList }, [...rows, skipped]],
			[[getAll, bulk], { contactList, options: { useImport: true } }, rows.slice(0, 1)],
			[[getAll, remove], { contactList, removal: 'delete', options }, [{ email }]],
			[[getAll, get, toggle], { contactList, removal: 'unsubscribe', options }, [{ email }]],
			[[getAll, get, toggle], { contactList, options: { resubscribe: true } }, [{ email: gone }]],
			[[getAll], { contactList, dryRun: true, removal: 'delete', options }, rows],
			[[getAll, get, toggle], { contactList, options: { ...options, optOuts: 'unsubscribe' } }, [{ email, is_subscribed: false }]],
			[[getAll, update], { contactList, removal: 'removeTag', onlyTag, options }, [{ email }]],
		],
		'subscriber.tag': [
			[[get, update], { ...one, addTags: 'quite new' }],
			[[getAll, update], { ...oneByEmail, addTags: 'quite new' }],
			[[get], { ...one, removeTags: 'never there' }],
		],
		'subscriber.toggleSubscription': [
			[[get, toggle], one],
			[[get], { ...one, changeTo: 'subscribed' }],
			[[get, toggle], { ...one, changeTo: 'toggle' }],
			[[getAll, get, toggle], oneByEmail],
		],
		'subscriber.update': [
			[[update], { ...one, updateFields }],
			[[getAll, update], { ...oneByEmail, updateFields }],
			[[getAll, get, update], { ...oneByEmail, updateFields }, undefined, true],
		],
		'template.togglePublish': [
			[['template.getAll', 'template.togglePublish'], { template, publishState: 'toggle' }],
			[['template.getAll'], { template, publishState }],
		],
		'subscriber.upsert': [
			[[create], mapped, rows.slice(0, 1)],
			[[create, getAll, update], mapped, [...rows, skipped, defined(rows[0])]],
			[[create, update], mapped, [{ email: 'new@example.com' }, defined(rows[0])]],
			[[create, getAll, get, update], mapped, [renamed], true],
			[[create, getAll, get, toggle], { ...mapped, options: { resubscribe: true } }, [{ email: gone }]],
		],
	};
	return several[key] ?? [[[key as EndpointKey], required]];
}

/** Runs a case on a new sandbox; returns its items. */
async function run(key: Key, number: number, more: INodeParameters = {}): Promise<IDataObject[]> {
	engine.reset();
	const [sends, parameters, input, hidesTags] = defined(casesOf(key)[number]);
	const { url: baseUrl } = hidesTags ? withoutTags : engine.sandbox;
	const credential = { ...engine.credential, baseUrl };
	const done = await engine.run(key, { ...parameters, ...more }, { input, credential });
	expect(done.error).toBeUndefined();
	expect(done.items.length).toBeGreaterThan(0);
	const sent = new Set(engine.sandbox.requests().map(({ operationId }) => operationId));
	expect([key, number, ...sent]).toEqual([key, number, ...sends]);
	return jsonOf(done);
}

describe('the requests that docs/operations.md names', () => {
	it.each(keys)('are those of %s', (key) => {
		const own = isEndpointKey(key) ? [key] : [];
		const sent = new Set(casesOf(key).flatMap(([sends]) => sends));
		expect([...sent].sort()).toEqual([...new Set([...own, ...Object.keys(requestsOf(key))])].sort());
	});

	it('are named with words of the panel', () => {
		for (const key of keys) {
			const panel = JSON.stringify(operations[key].description);
			const named = Object.values(requestsOf(key)).flatMap((when) => [...when.matchAll(/\*([^*]+)\*/g)]);
			for (const [, word = ''] of named) expect(panel).toMatch(new RegExp(`[nN]ame":"${word.replace(/\W/g, '\\$&')}"`));
		}
	});
});

describe('the fields that docs/operations.md names', () => {
	it.each(keys)('are those that %s returns, and each case sends the requests above', async (key) => {
		const { fields, extra, simplified } = outputOf(key) ?? {};
		const text = `${behaviourOf(key)} ${operations[key].rows === undefined ? '' : rowsText}`;
		const named = [...text.matchAll(/`(\w+)`|"(\w+)":/g)].map(([, one, other]) => one ?? other);
		const columns = casesOf(key).flatMap(([, , input = []]) => input.flatMap((row) => Object.keys(row)));
		for (const number of casesOf(key).keys())
			for (const item of await run(key, number))
				if (simplified !== undefined) {
					expect(Object.keys(item)).toEqual(simplified.fields);
					for (const field of simplified.byName) expect(item[field] ?? '').toEqual(expect.any(String));
				} else if (fields !== undefined && number === 0)
					expect(Object.keys(item).sort()).toEqual([...fields, ...(extra ?? [])].sort());
				else if (fields === undefined)
					expect([...named, ...columns]).toEqual(expect.arrayContaining(Object.keys(item)));
	});

	it.each(keys.filter((key) => outputOf(key)?.simplified !== undefined))(
		"are all those that %s returns while 'Simplify' is off",
		async (key) => {
			const { fields, extra } = defined(outputOf(key));
			for (const item of await run(key, 0, { simplify: false }))
				expect(Object.keys(item).sort()).toEqual([...fields, ...extra].sort());
		},
	);

	it('of Create or Update name each action', async () => {
		const actions = (await run('subscriber.upsert', 1)).map(({ action }) => action as string);
		expect(actions).toEqual(['created', 'updated', 'skipped', 'unchanged']);
		for (const action of actions) expect(rowsText).toContain(`\`${action}\``);
	});

	it('of the mails of a subscriber are those that the mails have', async () => {
		const [subscriber] = await run('subscriber.get', 0);
		const [mail = {}] = subscriber?.mails as IDataObject[];
		const text = Object.keys(mail).map((field) => `\`${field}\``);
		expect(text.length).toBeGreaterThan(3);
		expect(behaviourOf('subscriber.get')).toContain(`each with ${text.join(', ')} (`);
	});

	it('of a subscriber who is skipped are those of rows', async () => {
		const parameters = { contactList: byId(engine.list().uuid), email: '={{ $json.mail }}' };
		const input = [{ mail: 'gone@example.com', Plan: 'A', unsubscribed_at: '2024-01-02' }];
		const [item] = jsonOf(await engine.run('subscriber.create', parameters, { input }));
		const row = { action: 'skipped', email: 'gone@example.com', is_subscribed: false };
		expect(item).toEqual(rowOf({ ...row, note: expect.any(String), uuid: '' }));
		for (const key of rowKeys) expect(rowsText).toContain(`\`${key}\``);
		expect(engine.sandbox.requests()).toEqual([]);
	});
});
