import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { behaviourOf, outputOf, rowsText } from '../../docs/outputs';
import type { Key } from '../../docs/requests';
import { operations } from '../../nodes/EmailMarketing/resources/operations';
import type { Sandbox } from '../../sandbox';
import { byId, defined, jsonOf, useEngine } from '../engine/support';

interface Case {
	readonly parameters?: INodeParameters;
	readonly input?: IDataObject[];
}

const engine = useEngine({ subscribers: 30 });
const list = () => defined(engine.sandbox.state.contactLists[0]);

/** For each operation what it is run with, once or in several ways. */
function cases({ state }: Sandbox): Record<Key, Case[]> {
	const { email, uuid, firstName } = defined(list().subscribers.find(({ mails }) => mails.length > 0));
	const contactList = byId(list().uuid);
	const one = { contactList, subscriber: byId(uuid) };
	const campaign = byId(defined(state.campaigns[0]).uuid);
	const rows = [
		{ email: 'new@example.com', first_name: 'Ann', last_name: 'Lee', tags: 'a' },
		{ email, first_name: `${firstName} II` },
		{ email: 'gone@example.com', is_subscribed: false },
	];
	return {
		'account.checkPaths': [{}],
		'account.get': [{}],
		'campaign.create': [{ parameters: { name: 'Autumn' } }],
		'campaign.delete': [{ parameters: { campaign } }],
		'campaign.getAll': [{ parameters: { limit: 3 } }],
		'campaign.update': [{ parameters: { campaign, updateFields: { name: 'Winter' } } }],
		'contactList.create': [{ parameters: { name: 'Guests' } }],
		'contactList.getAll': [{}],
		'domain.create': [{ parameters: { name: 'mail.example.org' } }],
		'domain.delete': [{ parameters: { domain: byId(defined(state.domains[0]).uuid) } }],
		'domain.getAll': [{}],
		'email.send': [{ parameters: { toEmail: email, subject: 'Hello', html: '<p>Hi</p>' } }],
		'subscriber.create': [{ parameters: { contactList, email: 'ann@example.com' } }],
		'subscriber.delete': [{ parameters: one }],
		'subscriber.get': [{ parameters: one }],
		'subscriber.getAll': [{ parameters: { contactList, limit: 3 } }],
		'subscriber.import': [
			{ parameters: { contactList }, input: rows },
			{ parameters: { contactList, options: { output: 'summary' } }, input: rows.slice(0, 2) },
		],
		'subscriber.sync': [
			{
				parameters: { contactList, dryRun: true, removal: 'delete', options: { maxRemovalPercent: 100 } },
				input: rows,
			},
			{ parameters: { contactList, removal: 'unsubscribe', options: { maxRemovalPercent: 100 } }, input: rows },
		],
		'subscriber.tag': [
			{ parameters: { ...one, addTags: 'quite new', simplify: false } },
			{ parameters: { ...one, addTags: 'quite new' } },
			{ parameters: { ...one, removeTags: 'never there' } },
		],
		'subscriber.toggleSubscription': [{ parameters: one }],
		'subscriber.update': [{ parameters: { ...one, updateFields: { lastName: 'X' } } }],
		'subscriber.upsert': [
			{ parameters: { contactList, dataMode: 'autoMapInputData' }, input: [...rows, defined(rows[0])] },
		],
		'template.getAll': [{}],
		'template.togglePublish': [{ parameters: { template: byId(defined(state.templates[0]).uuid) } }],
	};
}

async function run(key: Key, number: number, more: INodeParameters = {}): Promise<IDataObject[]> {
	engine.sandbox.reset();
	const { parameters, input } = defined(cases(engine.sandbox)[key][number]);
	const done = await engine.run(key, { ...parameters, ...more }, { input });
	expect(done.error).toBeUndefined();
	expect(done.items.length).toBeGreaterThan(0);
	return jsonOf(done);
}

const keys = Object.keys(operations) as Key[];
const told = keys.filter((key) => outputOf(key) === undefined);
const listed = keys.filter((key) => outputOf(key) !== undefined);
const returnsRows: readonly Key[] = ['subscriber.import', 'subscriber.sync', 'subscriber.upsert'];
const simplified = listed.filter((key) => outputOf(key)?.simplified !== undefined);

describe('the fields that docs/operations.md names', () => {
	it.each(listed)('are those that %s gives', async (key) => {
		const { fields, extra } = defined(outputOf(key));
		for (const item of await run(key, 0, simplified.includes(key) ? { simplify: false } : {}))
			expect(Object.keys(item).sort()).toEqual([...fields, ...extra].sort());
	});

	it.each(simplified)("are those that %s gives while 'Simplify' is on, in that order", async (key) => {
		const { fields, byName } = defined(outputOf(key)?.simplified);
		for (const item of await run(key, 0)) {
			expect(Object.keys(item)).toEqual(fields);
			for (const field of byName) expect(item[field] ?? '').toEqual(expect.any(String));
		}
	});

	it.each(told)('are all that %s gives, but for the columns of a row', async (key) => {
		const named = [
			...`${behaviourOf(key)} ${returnsRows.includes(key) ? rowsText : ''}`.matchAll(/`(\w+)`|"(\w+)":/g),
		].map(([, one, other]) => one ?? other);
		const like = { 'subscriber.upsert': 'subscriber.create', 'subscriber.tag': 'subscriber.update' } as const;
		const likeAnother = key in like ? defined(outputOf(like[key as keyof typeof like])).fields : [];
		const columns = cases(engine.sandbox)[key].flatMap(({ input = [] }) => input.flatMap((row) => Object.keys(row)));
		const known = [...named, ...likeAnother, ...columns];
		for (const number of cases(engine.sandbox)[key].keys())
			for (const item of await run(key, number))
				expect(Object.keys(item).filter((field) => !known.includes(field))).toEqual([]);
	});

	it('of Create or Update name each action', async () => {
		const actions = (await run('subscriber.upsert', 0)).map(({ action }) => action as string);
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
		const parameters = { contactList: byId(list().uuid), email: '={{ $json.mail }}' };
		const input = [{ mail: 'gone@example.com', Plan: 'A', unsubscribed_at: '2024-01-02' }];
		const [item] = jsonOf(await engine.run('subscriber.create', parameters, { input }));
		const email = 'gone@example.com';
		expect(item).toEqual({
			action: 'skipped',
			email,
			reason: expect.any(String),
			is_subscribed: false,
			input: input[0],
		});
		expect(engine.sandbox.requests()).toEqual([]);
	});
});
