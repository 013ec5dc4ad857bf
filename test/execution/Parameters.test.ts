import 'reflect-metadata';

import { DateTime } from 'luxon';
import { ExecuteContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeParameters,
	type INodeType,
	type IRunExecutionData,
} from 'n8n-workflow';

import { Parameters } from '../../nodes/EmailMarketing/execution/Parameters';
import { aNode } from '../aNode';
import { additionalData } from '../engine/runNode';
import { byId, defined } from '../engine/support';

type Field = INodeParameters[string];

// prettier-ignore
it.each<[Field, number]>([
	['a={{ 1 }}', 1], [0, 1], [{ a: null }, 1], [{ a: 'x', b: ['y'] }, 1], [byId('l1'), 1], ['={{ $json.x }}', 3], ['=x', 3],
	[{ a: [{ b: ['x', '={{ 1 }}'] }] }, 3], [byId('={{ $json.id }}'), 3],
])(
	'n8n evaluates a parameter of three items only where an expression may make it differ: %j, %i times',
	(value, times) => {
		const getNodeParameter = jest.fn((_name: string, item: number) => item);
		const getNode = () => ({ parameters: { field: value } }) as unknown as INode;
		const context = { getNode, getNodeParameter, getInputData: () => [] };
		const parameters = new Parameters(context as unknown as IExecuteFunctions);
		const read = [0, 0, 1, 1, 2].map((item) => parameters.read('field', item));
		expect(read).toEqual(times === 1 ? [0, 0, 0, 0, 0] : [0, 0, 1, 1, 2]);
		expect(parameters.read('other', 0)).toBeUndefined();
		expect(getNodeParameter).toHaveBeenCalledTimes(times);
	},
);

// prettier-ignore
it.each<[Field, string | undefined]>([
	['={{ $json.email }}', 'email'], ['={{$json.contact.email}}', 'contact.email'], ['={{  $json["E-Mail"]  }}', '["E-Mail"]'],
	['Mail: {{ $json.email }}', undefined], ['=to {{ $json.email }}', undefined], ['={{ $json.email }}, ann@x.org', undefined],
	['={{ $json.email || $json.mail }}', undefined], ['={{ $json.email.trim() }}', undefined], ['ann@x.org', undefined], [5, undefined],
	[['={{ $json.email }}'], undefined],
])('the column of an expression that takes nothing else: %j has %j', (value, name) => {
	const context = { getNode: () => ({ parameters: { field: value } }) } as unknown as IExecuteFunctions;
	expect(new Parameters(context).columnIn('field')).toBe(name);
});

