import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import { byEmail, byId, jsonOf } from '../../engine/support';
import { useList } from '../../laravel/useList';

const { list, requests, bodies, run } = useList({ replaces: true });
const names = { first_name: 'Ann', last_name: 'Lee' };
const ann = { uuid: 'u1', email: 'ann@example.com', ...names, tags: ['a', 'b'], is_subscribed: true };
beforeEach(() => list.hold([ann, { email: 'bob@example.com' }]));
const tag = async (parameters: INodeParameters, input: IDataObject[] = [{}]) =>
	await run('tag', { subscriber: byId('u1'), ...parameters }, { input });
const tags = () => list.withUuid('u1')?.tags;

describe('Subscriber → Add or Remove Tags', () => {
	it.each<[string, INodeParameters, string[]]>([
		['adds', { addTags: 'b, c' }, ['a', 'b', 'c']],
		['removes', { removeTags: 'b, c' }, ['a']],
		['removes all', { removeTags: '={{ ["a", "b"] }}' }, []],
		['adds and removes', { addTags: 'c', removeTags: 'a' }, ['b', 'c']],
	])('%s tags, and keeps the others, the email and the names', async (_, parameters, left) => {
		const updated = { uuid: 'u1', email: ann.email, tags: left.join(', '), action: 'updated' };
		expect(jsonOf(await tag(parameters))).toMatchObject([updated]);
		expect(requests()).toEqual(['get u1', 'update u1']);
		expect(bodies()).toEqual([{ email: ann.email, ...names, tags: left }]);
	});

	it('returns the same fields, whether tags were changed, and null for what is not shown', async () => {
		list.hold([{ uuid: 'u1', email: ann.email, tags: ['a'], first_name: undefined, is_subscribed: undefined }]);
		const done = await tag({ addTags: '={{ $json.add }}' }, [{ add: 'b' }, { add: 'A' }]);
		const shown = { email: 'ann@example.com', first_name: null, last_name: null, is_subscribed: null };
		expect(JSON.stringify(jsonOf(done))).toBe(
			JSON.stringify(['updated', 'unchanged'].map((action) => ({ action, ...shown, tags: 'a, b', uuid: 'u1' }))),
		);
	});

	it.each<INodeParameters>([{ addTags: 'B, a' }, { removeTags: 'c' }, { addTags: 'b', removeTags: 'b' }])(
		'sends nothing where nothing changes: %j',
		async (parameters) => {
			expect(jsonOf(await tag(parameters))).toMatchObject([{ tags: 'a, b', action: 'unchanged' }]);
			expect(requests()).toEqual(['get u1']);
		},
	);

	it.each<[INodeParameters, string[]]>([
		[{}, ["'Add Tags'", "'Remove Tags'"]],
		[{ addTags: '={{ $json.missing }}', removeTags: ' , ' }, ["'Add Tags'", "'Remove Tags'"]],
		[{ addTags: 'undefined' }, ["'Add Tags'"]],
		[{ removeTags: '={{ {a: 1} }}' }, ["'Remove Tags'", 'text']],
	])('sends nothing with %j, and names the parameters', async (parameters, mentions) => {
		expectFailure(await tag(parameters), { mentions });
		expect(requests()).toEqual([]);
	});

	it.each<[unknown]>([[[]], [{ a: 1 }], [null]])(
		'changes nobody where the tags of the third item cannot be used: %j',
		async (last) => {
			const input = ['c', 'd', last].map((add) => ({ add }) as IDataObject);
			expectFailure(await tag({ addTags: '={{ $json.add }}' }, input), { mentions: ["'Add Tags'", 'item 2'] });
			expect(requests()).toEqual([]);
		},
	);

	it('names who is not in the list, and then changes nobody', async () => {
		const input = ['ann', 'stranger', 'bob'].map((name) => ({ email: `${name}@example.com` }));
		const done = await tag({ subscriber: byEmail('={{ $json.email }}'), addTags: 'c' }, input);
		expectFailure(done, { mentions: ['stranger@example.com', 'Of 3 items: item 1 failed'] });
		expect(new Set(requests())).toEqual(new Set(['read']));
	});

	it.each<[string, INodeParameters, string]>([
		['ID', byId('u1'), 'get u1'],
		['email, whose list shows the tags', byEmail(ann.email), 'read'],
	])('reads once, and changes for each item what those before have set: by %s', async (_, subscriber, read) => {
		const given = { subscriber, addTags: '={{ $json.add }}', removeTags: '={{ $json.remove }}' };
		await tag(given, [{ add: 'c' }, { add: 'd' }, { remove: 'a, c' }]);
		expect(tags()).toEqual(['b', 'd']);
		expect(requests()).toEqual([read, ...Array<string>(3).fill('update u1')]);
	});

	it('sends nothing where the tags are shown nowhere', async () => {
		list.hold([{ ...ann, tags: undefined }]);
		expectFailure(await tag({ subscriber: byEmail(ann.email), addTags: 'new' }), {
			mentions: ['does not show the tags'],
		});
		expect(requests()).toEqual(['read', 'get u1']);
	});
});
