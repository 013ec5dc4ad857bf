import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData, PostReceiveAction } from 'n8n-workflow';

import { itemOf, simplified } from '../../nodes/EmailMarketing/shared/outputs';

const pairedItem = { item: 3 };

/** Calls the action with no more of n8n than it reads: the parameter 'Simplify'. */
async function run(action: PostReceiveAction, items: INodeExecutionData[], simplify?: unknown): Promise<INodeExecutionData[]> {
	const caller = { getNodeParameter: (name: string, fallback: unknown) => (name === 'simplify' ? (simplify ?? fallback) : undefined) };
	if (typeof action !== 'function') throw new Error('Not a function');
	return await action.call(caller as unknown as IExecuteSingleFunctions, items, { body: {}, headers: {}, statusCode: 200 });
}

describe('itemOf', () => {
	it('gives the thing inside each answer, and keeps where it came from', async () => {
		const items = [{ json: { message: 'Updated', campaign: { uuid: 'c1' } }, pairedItem }, { json: { uuid: 'c2' } }];
		expect(await run(itemOf('campaign'), items)).toEqual([{ json: { uuid: 'c1' }, pairedItem }, { json: { uuid: 'c2' } }]);
	});
});

describe('simplified', () => {
	const action = simplified(({ uuid }: IDataObject) => ({ uuid }));
	const items = [{ json: { uuid: 'c1', rest: 1 }, pairedItem }];

	it.each([true, undefined])("shortens each item when 'Simplify' is %s", async (simplify) => {
		expect(await run(action, items, simplify)).toEqual([{ json: { uuid: 'c1' }, pairedItem }]);
	});

	it("gives the items as they are when 'Simplify' is off", async () => {
		expect(await run(action, items, false)).toBe(items);
	});
});