describe('A mapped column is what n8n evaluates it to', () => {
	// prettier-ignore
	const values = [
		...['Ada', '', ' a\u00a0\n', '12', '={{ 1 + 1 }}', '{{ $json.other }}', 'null', '\ud83d\ude00\ud800', 12.5, 0, -0, NaN, true, false].map((value) => [value, true] as const),
		...[null, undefined, [], ['a', 1], { a: { b: 'c' } }, new Date(0), DateTime.fromMillis(0)].map((value) => [value, false] as const),
	];
	const fields: Array<[kind: string, field: Field]> = [
		['alone', '={{ $json.x }}'],
		['in a collection', { fixed: 'f', first: '={{ $json.x }}', last: "={{ $json['x'] }}" }],
		['in a fixed collection', { values: { tags: { a: '={{ $json["x"] }}' }, list: ['f'] } }],
		['in a resource locator', byId('={{ $json.x }}')],
	];
	it.each(fields.flatMap(([kind, field]) => values.map((value) => [kind, ...value, field] as const)))(
		'%s: %p, read from the item: %p',
		(_kind, value, isRead, field) => {
			const { read, evaluated, evaluations } = readBoth(field, [{ x: 'first' }, { x: value }, {}]);
			expect(read).toStrictEqual(evaluated);
			expect(evaluations).toEqual(isRead ? [0, 2] : [0, 1, 2]);
		},
	);

	it.each(fields)('%s: in the second run of a loop', (_kind, field) => {
		const { read, evaluated, evaluations } = readBoth(field, [{ x: 'third' }, { x: 'fourth' }], 1);
		expect(read).toStrictEqual(evaluated);
		expect(JSON.stringify(read)).toContain('fourth');
		expect(evaluations).toEqual([0]);
	});

	/** As n8n's editor writes a column that is dragged. */
	const dragged = (name: string): string =>
		/^[a-zA-Z_$][a-zA-Z0-9_$]*$/.test(name) ? `.${name}` : `['${name.replaceAll("'", "\\'")}']`;
	const doubleQuoted = (name: string): string => `["${name.replaceAll('"', '\\"')}"]`;

	// prettier-ignore
	it.each([
		'email', '_id', '$x', 'class', 'toString', 'hasOwnProperty', 'then', 'toJSON', 'isProxy', 'length', 'json', 'First Name', 'E-mail', 'a.b',
		'1st', '0', 'Prénom', '名前', "Customer's name", "'", 'say "hi"', '`', '[a]', ' ',
	])('%j: read from the item in each notation', (name) => {
		const items = [{ [name]: 'Ada' }, { [name]: 'Grace' }];
		for (const access of [dragged(name), doubleQuoted(name), `['${name.replaceAll("'", "\\'")}']`])
			expect(readBoth(`={{ $json${access} }}`, items)).toEqual({
				read: ['Ada', 'Grace'],
				evaluated: ['Ada', 'Grace'],
				evaluations: [0],
			});
	});

	it.each(['constructor', 'constructor_id', '__proto__', 'prototype', 'caller', 'a.constructor', '', 'a\\b', 'a\\nb'])(
		'%j: a name that n8n refuses or reads in its own way is evaluated',
		(name) => {
			const items = [{ [name]: 'Ada' }, { [name]: 'Grace' }];
			for (const access of [dragged(name), doubleQuoted(name)]) {
				const { read, evaluated } = readBoth(`={{ $json${access} }}`, items);
				expect(read).toStrictEqual(evaluated);
			}
		},
	);

	it.each([
		...['={{ $json.x.y }}', '={{ $json.x }} ', '= {{ $json.x }}', '={{ $json.x }}{{ $json.x }}', '={{ $json.x + 1 }}'],
		...['={{ $json.x.length }}', '={{ $json.x; }}', '={{ $json["x"].y }}', '={{ $json[\'x"] }}', '={{ $json[x] }}'],
		...['={{ $json?.x }}', '={{ $json.x\n}}', '={{ $json }}', '={{ $JSON.x }}', '={{ $json["a\\u0062"] }}', '=$json.x'],
		...['={{ $json["}}"] }}', "={{ $json['{{'] }}", '={{ $json["x"]["y"] }}', '={{ $item.x }}', '={{ $json.naïve }}'],
		...[['={{ $json.x }}'], { a: '={{ $json.x }}', b: '={{ $itemIndex }}' }, { a: ['={{ $json.x }}'] }],
	] as Field[])('%j: anything else is evaluated by n8n, and whole', (field) => {
		const json = { x: 'Ada', y: 'no', ab: 'ab', '}}': 'braces', '{{': 'braces', naïve: 'naïve' };
		const { read, evaluated, evaluations } = readBoth(field, [json, json]);
		expect(read).toStrictEqual(evaluated);
		expect(evaluations).toEqual([0, 1]);
	});

	it.each(fields)("%s: where the items of `$json` are not the node's", (_kind, field) => {
		const [inputs, source] = [
			['a', 'b'],
			['c', 'd'],
		].map((values) => values.map((x) => ({ x })));
		const { read, evaluated, evaluations } = readBoth(field, defined(inputs), 0, source);
		expect(read).toStrictEqual(evaluated);
		expect(JSON.stringify(read)).toContain('"d"');
		expect(evaluations).toEqual([0, 1]);
	});
});

/** What `Parameters` reads for each item, what n8n evaluates, and for which items `Parameters` had n8n evaluate. */
function readBoth(field: Field, items: IDataObject[], runIndex = 0, source = items) {
	const context = contextOf(field, items, runIndex, source);
	const outcomes = (read: (item: number) => unknown): unknown[] =>
		items.map((_json, item) => {
			try {
				return read(item);
			} catch (thrown) {
				return { message: (thrown as Error).message };
			}
		});
	const options = { skipValidation: true };
	const evaluated = outcomes((item) => context.getNodeParameter('field', item, null, options));
	const evaluating = jest.spyOn(context, 'getNodeParameter');
	const parameters = new Parameters(context);
	const read = outcomes((item) => parameters.read('field', item));
	return { read, evaluated, evaluations: evaluating.mock.calls.map(([, item]) => item) };
}

/**
 * n8n's own context. Runs of a loop before this one had other items.
 * @param source the items of `$json`, which a tool has from its agent
 */
function contextOf(field: Field, items: IDataObject[], runIndex: number, source: IDataObject[]): IExecuteFunctions {
	const node = aNode({ field });
	const description = { properties: [{ name: 'field', displayName: 'Field', type: 'json', default: '' }] };
	const nodeType = { description } as unknown as INodeType;
	const nodeTypes = { getByName: () => nodeType, getByNameAndVersion: () => nodeType, getKnownTypes: () => ({}) };
	const workflow = new Workflow({ id: '1', nodes: [node], connections: {}, active: false, nodeTypes });
	const main = [items.map((json, item) => ({ json, pairedItem: items.length - 1 - item }))];
	const others = { data: { main: [items.map(() => ({ json: { x: 'of another run' } }))] } };
	const resultData = { runData: { [node.name]: Array.from({ length: runIndex }, () => others) } };
	return new ExecuteContext(
		workflow,
		node,
		additionalData({}),
		'manual',
		{ resultData, executionData: {} } as unknown as IRunExecutionData,
		runIndex,
		source.map((json) => ({ json })),
		{ main },
		{ node, data: { main }, source: null },
		[],
	);
}
