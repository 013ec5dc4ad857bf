import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { textOf } from '../../../nodes/EmailMarketing/shared/text';
import { expectFailure } from '../../engine/expectFailure';
import type { NodeRun, NodeRunOptions } from '../../engine/runNode';
import { goOn, hintsOf, jsonOf } from '../../engine/support';
import { runOnList, type Service } from '../../laravel/runOnList';

/** p0 to p9 have the tag; p9 is unsubscribed, p10 and p11 are no holders. */
const held = (): IDataObject[] =>
	Array.from({ length: 12 }, (_, index) => ({
		uuid: `u${index}`,
		email: `p${index}@x.org`,
		first_name: 'F',
		last_name: 'L',
		tags: index < 10 ? ['VIP', 'x'] : ['x'],
		is_subscribed: index !== 9,
	}));
const rows = (...numbers: number[]): IDataObject[] => numbers.map((number) => ({ email: `p${number}@x.org` }));
const upTo = (count: number): IDataObject[] => rows(...Array(count).keys());
const leaves = (number: number, more: IDataObject = { unsubscribed: 'yes' }): IDataObject => ({
	...rows(number)[0],
	...more,
});

async function sync(
	input: IDataObject[],
	{ options, ...parameters }: INodeParameters & { options?: IDataObject },
	service: Service = {},
	node: NodeRunOptions['node'] = {},
) {
	const all = { requestOptions: { maxParallelRequests: 1, maxRetries: 0 }, ...parameters, options: options ?? {} };
	const ran = await runOnList({ people: held(), ...service }, 'sync', all as INodeParameters, { input, node });
	return { ...ran, sent: ran.requests.filter((request) => request !== 'GET') };
}
const outcomes = (run: NodeRun) =>
	jsonOf(run).map(({ action, email }) => `${textOf(action)} ${textOf(email).split('@')[0]}`);
const done = (run: NodeRun) => outcomes(run).filter((one) => !one.startsWith('unchanged'));
const notes = (run: NodeRun) => hintsOf(run).join('\n');
const gone = (people: readonly IDataObject[]) =>
	people.filter(({ is_subscribed: isSubscribed }) => isSubscribed === false).map(({ uuid }) => uuid);

