import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';
import { checkSetting } from '../../nodes/EmailMarketing/execution/settings';
import { byId, jsonOf, defined, useEngine } from '../engine/support';

const choice: INodeProperties = {
	displayName: 'Change To',
	name: 'changeTo',
	type: 'options',
	options: [
		{ name: 'On', value: 'on' },
		{ name: 'Off', value: 'off' },
	],
	default: 'on',
};
const flag: INodeProperties = { displayName: 'Simplify', name: 'simplify', type: 'boolean', default: true };
const count: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
};
const bounded: INodeProperties = {
	displayName: 'Max Retries',
	name: 'maxRetries',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 20 },
	default: 4,
};
const text: INodeProperties = { displayName: 'Proxy', name: 'proxy', type: 'string', default: '' };
const several: INodeProperties = {
	displayName: 'Several',
	name: 'several',
	type: 'multiOptions',
	options: [
		{ name: 'A', value: 'a' },
		{ name: 'B', value: 'b' },
	],
	default: [],
};
const collection: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	options: [flag, bounded, text],
};

describe('checkSetting', () => {
	it.each([
		[choice, 'on'],
		[choice, 'off'],
		[flag, true],
		[flag, false],
		[count, 1],
		[count, 1_000_000],
		[bounded, 0],
		[bounded, 20],
		[text, 'anything'],
		[text, 5],
		[text, { simplify: 'no' }],
		...[null, undefined, 'simplify', 5, ['simplify']].map((value) => [collection, value] as const),
	] as const)('takes for %j the value %j as it is', (property, value) => {
		expect(checkSetting(property, value)).toBe(value);
	});

	it.each([
		['On', '"On"'],
		[' on', '" on"'],
		[true, 'true'],
		[7, '7'],
		[null, 'empty'],
		[undefined, 'empty'],
		['', 'empty'],
		[['on'], 'a list'],
		[{ value: 'on' }, 'an object'],
		['x'.repeat(1000), `"${'x'.repeat(50)}"`],
	])('refuses for a menu the value %j, and gives the possible ones', (value, written) => {
		expect(() => checkSetting(choice, value)).toThrow(
			expect.objectContaining({
				message: `'Change To' cannot be ${written}`,
				description: 'It must be one of these: on, off. Nothing was sent for this item.',
			}),
		);
	});

	it.each(['true', 'false', 1, 0, null, undefined, '', 'yes', []])('refuses for on or off the value %j', (value) => {
		expect(() => checkSetting(flag, value)).toThrow(
			expect.objectContaining({
				message: expect.stringMatching(/^'Simplify' cannot be /),
				description: expect.stringContaining('one of these: true, false.'),
			}),
		);
	});

	it.each([
		['5', 5],
		[' 20 ', 20],
		['0', 0],
	])('reads the number %j', (value, number) => {
		expect(checkSetting(bounded, value)).toBe(number);
	});

	it.each([
		-1,
		21,
		0.5,
		Number.NaN,
		Number.POSITIVE_INFINITY,
		'',
		' ',
		'many',
		'21',
		true,
		null,
		undefined,
		{},
		[],
		[5],
	])('refuses %p where a number from 0 to 20 is asked for', (value) => {
		expect(() => checkSetting(bounded, value)).toThrow(
			expect.objectContaining({
				message: "'Max Retries' must be a whole number from 0 to 20",
				description: "Correct 'Max Retries'. Nothing was sent for this item.",
			}),
		);
	});

	it.each([0, -1, 1.5, 2 ** 53, 'many'])('refuses %p where there is no upper bound', (value) => {
		expect(() => checkSetting(count, value)).toThrow("'Limit' must be a whole number of at least 1");
	});

	it.each([
		[[], []],
		['', []],
		[null, []],
		[undefined, []],
		['a', ['a']],
		[
			['b', 'a'],
			['b', 'a'],
		],
	])('takes %j for the choices %j of several', (value, chosen) => {
		expect(checkSetting(several, value)).toEqual(chosen);
	});

	it.each(['c', ['a', 'c'], 5, {}, [['a']]])('refuses %j where several may be chosen', (value) => {
		expect(() => checkSetting(several, value)).toThrow(
			expect.objectContaining({
				message: expect.stringMatching(/^'Several' cannot be /),
				description: expect.stringContaining('a, b'),
			}),
		);
	});

	it('checks what is inside a collection, and keeps what it does not know', () => {
		expect(checkSetting(collection, { maxRetries: '3', simplify: false, novel: 'x' })).toEqual({
			maxRetries: 3,
			simplify: false,
			novel: 'x',
		});
		expect(() => checkSetting(collection, { maxRetries: 21 })).toThrow("'Max Retries'");
		expect(() => checkSetting(collection, { simplify: 'no' })).toThrow('\'Simplify\' cannot be "no"');
	});
});

