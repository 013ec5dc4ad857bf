import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { textOf } from '../../../nodes/EmailMarketing/shared/text';
import { expectFailure } from '../../engine/expectFailure';
import type { NodeRun } from '../../engine/runNode';
import { actionsOf, defined, goOn, hintsOf, jsonOf, tries, warningsOf } from '../../engine/support';
import { useList, type Reply } from '../../laravel/useList';

const { list, requests, reply, run: runOnList } = useList();
/** p0 to p9 have the tag; p9 is unsubscribed, p10 and p11 are no holders. */
const held = Array.from({ length: 12 }, (_, index) => ({
	uuid: `u${index}`,
	email: `p${index}@x.org`,
	first_name: 'F',
	last_name: 'L',
	tags: index < 10 ? ['VIP', 'x'] : ['x'],
	is_subscribed: index !== 9,
}));
beforeEach(() => list.hold(held));
const rows = (...numbers: number[]): IDataObject[] => numbers.map((number) => ({ email: `p${number}@x.org` }));
const upTo = (count: number): IDataObject[] => rows(...Array(count).keys());
const leaves = (number: number, Left = 'yes'): IDataObject => ({ ...rows(number)[0], Left });

const sync = async (input: IDataObject[], given: INodeParameters = {}, node = {}) => {
	const requestOptions = { maxParallelRequests: 1, maxRetries: 0 };
	return await runOnList('sync', { requestOptions, options: {}, ...given }, { input, node });
};
const sent = () => requests().filter((request) => request !== 'read');
const outcomes = (run: NodeRun) =>
	jsonOf(run).map(({ action, email }) => `${textOf(action)} ${textOf(email).split('@')[0]}`);
const done = (run: NodeRun) => outcomes(run).filter((one) => !one.startsWith('unchanged'));
const notes = (run: NodeRun) => hintsOf(run).join('\n');
const gone = () => list.subscribers.flatMap(({ is_subscribed: isSubscribed, uuid }) => (isSubscribed ? [] : [uuid]));

describe("'Tag of This Sheet'", () => {
	const onlyTag = 'vip';

	it("shows what 'Remove Tag' changes, and 'Dry Run' changes nothing", async () => {
		const given = { removal: 'removeTag', onlyTag };
		const dry = await sync(upTo(9), { ...given, dryRun: true });
		expect([sent(), actionsOf(dry)]).toEqual([[], ['would remove tag', 'unchanged']]);
		expect(notes(dry)).toContain('would remove tag 1');
		const note = 'tags: −VIP; not in the input';
		const untagged = { action: 'untagged', tags: 'x', note, is_subscribed: false };
		expect(jsonOf(await sync(upTo(9), given)).at(-1)).toMatchObject(untagged);
	});

	it('lets two sheets share one list for three nights: no tag is lost, nobody of the other is removed', async () => {
		const sheets = { SHOP: [0, 1, 2, 3, 4], CLUB: [3, 4, 5, 6, 7] };
		list.hold(held.map((person) => ({ ...person, tags: ['by hand'] })));
		for (const night of [0, 1, 2]) {
			for (const [tag, numbers] of Object.entries(sheets)) {
				// One is lost each night, and one comes in.
				const input = rows(...numbers.map((number) => number + night)).map((row) => ({ ...row, tags: `${tag}-row` }));
				await sync(input, { removal: 'removeTag', onlyTag: tag, options: { maxRemovalPercent: 40 } });
			}
			for (const [number, { tags }] of list.subscribers.entries()) {
				const own = Object.entries(sheets).flatMap(([tag, numbers]) => (numbers.includes(number - night) ? [tag] : []));
				expect([number, tags.filter((tag) => tag in sheets).sort()]).toEqual([number, own.sort()]);
				expect(tags).toContain('by hand');
			}
		}
		expect(list.subscribers).toHaveLength(12);
		expect(gone()).toEqual(['u9']);
	});

	it('fails for a subscriber whose last tag the service keeps, as PHP takes an empty array for none', async () => {
		const subscriber = { ...defined(held[11]), tags: ['VIP'] };
		list.hold([...held.slice(0, 11), subscriber]);
		reply('update u11', [200, { subscriber }]);
		const run = await sync(upTo(11), { removal: 'removeTag', onlyTag }, goOn);
		const last = { action: 'failed', note: 'The service keeps the last tag of p11@x.org' };
		expect(jsonOf(run).at(-1)).toMatchObject(last);
		list.hold([...held.slice(0, 11), subscriber]);
		const advice = 'It still has "VIP". Remove the last tag in the service itself.';
		expectFailure(await sync(upTo(11), { removal: 'removeTag', onlyTag }), { mentions: [advice] });
	});

	it.each<[string, INodeParameters]>([
		["'Remove Tag' without a tag", { removal: 'removeTag' }],
		['an expression that finds none', { onlyTag: '={{ $json.nothing }}' }],
		['a tag with a comma', { onlyTag: 'a,b' }],
		['text of an expression that finds none', { onlyTag: 'undefined' }],
		['the zero of a look-up that failed', { onlyTag: '0' }],
		['a comma alone', { onlyTag: ',' }],
	])('is one tag, or nothing is sent: %s', async (_, parameters) => {
		const run = await sync(upTo(12), { removal: 'delete', ...parameters });
		expectFailure(run, { mentions: ["'Tag of This Sheet'", 'without a comma'] });
		expect(requests()).toEqual([]);
	});

	it('sends nothing where the list does not show all tags', async () => {
		list.hold(held.map((person, index) => (index === 11 ? { ...person, tags: undefined } : person)));
		const run = await sync(upTo(9), { removal: 'delete', onlyTag });
		expectFailure(run, { mentions: ['does not show the tags of all subscribers', 'Nothing was sent'] });
		expect(sent()).toEqual([]);
	});

	it.each<[string, (number: number) => string | number]>([
		['text', (number) => `u${number}`],
		['numbers', (number) => number],
	])('is removed once under Retry On Fail, though the list lags behind: IDs that are %s', async (_, idOf) => {
		const people = held.map((person, index) => ({ ...person, uuid: idOf(index) as string }));
		list.hold(people);
		reply('read', [200, { data: people }]);
		reply(`update ${idOf(9)}`, '401', 1);
		const run = await sync(upTo(8), { removal: 'removeTag', onlyTag }, tries(2));
		expect(sent()).toEqual([8, 9, 9].map((number) => `update ${idOf(number)}`));
		expect(done(run)).toEqual(['untagged p8', 'untagged p9']);
	});
});