describe("'Only Subscribers with Tag'", () => {
	const onlyTag = 'vip';
	const limit = { maxRemovalPercent: 20 };

	it.each<[string, string[], unknown]>([
		['keep', [], ['VIP', 'x']],
		['removeTag', ['untagged p8', 'untagged p9'], ['x']],
		['unsubscribe', ['unsubscribed p8'], ['VIP', 'x']],
		['delete', ['deleted p8', 'deleted p9'], undefined],
	])('gives rows the tag, and only its holders are removed: %s', async (removal, removed, tags) => {
		const input = [...upTo(8), ...rows(10), { email: 'new@x.org', tags: 'y' }];
		const { run, people, sent } = await sync(input, { removal, onlyTag, options: limit });
		expect(sent.filter((request) => request.startsWith('DELETE'))).toHaveLength(removal === 'delete' ? 2 : 0);
		expect(done(run)).toEqual(['updated p10', 'created new', ...removed]);
		const tagsOf = (email: string) => people.find((one) => one.email === email)?.tags;
		expect([tagsOf('p10@x.org'), tagsOf('new@x.org'), tagsOf('p11@x.org')]).toEqual([
			['x', 'vip'],
			['y', 'vip'],
			['x'],
		]);
		expect(tagsOf('p8@x.org')).toEqual(tags);
		expect(gone(people).includes('u8')).toBe(removal === 'unsubscribe');
	});

	it("shows what 'Remove Tag' changes, and 'Dry Run' changes nothing", async () => {
		const given = { removal: 'removeTag', onlyTag };
		const { run } = await sync(upTo(9), given);
		const note = 'tags: −VIP; not in the input';
		expect(jsonOf(run).at(-1)).toMatchObject({ action: 'untagged', tags: 'x', note, is_subscribed: false });
		const dry = await sync(upTo(9), { ...given, dryRun: true });
		expect([dry.sent, jsonOf(dry.run).at(-1)?.action]).toEqual([[], 'would remove tag']);
		expect(notes(dry.run)).toContain('would remove tag 1');
	});

	it('fails for a subscriber whose last tag the service keeps, as PHP takes an empty array for none', async () => {
		const people = held().map((person) => ({ ...person, tags: ['VIP'] }));
		const refuse = (_: string, { tags }: IDataObject, subscriber: IDataObject) =>
			Array.isArray(tags) && tags.length === 0 ? ([200, { subscriber }] as const) : undefined;
		const { run } = await sync(upTo(11), { removal: 'removeTag', onlyTag }, { people, refuse }, goOn);
		const last = { action: 'failed', note: 'The service keeps the last tag of p11@x.org' };
		expect(jsonOf(run).at(-1)).toMatchObject(last);
	});

	it.each<[string, INodeParameters]>([
		["'Remove Tag' without a tag", { removal: 'removeTag' }],
		['an expression that finds none', { onlyTag: '={{ $json.nothing }}' }],
		['a tag with a comma', { onlyTag: 'a,b' }],
	])('is one tag, or nothing is sent: %s', async (_, parameters) => {
		const { run, requests } = await sync(upTo(12), { removal: 'delete', ...parameters });
		expectFailure(run, { mentions: ["'Only Subscribers with Tag'", 'without a comma'] });
		expect(requests).toEqual([]);
	});

	it('sends nothing where the list does not show all tags', async () => {
		const listed = ({ tags, ...person }: IDataObject) => (person.uuid === 'u11' ? person : { ...person, tags });
		const { run, sent } = await sync(upTo(9), { removal: 'delete', onlyTag }, { listed });
		expectFailure(run, { mentions: ['does not show the tags of all subscribers', 'Nothing was sent'] });
		expect(sent).toEqual([]);
	});

	it.each<[string, (number: number) => string | number]>([
		['text', (number) => `u${number}`],
		['numbers', (number) => number],
	])('is removed once under Retry On Fail, though the list lags behind: IDs that are %s', async (_, idOf) => {
		let failed = 0;
		const people = held().map((person, index) => ({ ...person, uuid: idOf(index) }));
		const { run, sent } = await sync(
			upTo(8),
			{ removal: 'removeTag', onlyTag },
			{
				people,
				refuse(request) {
					if (request === 'GET') return [200, { data: people }];
					return request === `PUT ${idOf(9)}` && failed++ === 0 ? [401, { message: 'No' }] : undefined;
				},
			},
			{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		);
		expect(sent).toEqual([8, 9, 9].map((number) => `PUT ${idOf(number)}`));
		expect(done(run)).toEqual(['untagged p8', 'untagged p9']);
	});

	it('lets two sheets share one list for three nights: no tag is lost, nobody of the other is removed', async () => {
		const sheets = { shop: [0, 1, 2, 3, 4], club: [3, 4, 5, 6, 7] };
		let people: readonly IDataObject[] = held().map((person) => ({ ...person, tags: ['by hand'] }));
		for (const night of [0, 1, 2]) {
			for (const [tag, numbers] of Object.entries(sheets)) {
				// One is lost each night, and one comes in.
				const input = rows(...numbers.map((number) => number + night)).map((row) => ({ ...row, tags: [`${tag}-row`] }));
				const options = { maxRemovalPercent: 40 };
				({ people } = await sync(input, { removal: 'removeTag', onlyTag: tag.toUpperCase(), options }, { people }));
			}
			for (const { uuid, tags } of people) {
				const number = Number(textOf(uuid).slice(1));
				const isIn = (tag: 'shop' | 'club') => sheets[tag].includes(number - night);
				const expected = [isIn('shop') && 'SHOP', isIn('club') && 'CLUB'].filter(Boolean);
				expect([uuid, (tags as string[]).filter((tag) => /^(SHOP|CLUB)$/.test(tag)).sort()]).toEqual([
					uuid,
					expected.sort(),
				]);
				expect(tags).toContain('by hand');
			}
		}
		expect(people).toHaveLength(12);
		expect(gone(people)).toEqual(['u9']);
	});
});

describe("'Rows That Opt Out': 'Unsubscribe'", () => {
	const unsubscribe = { optOuts: 'unsubscribe' };
	const some = { options: { ...unsubscribe, maxRemovalPercent: 50 } };

	it('unsubscribes people in the list, once, and no one else', async () => {
		const input = [leaves(1), { ...leaves(1), email: 'P1@X.org' }, leaves(9), leaves(77), ...rows(2)];
		const { run, sent, people } = await sync(input, some);
		expect(outcomes(run)).toEqual(['unsubscribed p1', 'skipped P1', 'skipped p9', 'skipped p77', 'unchanged p2']);
		expect(sent).toEqual(['GET u1', 'PUT u1/toggle']);
		expect(gone(people)).toEqual(['u1', 'u9']);
		const note = 'Opted out: "unsubscribed" is "yes"';
		expect(jsonOf(run)[0]).toMatchObject({ note, is_subscribed: false });
	});

	it.each<[number[], string]>([
		[[1], '1 person who opted out is still subscribed. '],
		[[1, 2, 9, 77], '2 people who opted out are still subscribed. '],
	])('skips the rows unless it is chosen, and counts those who are subscribed: %j', async (numbers, note) => {
		const { run, sent } = await sync(
			numbers.map((number) => leaves(number)),
			{},
		);
		expect([outcomes(run), sent]).toEqual([numbers.map((number) => `skipped p${number}`), []]);
		expect(notes(run)).toContain(note);
	});

	it('takes the clear one of two rows, counts nobody as still subscribed, and never resubscribes who opts out', async () => {
		const input = [
			leaves(1, { 'Opt Out Reason': 'spam' }),
			leaves(1, { 'Opt Out': 'yes' }),
			leaves(9, { 'Opt Out': 'yes' }),
		];
		const { run, people } = await sync(input, { options: { ...some.options, resubscribe: true } });
		expect(outcomes(run)).toEqual(['skipped p1', 'unsubscribed p1', 'skipped p9']);
		expect(gone(people)).toEqual(['u1', 'u9']);
		expect(notes(run)).not.toContain('still subscribed');
	});

	it.each<[IDataObject, boolean]>([
		[{ unsubscribed_at: '2024-05-31T10:00:00Z' }, true],
		[{ Status: 'pending' }, false],
	])('takes a clear no only, and skips the others: %j: %s', async (cells, isClear) => {
		const { run, people } = await sync([leaves(1, cells)], some);
		expect(outcomes(run)).toEqual([`${isClear ? 'unsubscribed' : 'skipped'} p1`]);
		expect(gone(people)).toEqual(isClear ? ['u1', 'u9'] : ['u9']);
		expect(notes(run).includes('who opted out is still subscribed')).toBe(!isClear);
	});

	it('takes no word for it from a result of this node that comes in again', async () => {
		for (const includeInput of [false, true]) {
			const options = { ...some.options, includeInput };
			const { run } = await sync([leaves(1, { Newsletter: '' }), leaves(2, { Newsletter: 'no' })], { options });
			const again = await sync(jsonOf(run), { options });
			expect(outcomes(again.run)).toEqual(['skipped p1', includeInput ? 'unsubscribed p2' : 'skipped p2']);
		}
	});

	it('is shown in a dry run', async () => {
		const { run, sent } = await sync([leaves(1), ...rows(2)], { ...some, dryRun: true });
		expect([outcomes(run), sent]).toEqual([['would unsubscribe p1', 'unchanged p2'], []]);
		expect(notes(run)).toContain('would unsubscribe 1');
	});

	it('is done while removals are held', async () => {
		const input = [leaves(1), { email: 'nonsense' }];
		const { run, people } = await sync(input, { removal: 'delete', ...some });
		expect(done(run).slice(0, 3)).toEqual(['unsubscribed p1', 'rejected nonsense', 'held p0']);
		expect([people.length, gone(people)]).toEqual([12, ['u1', 'u9']]);
	});

	it('stops at the safety limit of all who are subscribed, and shows so in a dry run', async () => {
		const input = upTo(8).map((row) => ({ ...row, unsubscribed: 'yes' }));
		const given = { removal: 'delete', onlyTag: 'vip', options: unsubscribe };
		const { run, sent } = await sync(input, given);
		expectFailure(run, { mentions: ['would unsubscribe 8 of 11 subscribers (72.7%, ', "'Safety Limit (%)' allows"] });
		expect(sent).toEqual([]);
		const dry = await sync(input, { ...given, dryRun: true });
		expect(notes(dry.run)).toContain('A real run would stop: it would unsubscribe 8 of 11 subscribers (72.7%, ');
	});
});

describe("'Remove Despite Rejected Rows'", () => {
	const people = Array.from({ length: 40 }, (_, index) => ({
		...held()[0],
		uuid: `u${index}`,
		email: `p${index}@x.org`,
	}));
	const options = { removeDespiteRejected: true };
	const bad = (count: number): IDataObject[] => Array.from({ length: count }, () => ({ email: 'nonsense' }));

	it.each<[string, IDataObject[], boolean, boolean]>([
		['off', bad(1), false, false],
		['5%', bad(2), true, true],
		['more than 5%', bad(3), true, false],
		['more than 5% besides blank rows', [...bad(3), ...Array<IDataObject>(40).fill({ email: '' })], true, false],
	])('removes people up to 5 %% rejected rows: %s', async (_, more, removeDespiteRejected, isRemoved) => {
		const input = [...upTo(38), ...more];
		const { run, sent } = await sync(input, { removal: 'delete', options: { removeDespiteRejected } }, { people });
		expect(sent).toEqual(isRemoved ? ['DELETE u38', 'DELETE u39'] : []);
		expect(notes(run).includes('No subscribers were removed')).toBe(!isRemoved);
	});

	it.each<[string, number, unknown, boolean]>([
		['rejects it', 422, { errors: { first_name: ['is wrong'] } }, true],
		['fails', 403, {}, false],
		['may have done it', 500, {}, false],
	])('counts rows that the service rejects, and no other: %s', async (_, status, body, isRemoved) => {
		const refuse = (request: string) => (request === 'POST' ? ([status, body] as const) : undefined);
		const input = [...bad(1), ...upTo(38), { email: 'new@x.org' }];
		const { run, sent } = await sync(input, { removal: 'delete', options }, { people, refuse }, goOn);
		expect(sent.includes('DELETE u39')).toBe(isRemoved);
		// The rejected row is allowed.
		if (!isRemoved) expect(notes(run)).toContain('1 row failed (first: "new@x.org")');
	});

	it('removes no one where a row could not be read', async () => {
		const input = upTo(38).map((row, index) => ({ ...row, ...(index > 0 && { on: true }) }));
		const all = { removal: 'delete', options: { removeDespiteRejected: true, resubscribe: '={{ $json.on }}' } };
		const { run, sent } = await sync(input, all, { people }, goOn);
		expect(sent).toEqual([]);
		expect(notes(run)).toContain('No subscribers were removed: 1 row failed');
	});
});

describe('people who stay unsubscribed', () => {
	it.each([false, true])('are counted where Resubscribe is off, with Dry Run %s', async (dryRun) => {
		const { run } = await sync(rows(1, 9), { dryRun });
		expect(hintsOf(run)).toContain("1 person is still unsubscribed. Turn on 'Resubscribe' only if they asked for it.");
		const on = await sync(rows(1, 9), { dryRun, options: { resubscribe: true } });
		expect(notes(on.run)).not.toContain('still');
	});
});