describe('a setting filled by an expression', () => {
	const engine = useEngine();
	const list = () => defined(engine.sandbox.state.contactLists[0]);
	const parametersOf = (): Record<string, INodeParameters> => ({
		'subscriber.toggleSubscription': {
			contactList: byId(list().uuid),
			subscriber: byId(defined(list().subscribers[0]).uuid),
		},
		'subscriber.create': { contactList: byId(list().uuid), email: 'new@example.com' },
		'subscriber.update': {
			contactList: byId(list().uuid),
			subscriber: byId(defined(list().subscribers[0]).uuid),
			updateFields: { firstName: 'New' },
		},
		'subscriber.get': { contactList: byId(list().uuid), subscriber: byId(defined(list().subscribers[0]).uuid) },
		'subscriber.getAll': { contactList: byId(list().uuid) },
		'campaign.getAll': {},
		'account.get': {},
	});
	const setting = (path: string, value: unknown): INodeParameters => {
		const [name = '', inner] = path.split('.');
		const expression = `={{ ${JSON.stringify(value)} }}`;
		return { [name]: inner === undefined ? expression : { [inner]: expression } };
	};

	it.each<[key: string, path: string, value: unknown, name: string, possible: string]>([
		['subscriber.toggleSubscription', 'changeTo', 'Subscribed', "'Change To'", 'unsubscribed, subscribed, toggle'],
		['subscriber.create', 'dataMode', 'Map Each Field Below', "'Data Mode'", 'defineBelow, autoMapInputData'],
		[
			'subscriber.update',
			'updateFields.clearFields',
			['lastName', 'email'],
			"'Clear Fields'",
			'firstName, lastName, tags',
		],
		['subscriber.getAll', 'returnAll', 'yes', "'Return All'", 'true, false'],
		['campaign.getAll', 'simplify', 'false', "'Simplify'", 'true, false'],
		['campaign.getAll', 'limit', null, "'Limit'", 'at least 1'],
		['account.get', 'requestOptions.maxParallelRequests', 101, "'Max Parallel Requests'", 'from 1 to 100'],
		['account.get', 'requestOptions.maxRetries', -1, "'Max Retries'", 'from 0 to 20'],
		['account.get', 'requestOptions.allowUnauthorizedCerts', 'true', "'Ignore SSL Issues (Insecure)'", 'true, false'],
		['account.get', 'requestOptions.timeout', 'long', "'Timeout'", 'at least 1'],
	])('stops %s before anything is sent when %s is %j', async (key, path, value, name, possible) => {
		const run = await engine.run(key, { ...parametersOf()[key], ...setting(path, value) });
		expect(run.error?.message).toContain(name);
		expect(`${run.error?.message} ${run.error?.description}`).toContain(possible);
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('is taken when it gives one of the choices', async () => {
		const run = await engine.run('subscriber.getAll', {
			contactList: byId(list().uuid),
			returnAll: '={{ false }}',
			limit: '={{ "2" }}',
			simplify: '={{ !true }}',
			requestOptions: { maxParallelRequests: '={{ 1 }}' },
		});
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(2);
		expect(jsonOf(run)[0]).toHaveProperty('recieved_count');
	});

	it('may differ from item to item', async () => {
		const input = [
			{ mode: 'autoMapInputData', email: 'a@example.com' },
			{ mode: 'defineBelow', email: 'b@example.com' },
			{ mode: 'Map', email: 'c@example.com' },
		];
		const run = await engine.run(
			'subscriber.create',
			{ contactList: byId(list().uuid), dataMode: '={{ $json.mode }}', email: '=own-{{ $json.email }}' },
			{ input, node: { onError: 'continueErrorOutput' } },
		);
		expect(jsonOf(run).map(({ email }) => email)).toEqual(['a@example.com', 'own-b@example.com']);
		expect(run.errorItems.map(({ json }) => json)).toEqual([
			expect.objectContaining({ email: 'c@example.com', error: `'Data Mode' cannot be "Map"` }),
		]);
	});
});

describe('every menu, switch and number of the panel', () => {
	const every = (properties: INodeProperties[]): INodeProperties[] =>
		properties.flatMap((property) => [
			property,
			...(property.type === 'collection' ? every(property.options as INodeProperties[]) : []),
		]);
	const { properties } = new EmailMarketing().description;

	it.each(
		every(properties)
			.filter(({ type }) => ['options', 'boolean', 'number'].includes(type))
			.map((property) => [property.displayName, property] as const),
	)('takes its own default: %s', (_name, property) => {
		expect(checkSetting(property, property.default)).toBe(property.default);
		expect(() => checkSetting(property, {})).toThrow(`'${property.displayName}'`);
	});
});
