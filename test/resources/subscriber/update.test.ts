import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, defined, errorText, jsonOf, useEngine } from '../../engine/support';

const engine = useEngine();
const list = () => defined(engine.sandbox.state.contactLists[0]);
const bodies = () => engine.sandbox.requests().map(({ body }) => body);

/** A subscriber with both names and two tags. */
const someone = () =>
	Object.assign(defined(list().subscribers[0]), { firstName: 'Ann', lastName: 'Lee', tags: ['a', 'b'] });

async function update(parameters: INodeParameters, input: IDataObject[] = [{}]) {
	return await engine.run(
		'subscriber.update',
		{ contactList: byId(list().uuid), subscriber: byId(someone().uuid), ...parameters },
		{ input },
	);
}

// What an update by email sends is tested in rows/updateSubscriber.test.ts.
describe('Subscriber → Update', () => {
	it('sends by ID exactly what is given, and sets the tags', async () => {
		const run = await update({ updateFields: { firstName: 'Anna', tags: 'b, c' } });
		expect(engine.sandbox.requests()).toEqual([
			expect.objectContaining({ operationId: 'subscriber.update', body: { first_name: 'Anna', tags: ['b', 'c'] } }),
		]);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ first_name: 'Anna', last_name: 'Lee', tags: ['b', 'c'] })]);
	});

	it.each<[string, INodeParameters, string]>([
		['the columns of a blank row', { dataMode: 'autoMapInputData' }, 'Fill in a column of the input item'],
		['no field', {}, "Set a field under 'Update Fields'"],
	])('sends nothing with %s, and says what to do', async (_, parameters, whatToDo) => {
		const run = await update(parameters, [{ first_name: '', last_name: null }]);
		expect(errorText(run)).toMatch(/^There is nothing to update/);
		expect(run.error?.description).toContain(whatToDo);
		expect(bodies()).toEqual([]);
	});

	it('sends nothing where the new email is no address', async () => {
		const run = await update({ updateFields: { email: 'nathan' } });
		expect(errorText(run)).toMatch(/"nathan" is not an email address.*'Email'/);
		expect(bodies()).toEqual([]);
	});
});

describe("'Clear Fields' of Subscriber → Update", () => {
	it('empties what is chosen, and leaves the rest', async () => {
		const run = await update({ updateFields: { firstName: 'Anna', clearFields: ['lastName', 'tags'] } });
		expect(bodies()).toEqual([{ first_name: 'Anna', last_name: '', tags: [] }]);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ first_name: 'Anna', last_name: null, tags: [] })]);
	});

	it('is enough for an update, and may be another for each item', async () => {
		await update(
			{ updateFields: { lastName: '={{ $json.last }}', clearFields: '={{ $json.last ? [] : ["lastName"] }}' } },
			[{ last: 'New' }, { last: '' }],
		);
		expect(bodies()).toEqual([{ last_name: 'New' }, { last_name: '' }]);
	});

	it('refuses a field that is set as well, before anything is sent', async () => {
		const run = await update({ updateFields: { lastName: 'New', clearFields: ['lastName'] } }, [{}]);
		expect(errorText(run)).toMatch(/^'Last Name' has a value and is chosen in 'Clear Fields' too \|/);
		expect(bodies()).toEqual([]);
	});
});
