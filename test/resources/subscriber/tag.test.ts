import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import { byEmail, byId, goOn, jsonOf, warningsOf } from '../../engine/support';
import { useList } from '../../laravel/useList';

const { list, requests, bodies, run } = useList({ replaces: true });
const names = { first_name: 'Ann', last_name: 'Lee' };
const ann = { uuid: 'u1', email: 'ann@example.com', ...names, tags: ['a', 'b'], is_subscribed: true };
beforeEach(() => list.hold([ann, { email: 'bob@example.com' }]));
const tag = async (parameters: INodeParameters, input: IDataObject[] = [{}], node: Partial<INode> = {}) =>
	await run('tag', { subscriber: byId('u1'), ...parameters }, { input, node });
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
			expectFailure(await tag({ addTags: '={{ $json.add }}' }, input), { mentions: ["'Add Tags'", 'row 3'] });
			expect(requests()).toEqual([]);
		},
	);

	describe('of somebody who is not in the list', () => {
		const byItem = byEmail('={{ $json.email }}');
		const input = ['ann', 'stranger', 'cy'].map((name) => ({ email: `${name}@example.com` }));
		beforeEach(() => list.hold([ann, { ...ann, uuid: 'u3', email: 'cy@example.com' }]));

		it('end a node that stops, after those before them, and the message names the way out', async () => {
			const wayOut = ["'Settings'", "'On Error'", "'Continue'"];
			const mentions = ['stranger@example.com', 'Of 3 items: 1 tagged, row 2 failed, 1 not sent', ...wayOut];
			for (const parameters of [{ addTags: 'c' }, { addTags: 'd', removeTags: 'a' }])
				expectFailure(await tag({ subscriber: byItem, ...parameters }, input), { mentions });
			expect(requests()).toEqual(['read', 'update u1', 'read', 'update u1']);
			const alone = await tag({ subscriber: byItem, addTags: 'c' }, input.slice(1, 2));
			expect(alone.error?.description).not.toContain('On Error');
		});

		it('fail alone in a node that goes on, which names no other way', async () => {
			const run = await tag({ subscriber: byItem, addTags: 'c' }, input, goOn);
			expect(jsonOf(run).map(({ action, error }) => action ?? error)).toEqual([
				'updated',
				'No subscriber with the email stranger@example.com is in the contact list',
				'updated',
			]);
			expect(jsonOf(run)[1]?.details).not.toContain('On Error');
		});

		it('are skipped where tags are only removed: they have none', async () => {
			const run = await tag({ subscriber: byItem, removeTags: 'a' }, input);
			expect(jsonOf(run).map(({ action }) => action)).toEqual(['updated', 'skipped', 'updated']);
			expect(warningsOf(run)).toEqual([
				expect.stringMatching(/^1 address is not in the contact list: skipped \(.+@.+\)\.$/),
			]);
		});
	});

	it('are written as the list writes them, where it was read', async () => {
		list.hold([
			{ ...ann, tags: ['a'] },
			{ uuid: 'u2', email: 'bob@example.com', tags: ['vip'] },
		]);
		const given = { addTags: 'VIP, New' };
		await tag({ ...given, subscriber: byEmail('Ann <mailto:ann@example.com>') });
		expect(tags()).toEqual(['a', 'vip', 'New']);
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