describe("'If a Row Opts Out': 'Unsubscribe'", () => {
	const leaving = { consent: 'columns', optOut: ['Left'] };
	const unsubscribe = { optOuts: 'unsubscribe' };
	const some = { ...leaving, options: { ...unsubscribe, maxRemovalPercent: 50 } };

	it.each<[number[], string]>([
		[[1], '1 person who opted out is still subscribed. '],
		[[1, 1], '1 person who opted out is still subscribed. '],
		[[1, 2, 9, 77], '2 people who opted out are still subscribed. '],
	])('skips the rows unless it is chosen, and counts those who are subscribed: %j', async (numbers, note) => {
		const given = numbers.map((number) => leaves(number));
		const run = await sync(given, leaving);
		expect([outcomes(run), sent()]).toEqual([numbers.map((number) => `skipped p${number}`), []]);
		expect(notes(run)).toContain(note);
		expect(notes(await sync([leaves(1, 'pending')], some))).toContain('have no clear no: check them');
	});

	it('takes the clear one of two rows, counts nobody as still subscribed, and never resubscribes who opts out', async () => {
		const input = [leaves(1, 'pending'), leaves(1), leaves(9)];
		const run = await sync(input, { ...leaving, options: { ...some.options, resubscribe: true } });
		expect(outcomes(run)).toEqual(['skipped p1', 'unsubscribed p1', 'skipped p9']);
		expect(gone()).toEqual(['u1', 'u9']);
		expect(notes(run)).not.toContain('still subscribed');
	});

	it.each([
		[{}, 'skipped p2'],
		[{ Left: 'yes' }, 'unsubscribed p2'],
	])(
		'takes no word for it from a result that comes in again, but from a column added to it: %j',
		async (more, word) => {
			const given = { ...leaving, options: { ...some.options, includeInput: true } };
			const [first, second] = jsonOf(await sync([leaves(1, 'pending'), leaves(2)], given));
			list.hold(held);
			expect(outcomes(await sync([{ ...first }, { ...second, ...more }], given))).toEqual(['skipped p1', word]);
		},
	);

	it('skips and counts those who opt out, but not by a clear no', async () => {
		const run = await sync([leaves(1), leaves(2, 'pending')], some);
		expect(outcomes(run)).toEqual(['unsubscribed p1', 'skipped p2']);
		expect(jsonOf(run)[0]).toMatchObject({ note: 'Opted out: "Left" is "yes"', is_subscribed: false });
		expect(notes(run)).toContain('1 person who opted out is still subscribed');
	});

	it('is shown in a dry run', async () => {
		const run = await sync([leaves(1), ...rows(2)], { ...some, dryRun: true });
		expect([outcomes(run), sent()]).toEqual([['would unsubscribe p1', 'unchanged '], []]);
		expect(notes(run)).toContain('would unsubscribe 1');
	});

	it('is done while removals are held', async () => {
		const input = [leaves(1), { email: 'nonsense' }];
		const run = await sync(input, { removal: 'delete', ...some });
		expect(done(run).slice(0, 3)).toEqual(['unsubscribed p1', 'rejected nonsense', 'held p0']);
		expect([list.subscribers.length, gone()]).toEqual([12, ['u1', 'u9']]);
	});

	it('stops at the safety limit of all who are subscribed, and shows so in a dry run', async () => {
		const input = upTo(8).map((row) => ({ ...row, Left: 'yes' }));
		const given = { ...leaving, removal: 'delete', onlyTag: 'vip', options: unsubscribe };
		const mentions = ['would unsubscribe 8 of 11 subscribers (72.7%, ', "'Safety Limit (%)' allows", 'opt-out column'];
		expectFailure(await sync(input, given), { mentions });
		expect(sent()).toEqual([]);
		const dry = await sync(input, { ...given, dryRun: true, options: { ...unsubscribe, output: 'changes' } });
		const note = 'A real run would stop: it would unsubscribe 8 of 11 subscribers (72.7%, ';
		expect(jsonOf(dry)[0]).toMatchObject({ action: 'would stop', note: expect.stringContaining(note) });
		const counted = await sync(input, { ...given, dryRun: true, options: { ...unsubscribe, output: 'summary' } });
		expect(jsonOf(counted)[0]).toMatchObject({ held: 0, message: expect.stringContaining(note) });
	});
});

