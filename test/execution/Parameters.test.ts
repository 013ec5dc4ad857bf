import type { IExecuteFunctions, INode, INodeParameters } from 'n8n-workflow';

import { Parameters } from '../../nodes/EmailMarketing/execution/Parameters';

const locator = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

it.each<[INodeParameters[string], number]>([
	['a={{ 1 }}', 1],
	[0, 1],
	[{ a: 'x', b: ['y'] }, 1],
	[locator('l1'), 1],
	['={{ $json.x }}', 3],
	['=x', 3],
	[{ a: [{ b: ['x', '={{ 1 }}'] }] }, 3],
	[locator('={{ $json.id }}'), 3],
])(
	'n8n evaluates a parameter of three items only where an expression may make it differ: %j, %i times',
	(value, times) => {
		const getNodeParameter = jest.fn((_name: string, item: number) => item);
		const getNode = () => ({ parameters: { field: value } }) as unknown as INode;
		const parameters = new Parameters({ getNode, getNodeParameter } as unknown as IExecuteFunctions);
		const read = [0, 0, 1, 1, 2].map((item) => parameters.read('field', item));
		expect(read).toEqual(times === 1 ? [0, 0, 0, 0, 0] : [0, 0, 1, 1, 2]);
		expect(parameters.read('other', 0)).toBeUndefined();
		expect(getNodeParameter).toHaveBeenCalledTimes(times);
	},
);
