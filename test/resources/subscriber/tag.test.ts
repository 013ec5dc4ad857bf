import type { INodeParameters } from 'n8n-workflow';

import { runWithSubscribers } from '../../engine/serveSubscribers';
import { byEmail, byId, defined, errorText, jsonOf, useEngine } from '../../engine/support';

const engine = useEngine();
const list = () => defined(engine.sandbox.state.contactLists[0]);
const operations = () => engine.sandbox.requests().map(({ operationId }) => operationId);

/** A subscriber with the tags a and b. */
const someone = () => Object.assign(defined(list().subscribers[0]), { tags: ['a', 'b'] });
const tag = async (parameters: INodeParameters, input = [{}]) =>
	await engine.run(
		'subscriber.tag',
		{ contactList: byId(list().uuid), subscriber: byId(someone().uuid), ...parameters },
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
		expect(operations()).toEqual(['subscriber.get', 'subscriber.update']);
		expect(engine.sandbox.requests().at(-1)?.body).toEqual({
			email,
			first_name: firstName,
			last_name: lastName,
			tags,
		});
		expect(jsonOf(run)).toEqual([expect.objectContaining({ uuid, email, tags, changed: true })]);
	});

	it('takes two requests for an email: the list shows the tags', async () => {
		await tag({ subscriber: byEmail(someone().email), addTags: 'c' });
		expect(operations()).toEqual(['subscriber.getAll', 'subscriber.update']);
		expect(list().subscribers[0]?.tags).toEqual(['a', 'b', 'c']);
	});

	it.each<INodeParameters>([
		{ addTags: 'b, a' },
		{ removeTags: 'c' },
		{ addTags: ' b ', removeTags: 'c' },
		{ addTags: 'b', removeTags: 'b' },
	])('sends nothing where nothing changes: %j', async (parameters) => {
		const run = await tag(parameters);
		expect(operations()).toEqual(['subscriber.get']);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ uuid: someone().uuid, tags: ['a', 'b'], changed: false })]);
	});

	it.each<INodeParameters>([{}, { addTags: ' , ' }, { addTags: '={{ $json.missing }}', removeTags: '={{ [] }}' }])(
		'sends nothing where no tags are given, and names the parameters: %j',
		async (parameters) => {
			expect(errorText(await tag(parameters))).toMatch(/no tags to add or remove.*'Add Tags' or 'Remove Tags'/);
			expect(operations()).toEqual([]);
		},
	);

	it('names the parameter whose tags are no texts', async () => {
		expect(errorText(await tag({ removeTags: '={{ {a: 1} }}' }))).toContain("'Remove Tags' must be text");
		expect(operations()).toEqual([]);
	});

	it.each<[string, () => INodeParameters, string[]]>([
		['ID', () => byId(someone().uuid), ['subscriber.get']],
		['email', () => byEmail(someone().email), ['subscriber.getAll']],
	])('sees for each item what those before have set, by %s', async (_, subscriber, reads) => {
		await tag({ subscriber: subscriber(), addTags: '={{ $json.add }}', removeTags: '={{ $json.remove }}' }, [
			{ add: 'c' },
			{ add: 'd' },
			{ remove: 'a, c' },
		]);
		expect(list().subscribers[0]?.tags).toEqual(['b', 'd']);
		expect(operations()).toEqual([...reads, ...Array<string>(3).fill('subscriber.update')]);
	});

	const ann = { uuid: 'u1', email: 'ann@example.com', first_name: 'Ann', last_name: 'Lee', is_subscribed: true };
	const parameters = { subscriber: byEmail(ann.email), addTags: 'new' };
	const withoutTags = ({ uuid, email }: { uuid?: unknown; email?: unknown }) => ({ uuid, email });

	it('reads the subscriber where the list shows no tags', async () => {
		const service = { people: [{ ...ann, tags: ['vip'] }], replaces: true, listed: withoutTags };
		const { people, requests } = await runWithSubscribers(service, 'tag', parameters);
		expect(requests).toEqual(['GET', 'GET u1', 'PUT u1']);
		expect(people).toEqual([{ ...ann, tags: ['vip', 'new'] }]);
	});

	it.each<INodeParameters>([parameters, { ...parameters, addTags: '', removeTags: 'new' }])(
		'sends nothing where the tags are shown nowhere: %j',
		async (given) => {
			const { run, requests } = await runWithSubscribers({ people: [ann] }, 'tag', given);
			expect(errorText(run)).toContain('does not show the tags of this subscriber');
			expect(requests).toEqual(['GET', 'GET u1']);
		},
	);
});
