import type { IDataObject, IExecuteFunctions, INode, INodeParameters } from 'n8n-workflow';

import { Parameters } from '../../nodes/EmailMarketing/execution/Parameters';
import { byId, defined, useEngine } from '../engine/support';

/** Of n8n's context, the parameters as they stand in the node, and what n8n gives when it is asked for one. */
function parametersOf(unresolved: INodeParameters) {
	const getNodeParameter = jest.fn((name: string, item: number) => `${name} of ${item}`);
	const context = {
		getNode: () => ({ parameters: unresolved }) as INode,
		getNodeParameter,
	} as unknown as IExecuteFunctions;
	return { parameters: new Parameters(context), getNodeParameter };
}

describe('reading parameters', () => {
	it.each<[string, INodeParameters[string]]>([
		['a text', 'x'],
		['an empty text', ''],
		['a number', 0],
		['a switch', false],
		['a collection', { a: 'x', b: ['y'] }],
		['a resource locator', byId('l1')],
		['a text with = inside', 'a={{ 1 }}'],
	])('asks n8n once for all items where nothing can differ: %s', (_name, value) => {
		const { parameters, getNodeParameter } = parametersOf({ field: value });
		expect(parameters.isFixed('field')).toBe(true);
		expect([0, 1, 2].map((item) => parameters.read('field', item))).toEqual(['field of 0', 'field of 0', 'field of 0']);
		expect(getNodeParameter).toHaveBeenCalledTimes(1);
	});

	it.each<[string, INodeParameters[string]]>([
		['a text', '={{ $json.x }}'],
		['a text without braces', '=x'],
		['a field of a collection', { a: 'x', b: '={{ 1 }}' }],
		['a list in a collection', { a: [{ b: ['x', '={{ 1 }}'] }] }],
		['a resource locator', byId('={{ $json.id }}')],
	])('asks n8n for each item where an expression may differ: %s', (_name, value) => {
		const { parameters, getNodeParameter } = parametersOf({ field: value });
		expect(parameters.isFixed('field')).toBe(false);
		expect([0, 1, 2].map((item) => parameters.read('field', item))).toEqual(['field of 0', 'field of 1', 'field of 2']);
		expect(getNodeParameter).toHaveBeenCalledTimes(3);
	});

	it('does not ask n8n for what the node does not have', () => {
		const { parameters, getNodeParameter } = parametersOf({ field: 'x' });
		expect([parameters.has('field'), parameters.has('other'), parameters.read('other', 0)]).toEqual([
			true,
			false,
			undefined,
		]);
		expect(getNodeParameter).not.toHaveBeenCalled();
	});
});

describe('on the real engine', () => {
	const engine = useEngine();

	/** An item that counts how often one of its fields is looked at. */
	function counting(value: string, count: () => void): IDataObject {
		const looked = (): string => {
			count();
			return value;
		};
		return Object.defineProperty({}, 'address', { get: looked, enumerable: true });
	}

	it('each expression is evaluated once for each item', async () => {
		const list = defined(engine.sandbox.state.contactLists[0]);
		const counts = [0, 0, 0, 0, 0];
		const input = counts.map((_, row) =>
			counting(`person${row}@example.com`, () => (counts[row] = (counts[row] ?? 0) + 1)),
		);
		const run = await engine.run(
			'subscriber.create',
			{ contactList: byId(list.uuid), email: '={{ $json.address }}' },
			{ input },
		);
		expect(run.error).toBeUndefined();
		expect(counts).toEqual([1, 1, 1, 1, 1]);
	});

	it('each expression inside a collection or a locator is evaluated once for each item', async () => {
		const list = defined(engine.sandbox.state.contactLists[0]);
		const subscriber = defined(list.subscribers[0]);
		const counts: Record<string, number> = {};
		const count = (name: string, value: unknown): IDataObject =>
			Object.defineProperty({}, name, { get: () => ((counts[name] = (counts[name] ?? 0) + 1), value) });
		const input = [{ nested: { ...(Object.create(null) as object) } }].map(
			() =>
				Object.defineProperties(
					{},
					{
						...Object.getOwnPropertyDescriptors(count('uuid', subscriber.uuid)),
						...Object.getOwnPropertyDescriptors(count('first', 'Ann')),
						...Object.getOwnPropertyDescriptors(count('last', 'Lee')),
					},
				) as IDataObject,
		);
		const run = await engine.run(
			'subscriber.update',
			{
				contactList: byId(list.uuid),
				subscriber: byId('={{ $json.uuid }}'),
				updateFields: { firstName: '={{ $json.first }}', lastName: '={{ $json.last }}' },
			},
			{ input },
		);
		expect(run.error).toBeUndefined();
		expect(counts).toEqual({ uuid: 1, first: 1, last: 1 });
	});
});
