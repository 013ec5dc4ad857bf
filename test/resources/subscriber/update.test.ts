import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { byId, defined, jsonOf, useEngine } from '../../engine/support';

const engine = useEngine();
const list = () => defined(engine.sandbox.state.contactLists[0]);
const someone = () => defined(list().subscribers[0]);
const operations = () => engine.sandbox.requests().map(({ operationId }) => operationId);
const lastBody = () => engine.sandbox.requests().at(-1)?.body;
const byItem = (expression: string) => ({ tagsMode: expression }) as unknown as INodeParameters;

/** Sets tags of somebody who has a and b. */
async function update(
	tags: unknown,
	options: INodeParameters,
	more: INodeParameters = {},
	input: IDataObject[] = [{}],
) {
	someone().tags = ['a', 'b'];
	return await engine.run(
		'subscriber.update',
		{
			contactList: byId(list().uuid),
			subscriber: byId(someone().uuid),
			updateFields: { tags: tags as string, ...more },
			options,
		},
		{ input },
	);
}

describe('an update of nothing', () => {
	it.each<[string, INodeParameters, string]>([
		['the columns of a blank row', { dataMode: 'autoMapInputData' }, 'Fill a column of the input item'],
		['no field', {}, "Give a field under 'Update Fields' a value"],
	])('is told, with %s, and not sent', async (_, parameters, whatToDo) => {
		const run = await engine.run(
			'subscriber.update',
			{ contactList: byId(list().uuid), subscriber: byId(someone().uuid), ...parameters },
			{ input: [{ first_name: '', last_name: null }] },
		);
		expect(run.error?.message).toBe('There is nothing to update');
		expect(run.error?.description).toContain(whatToDo);
		expect(operations()).toEqual([]);
	});
});

describe("'Tags Mode' of Subscriber → Update", () => {
	it.each<[string, INodeParameters]>([
		['replace', { tagsMode: 'replace' }],
		['left as it is', {}],
	])('%s: sets exactly the tags that are given, without a look at those that are there', async (_, options) => {
		await update('c', options);
		expect(operations()).toEqual(['subscriber.update']);
		expect(someone().tags).toEqual(['c']);
	});

	it.each<[string, string, string[]]>([
		['add', 'b, c', ['a', 'b', 'c']],
		['remove', 'b, c', ['a']],
		['remove', 'a, b', []],
	])('%s %s: reads those that are there, and sends what they are to be', async (tagsMode, tags, after) => {
		const run = await update(tags, { tagsMode });
		expect(operations()).toEqual(['subscriber.get', 'subscriber.update']);
		expect(lastBody()).toEqual({ tags: after });
		expect(jsonOf(run)).toEqual([expect.objectContaining({ uuid: someone().uuid, tags: after })]);
	});

	it.each([
		['add', 'b, a'],
		['add', ' b '],
		['remove', 'c'],
	])('%s %s: sends nothing where nothing changes, and gives the subscriber alone', async (tagsMode, tags) => {
		const run = await update(tags, { tagsMode });
		expect(operations()).toEqual(['subscriber.get']);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ uuid: someone().uuid, tags: ['a', 'b'] })]);
		expect(jsonOf(run)[0]).not.toHaveProperty('mails');
	});

	it('sends the other fields alone where the tags stay the same', async () => {
		await update('a', { tagsMode: 'add' }, { firstName: 'Ann' });
		expect(lastBody()).toEqual({ first_name: 'Ann' });
	});

	it('sends other fields without a look at the tags, where none are given', async () => {
		await engine.run('subscriber.update', {
			contactList: byId(list().uuid),
			subscriber: byId(someone().uuid),
			updateFields: { firstName: 'Ann' },
			options: { tagsMode: 'add' },
		});
		expect(operations()).toEqual(['subscriber.update']);
	});

	it.each<[string, Array<[string, string]>, string[]]>([
		[
			'tags added by several items',
			[
				['add', 'c'],
				['add', 'd'],
			],
			['a', 'b', 'c', 'd'],
		],
		[
			'tags added and taken away again',
			[
				['add', 'c'],
				['remove', 'a, c'],
			],
			['b'],
		],
		[
			'tags added after others were replaced',
			[
				['add', 'c'],
				['replace', 'x'],
				['add', 'y'],
			],
			['x', 'y'],
		],
	])('keeps all of it: %s', async (_, steps, after) => {
		await update(
			'={{ $json.tags }}',
			byItem('={{ $json.mode }}'),
			{},
			steps.map(([mode, tags]) => ({ mode, tags })),
		);
		expect(someone().tags).toEqual(after);
	});

	it('reads the tags anew after an update that may have been done', async () => {
		engine.sandbox.faults({
			script: [
				{ fault: 'none', operation: 'subscriber.update' },
				{ fault: '501', operation: 'subscriber.update' },
			],
		});
		someone().tags = ['a', 'b'];
		const parameters: INodeParameters = {
			contactList: byId(list().uuid),
			subscriber: byId(someone().uuid),
			updateFields: { tags: '={{ $json.tags }}' },
			options: byItem('={{ $json.mode }}'),
		};
		await engine.run('subscriber.update', parameters, {
			input: [
				{ mode: 'add', tags: 'c' },
				{ mode: 'replace', tags: 'x' },
				{ mode: 'add', tags: 'd' },
			],
			node: { onError: 'continueRegularOutput' },
		});
		expect(someone().tags).toEqual(['x', 'd']);
	});

	it.each<[unknown, string[]]>([
		['a, b', ['a', 'b', 'c']],
		[
			[{ name: 'a' }, { name: 'b' }],
			['a', 'b', 'c'],
		],
		[{ 0: 'a', 5: 'b' }, ['a', 'b', 'c']],
	])('adds to tags that the service shows as %j', async (tags, after) => {
		const { sent } = await against({ subscriber: { uuid: 'u1', tags } });
		expect(sent).toEqual([{ tags: after }]);
	});

	it.each([{ subscriber: { uuid: 'u1' } }, { subscriber: { uuid: 'u1', tags: [1, 2] } }, {}, []])(
		'sends nothing where the service does not show the tags: %j',
		async (answer) => {
			const { run, sent } = await against(answer);
			expect(run.error?.message).toBe('The service does not show the tags of this subscriber');
			expect(run.error?.description).toContain("Set 'Tags Mode' to replace");
			expect(sent).toEqual([]);
		},
	);

	it('sends nothing that rests on the tags of somebody else', async () => {
		const { run, sent } = await against({ subscriber: { uuid: 'u0', tags: ['x'] } });
		expect(run.error?.message).toBe('The service was asked for one subscriber and showed another (u0)');
		expect(sent).toEqual([]);
	});

	/** Adds c to the tags in an answer. */
	async function against(answer: unknown) {
		const sent: unknown[] = [];
		const served = await serve((request, response, body) => {
			if (request.method === 'PUT') sent.push(JSON.parse(body));
			json(response, request.method === 'GET' ? answer : {});
		});
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'update',
				contactList: byId('L'),
				subscriber: byId('u1'),
				updateFields: { tags: 'c' },
				options: { tagsMode: 'add' },
			},
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
		});
		await served.close();
		return { run, sent };
	}
});
