import type { IExecuteFunctions, INode, INodeParameters } from 'n8n-workflow';

import { Parameters } from '../../nodes/EmailMarketing/execution/Parameters';

const locator = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

/** What the node reads of three items, and how often it asks n8n. */
function readThrice(value: INodeParameters[string]): [values: unknown[], asked: number] {
	const getNodeParameter = jest.fn((name: string, item: number) => `${name} of ${item}`);
	const getNode = () => ({ parameters: { field: value } }) as unknown as INode;
	const parameters = new Parameters({ getNode, getNodeParameter } as unknown as IExecuteFunctions);
	expect([parameters.has('field'), parameters.has('other'), parameters.read('other', 0)]).toEqual([
		true,
		false,
		undefined,
	]);
	const values = [0, 1, 2].flatMap((item) => [parameters.read('field', item), parameters.read('field', item)]);
	return [[...new Set(values)], getNodeParameter.mock.calls.length];
}

describe('a parameter', () => {
	it.each(['x', '', 0, false, { a: 'x', b: ['y'] }, locator('l1'), 'a={{ 1 }}'])(
		'is read once for all items where no expression can make it differ: %j',
		(value) => {
			expect(readThrice(value)).toEqual([['field of 0'], 1]);
		},
	);

	it.each([
		'={{ $json.x }}',
		'=x',
		{ a: 'x', b: '={{ 1 }}' },
		{ a: [{ b: ['x', '={{ 1 }}'] }] },
		locator('={{ $json.id }}'),
	])('is read once for each item where an expression may make it differ: %j', (value) => {
		expect(readThrice(value)).toEqual([['field of 0', 'field of 1', 'field of 2'], 3]);
	});
});
