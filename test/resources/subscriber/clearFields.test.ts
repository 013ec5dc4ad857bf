import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { byId, defined, errorText, hintsOf, jsonOf, useEngine } from '../../engine/support';

const engine = useEngine();
const list = () => defined(engine.sandbox.state.contactLists[0]);
const operations = () => engine.sandbox.requests().map(({ operationId }) => operationId);
const bodies = () => engine.sandbox.requests().map(({ body }) => body);

/** Somebody with a whole name and two tags. */
function someone() {
	const subscriber = defined(list().subscribers[0]);
	return Object.assign(subscriber, { firstName: 'Ann', lastName: 'Lee', tags: ['a', 'b'] });
}

async function update(more: INodeParameters, input: IDataObject[] = [{}]) {
	return await engine.run(
		'subscriber.update',
		{ contactList: byId(list().uuid), subscriber: byId(someone().uuid), ...more },
		{ input },
	);
}

describe("'Clear Fields' of Subscriber → Update", () => {
	it('empties what is chosen, and leaves the rest', async () => {
		const run = await update({ updateFields: { firstName: 'Anna' }, clearFields: ['lastName', 'tags'] });
		expect(bodies()).toEqual([{ first_name: 'Anna', last_name: '', tags: [] }]);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ first_name: 'Anna', last_name: null, tags: [] })]);
	});

	it('is enough for an update', async () => {
		await update({ clearFields: ['firstName'] });
		expect(bodies()).toEqual([{ first_name: '' }]);
	});

	it.each<INodeParameters>([{ options: { tagsMode: 'add' } }, { options: { tagsMode: 'remove' } }, {}])(
		'takes all tags away without a look at them: %j',
		async (options) => {
			await update({ clearFields: ['tags'], ...options });
			expect(operations()).toEqual(['subscriber.update']);
			expect(list().subscribers[0]?.tags).toEqual([]);
		},
	);

	it('empties for each item what it says', async () => {
		await update(
			{ updateFields: { lastName: '={{ $json.last }}' }, clearFields: '={{ $json.last ? [] : ["lastName"] }}' },
			[{ last: 'New' }, { last: '' }],
		);
		expect(bodies()).toEqual([{ last_name: 'New' }, { last_name: '' }]);
	});

	it('empties beside the columns of the input item', async () => {
		await update({ dataMode: 'autoMapInputData', clearFields: ['tags'] }, [{ 'First Name': 'Anna', 'Last Name': '' }]);
		expect(bodies()).toEqual([{ first_name: 'Anna', tags: [] }]);
	});

	it.each<[INodeParameters, IDataObject]>([
		[{ updateFields: { lastName: 'New' } }, {}],
		[{ dataMode: 'autoMapInputData' }, { 'Last Name': 'New' }],
	])('refuses a field that is set as well, before anything is sent: %j', async (values, item) => {
		const run = await update({ ...values, clearFields: ['lastName'] }, [item]);
		expect(errorText(run)).toBe(
			"'Last Name' has a value and is chosen in 'Clear Fields' too | Take the value away to empty the field, or take the field out of 'Clear Fields' to set it. Nothing was sent for this item.",
		);
		expect(operations()).toEqual([]);
	});
});

describe("'Clear Fields' of Subscriber → Create or Update", () => {
	const upsert = async (email: string, more: INodeParameters) =>
		await engine.run('subscriber.upsert', { contactList: byId(list().uuid), email, ...more });

	it('empties what is chosen for who is there', async () => {
		const { email } = someone();
		const run = await upsert(email, {
			clearFields: ['lastName', 'tags'],
			options: { readListFirst: true, tagsMode: 'add' },
		});
		expect(jsonOf(run)).toEqual([expect.objectContaining({ action: 'updated', email, first_name: 'Ann', tags: [] })]);
		expect(bodies().at(-1)).toEqual({ last_name: '', tags: [] });
	});

	it('sends nothing where it is empty already', async () => {
		const { email } = Object.assign(someone(), { lastName: null, tags: [] });
		const run = await upsert(email, { clearFields: ['lastName', 'tags'], options: { readListFirst: true } });
		expect(jsonOf(run)).toEqual([expect.objectContaining({ action: 'unchanged', email })]);
		expect(operations().filter((operation) => operation === 'subscriber.update')).toEqual([]);
	});

	it('has nothing to empty for somebody new', async () => {
		const run = await upsert('new@example.com', {
			additionalFields: { firstName: 'Ann' },
			clearFields: ['lastName', 'tags'],
		});
		expect(jsonOf(run)).toEqual([expect.objectContaining({ action: 'created', first_name: 'Ann' })]);
		expect(bodies()).toEqual([{ email: 'new@example.com', first_name: 'Ann' }]);
	});
});

describe("'Clear Fields' against a service that keeps what is sent empty", () => {
	const ann = { uuid: 'u1', email: 'ann@example.com', first_name: 'Ann', last_name: 'Lee', tags: ['a'] };
	const run = async (operation: string, input: IDataObject[], more: INodeParameters) => {
		const served = await serve((request, response) => {
			if (request.method === 'POST') json(response, { errors: { email: ['taken'] } }, 422);
			else
				json(
					response,
					request.method === 'PUT'
						? { subscriber: ann }
						: { data: [ann], meta: { current_page: 1, last_page: 1, total: 1 } },
				);
		});
		const parameters = {
			resource: 'subscriber',
			operation,
			contactList: byId('l1'),
			clearFields: ['firstName', 'tags'],
			...more,
		};
		const ran = await runNode({
			parameters,
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
			input,
		});
		await served.close();
		return ran;
	};
	const hints = ["'First Name' was to be emptied", "'Tags' was to be emptied"].map((text) =>
		expect.stringContaining(text),
	);

	it('says so, and tells nobody that the fields are empty: Create or Update', async () => {
		const ran = await run('upsert', [{}, {}], { email: ann.email });
		expect(jsonOf(ran)).toEqual(Array(2).fill({ action: 'updated', ...ann }));
		expect(hintsOf(ran)).toEqual(expect.arrayContaining(hints));
	});

	it('says so: Update', async () => {
		const ran = await run('update', [{}], { subscriber: byId('u1'), updateFields: { lastName: 'Lee' } });
		expect(jsonOf(ran)).toEqual([ann]);
		expect(hintsOf(ran)).toEqual(hints);
	});
});