describe("'Remove Anyway'", () => {
	const people = Array.from({ length: 40 }, (_, index) => ({
		...held[0],
		uuid: `u${index}`,
		email: `p${index}@x.org`,
	}));
	beforeEach(() => list.hold(people));
	const options = { removeDespiteRejected: true };
	const bad = (count: number): IDataObject[] => Array.from({ length: count }, () => ({ email: 'nonsense' }));

	it.each<[string, IDataObject[], boolean, boolean]>([
		['off', bad(1), false, false],
		['5%', bad(2), true, true],
		['more than 5%', bad(3), true, false],
		['more than 5% besides blank rows', [...bad(3), ...Array<IDataObject>(40).fill({ email: '' })], true, false],
	])('removes people up to 5 %% rejected rows: %s', async (_, more, removeDespiteRejected, isRemoved) => {
		const input = [...upTo(38), ...more];
		const run = await sync(input, { removal: 'delete', options: { removeDespiteRejected } });
		expect(sent()).toEqual(isRemoved ? ['delete u38', 'delete u39'] : []);
		expect(notes(run).includes('No subscribers were removed')).toBe(!isRemoved);
	});

	it.each<[string, IDataObject]>([
		['tags', { Tags: 'a', Labels: 'b' }],
		['names', { 'First Name': 'Ann', first_name: 'Anna' }],
	])('keeps the person of a row that is rejected because two columns could be its %s', async (_, cells) => {
		const input = [...upTo(38), { email: 'p38@x.org', ...cells }];
		const run = await sync(input, { removal: 'delete', options });
		expect(sent()).toEqual(['delete u39']);
		expect(jsonOf(run)).toContainEqual(expect.objectContaining({ action: 'rejected', email: 'p38@x.org' }));
	});

	it('is not needed to unsubscribe the person of such a row, who opted out', async () => {
		const row = { email: 'p38@x.org', Tags: 'a', Labels: 'b', Left: 'x' };
		const consent = { consent: 'columns', optIn: [''], optOut: ['Left'] };
		await sync([...upTo(38), row, { email: 'p39@x.org' }], { ...consent, options: { optOuts: 'unsubscribe' } });
		expect(sent().filter((request) => !request.startsWith('get'))).toEqual(['toggle u38']);
	});

	it.each<[string, Reply, boolean]>([
		['rejects it', [422, { errors: { first_name: ['is wrong'] } }], true],
		['fails', '403', false],
		['may have done it', '500', false],
	])('counts rows that the service rejects, and no other: %s', async (_, response, isRemoved) => {
		reply('create', response);
		const run = await sync([...bad(1), ...upTo(38), { email: 'new@x.org' }], { removal: 'delete', options }, goOn);
		expect(sent().includes('delete u39')).toBe(isRemoved);
		// The rejected row is allowed.
		if (!isRemoved) expect(notes(run)).toContain('1 row was not done (first: "new@x.org")');
	});

	it('removes no one where a row could not be read', async () => {
		const input = upTo(38).map((row, index) => ({ ...row, ...(index > 0 && { on: true }) }));
		const all = { removal: 'delete', options: { ...options, resubscribe: '={{ $json.on }}' } };
		const run = await sync(input, all, goOn);
		expect(sent()).toEqual([]);
		expect(notes(run)).toContain('No subscribers were removed: 1 row was not done');
	});
});

describe('people who stay unsubscribed', () => {
	it.each([false, true])('are counted where Resubscribe is off, with Dry Run %s', async (dryRun) => {
		const note = "1 person is still unsubscribed. Turn on 'Resubscribe' only if they asked for it.";
		const done = await sync(rows(1, 9), { dryRun });
		expect([hintsOf(done).includes(note), warningsOf(done).includes(note)]).toEqual([true, false]);
		expect(notes(await sync(rows(1, 9), { dryRun, options: { resubscribe: true } }))).not.toContain('still');
	});
});

it("'Batch Size' holds for people who are added in bulk", async () => {
	list.hold([]);
	const options = { useImport: true, batchSize: 2 };
	expect(actionsOf(await sync(upTo(5), { options }))).toEqual(Array(5).fill('imported'));
	expect(sent()).toEqual(['import', 'import', 'import']);
});
