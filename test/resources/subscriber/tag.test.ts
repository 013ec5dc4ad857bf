import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import { byEmail, byId, defined, jsonOf, useEngine } from '../../engine/support';
import { useList } from '../../laravel/useList';

const engine = useEngine();
const { list, requests, run: runOnList } = useList({ replaces: true });

const ann = { uuid: 'u1', email: 'ann@example.com', first_name: 'Ann', last_name: 'Lee', is_subscribed: true };
/** A subscriber with the tags a and b. */
const someone = () => Object.assign(defined(engine.list().subscribers[0]), { tags: ['a', 'b'] });
const tag = async (parameters: INodeParameters, input: IDataObject[] = [{}]) =>
	await engine.run(
		'subscriber.tag',
		{ contactList: byId(engine.list().uuid), subscriber: byId(someone().uuid), ...parameters },
		{ input },
	);

describe('Subscriber → Add or Remove Tags', () => {
	it.each<[string, INodeParameters, string[]]>([
		['adds', { addTags: 'b, c' }, ['a', 'b', 'c']],
		['removes', { removeTags: 'b, c' }, ['a']],
		['removes all', { removeTags: '={{ ["a", "b"] }}' }, []],
		['adds and removes', { addTags: 'c', removeTags: 'a' }, ['b', 'c']],
	])('%s tags, and keeps the others, the email and the names', async (_, parameters, tags) => {
		const { uuid, email, firstName, lastName } = someone();
		const run = await tag(parameters);
		expect(engine.operations()).toEqual(['subscriber.get', 'subscriber.update']);
		const body = { email, first_name: firstName, last_name: lastName, tags };
		expect(engine.sandbox.requests().at(-1)?.body).toEqual(body);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ uuid, email, tags: tags.join(', '), action: 'updated' })]);
	});

	it('returns the same fields, whether tags were changed, and null for what is not shown', async () => {
		list.hold([{ ...ann, tags: ['a'], first_name: undefined, last_name: undefined, is_subscribed: undefined }]);
		const [subscriber, input] = [byId('u1'), [{ add: 'b' }, { add: 'A' }]];
		const run = await runOnList('tag', { subscriber, addTags: '={{ $json.add }}' }, { input });
		const shown = { email: 'ann@example.com', first_name: null, last_name: null, is_subscribed: null };
		expect(JSON.stringify(jsonOf(run))).toBe(
			JSON.stringify(['updated', 'unchanged'].map((action) => ({ action, ...shown, tags: 'a, b', uuid: 'u1' }))),
		);
	});

	it.each<INodeParameters>([{ addTags: 'B, a' }, { removeTags: 'c' }, { addTags: 'b', removeTags: 'b' }])(
		'sends nothing where nothing changes: %j',
		async (parameters) => {
			const run = await tag(parameters);
			expect(engine.operations()).toEqual(['subscriber.get']);
			expect(jsonOf(run)).toEqual([expect.objectContaining({ tags: 'a, b', action: 'unchanged' })]);
		},
	);

	it.each<[INodeParameters, string[]]>([
		[{}, ["'Add Tags'", "'Remove Tags'"]],
		[{ addTags: '={{ $json.missing }}', removeTags: ' , ' }, ["'Add Tags'", "'Remove Tags'"]],
		[{ removeTags: '={{ {a: 1} }}' }, ["'Remove Tags'", 'text']],
	])('sends nothing with %j, and names the parameters', async (parameters, mentions) => {
		expectFailure(await tag(parameters), { mentions });
		expect(engine.operations()).toEqual([]);
	});

	it.each<[unknown]>([[[]], [{ a: 1 }], [null]])(
		'changes nobody where the tags of the third item cannot be used: %j',
		async (last) => {
			const input = ['c', 'd', last].map((add) => ({ add }) as IDataObject);
			expectFailure(await tag({ addTags: '={{ $json.add }}' }, input), { mentions: ["'Add Tags'", 'item 2'] });
			expect(engine.operations()).toEqual([]);
			expect(engine.list().subscribers[0]?.tags).toEqual(['a', 'b']);
		},
	);

	it('names who is not in the list, and then changes nobody', async () => {
		const emails = [someone().email, 'stranger@example.com', defined(engine.list().subscribers[1]).email];
		const input = emails.map((email) => ({ email }));
		const run = await tag({ subscriber: byEmail('={{ $json.email }}'), addTags: 'c' }, input);
		expectFailure(run, { mentions: ['stranger@example.com', 'Of 3 items: item 1 failed'] });
		expect(engine.operations()).not.toContain('subscriber.update');
	});

	it.each<[string, () => INodeParameters, string]>([
		['ID', () => byId(someone().uuid), 'subscriber.get'],
		['email, whose list shows the tags', () => byEmail(someone().email), 'subscriber.getAll'],
	])('reads once, and changes for each item what those before have set: by %s', async (_, subscriber, read) => {
		const given = { addTags: '={{ $json.add }}', removeTags: '={{ $json.remove }}' };
		await tag({ subscriber: subscriber(), ...given }, [{ add: 'c' }, { add: 'd' }, { remove: 'a, c' }]);
		expect(engine.list().subscribers[0]?.tags).toEqual(['b', 'd']);
		expect(engine.operations()).toEqual([read, ...Array<string>(3).fill('subscriber.update')]);
	});

	it('reads the subscriber where the list shows no tags', async () => {
		list.hold([{ ...ann, tags: ['vip'] }], { unlisted: ['tags'] });
		await runOnList('tag', { subscriber: byEmail(ann.email), addTags: 'new' });
		expect(requests()).toEqual(['read', 'get u1', 'update u1']);
		expect(list.subscribers).toMatchObject([{ ...ann, tags: ['vip', 'new'] }]);
	});

	it('sends nothing where the tags are shown nowhere', async () => {
		list.hold([{ ...ann, tags: undefined }]);
		const run = await runOnList('tag', { subscriber: byEmail(ann.email), addTags: 'new' });
		expectFailure(run, { mentions: ['does not show the tags'] });
		expect(requests()).toEqual(['read', 'get u1']);
	});
});
