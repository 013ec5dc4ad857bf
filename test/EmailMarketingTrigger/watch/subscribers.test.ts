import {
	compareSubscribers,
	nobody,
	type SubscriberState,
} from '../../../nodes/EmailMarketingTrigger/watch/subscribers';
import { defined } from '../../defined';
import { scaled } from '../../scaled';

const hour = 60 * 60 * 1000;
const now = Date.UTC(2026, 9, 25, 12);
const iso = (ms: number): string => new Date(ms).toISOString();
const ago = (hours: number): string => iso(now - hours * hour);

type Fields = Record<string, unknown>;

/** Somebody who has been there for long. */
const old = (uuid: string, more: Fields = {}): Fields => ({
	uuid,
	created_at: ago(1000),
	updated_at: ago(900),
	is_subscribed: true,
	unsubscribed_at: null,
	...more,
});
const fresh = (uuid: string, time: unknown, more: Fields = {}): Fields =>
	old(uuid, { created_at: time, updated_at: time, ...more });
const gone = (fields: Fields): Fields => ({ ...fields, is_subscribed: false, unsubscribed_at: fields.updated_at });

interface Reading {
	readonly list: unknown[];
	readonly atMs?: number;
	readonly tookMs?: number;
	readonly isShort?: boolean;
	readonly doubted?: ReadonlySet<number>;
}

async function compared(
	list: unknown[],
	before: SubscriberState | undefined,
	{ atMs = now, tookMs = 0, isShort = false, doubted = new Set() }: Partial<Reading> = {},
) {
	const {
		happened,
		doubted: doubtedNow,
		after,
		lacking,
	} = await compareSubscribers(list, before, { nowMs: atMs, tookMs, isShort, doubted });
	return {
		told: happened.map(({ event, entry }) => `${event.replace('subscriber', '')} ${String(entry.uuid)}`),
		after: JSON.parse(JSON.stringify(after)) as SubscriberState,
		lacking: lacking.map(({ field }) => field),
		unreadable: lacking.map(({ unreadable }) => unreadable),
		doubted: doubtedNow,
	};
}

/** What is told of each reading, the first of which is the beginning. */
async function toldOf(...readings: Array<Reading | unknown[]>): Promise<string[][]> {
	let state: SubscriberState | undefined;
	let doubts: ReadonlySet<number> | undefined;
	const all: string[][] = [];
	for (const reading of readings) {
		const { list, ...how } = Array.isArray(reading) ? { list: reading } : reading;
		const { told, after, doubted } = await compared(list, state, { doubted: doubts, ...how });
		state = after;
		doubts = doubted;
		all.push(told);
	}
	return all;
}

describe('subscribers between two readings', () => {
	const a = old('a');
	const b = old('b', { updated_at: ago(1) });
	const changed = { ...a, updated_at: ago(0) };
	const r = fresh('r', ago(1));

	it.each<[string, unknown[][], string[][]]>([
		['what is there at the beginning is not told', [[a, b, gone(old('c'))]], [[]]],
		[
			'nothing happens',
			[
				[a, b],
				[a, b],
				[b, a],
			],
			[[], [], []],
		],
		['somebody is new', [[a], [a, fresh('n', ago(0))], [a, fresh('n', ago(0))]], [[], ['Added n'], []]],
		['the list is empty at the beginning', [[], [fresh('n', ago(0))], [fresh('n', ago(0))]], [[], ['Added n'], []]],
		[
			'the list is empty at the beginning, and then shows who was there for long',
			[[], [a, gone(old('g')), gone(fresh('n', ago(0)))]],
			[[], ['Added n', 'Unsubscribed n']],
		],
		[
			'half of the list comes into view, of whom some left long ago',
			[
				[a, r],
				[a, r, gone(old('g')), gone(old('h', { updated_at: ago(50) }))],
			],
			[[], []],
		],
		[
			'somebody comes into view who left long ago, and was changed since',
			[
				[a, r],
				[a, r, { ...gone(old('g')), updated_at: ago(0) }],
			],
			[[], ['Updated g']],
		],
		[
			'somebody comes into view who left just now',
			[
				[a, r],
				[a, r, gone(old('g', { updated_at: ago(0) }))],
			],
			[[], ['Unsubscribed g']],
		],
		['the list becomes empty', [[a], [], [fresh('n', ago(0))]], [[], [], ['Added n']]],
		[
			'somebody is changed',
			[
				[a, b],
				[changed, b],
				[changed, b],
			],
			[[], ['Updated a'], []],
		],
		[
			'somebody is changed who is new',
			[[a], [a, fresh('n', ago(1))], [a, fresh('n', ago(1), { updated_at: ago(0) })]],
			[[], ['Added n'], ['Updated n']],
		],
		[
			'somebody who is new was changed already',
			[[a], [a, fresh('n', ago(1), { updated_at: ago(0) })]],
			[[], ['Added n']],
		],
		['somebody leaves', [[a], [gone(changed)], [gone(changed)]], [[], ['Unsubscribed a'], []]],
		['somebody comes back', [[gone(a)], [changed], [changed]], [[], ['Resubscribed a'], []]],
		['somebody leaves and comes back', [[a], [changed]], [[], ['Updated a']]],
		[
			'somebody comes and leaves',
			[[a], [a, gone(fresh('n', ago(0)))], [a, gone(fresh('n', ago(0)))]],
			[[], ['Added n', 'Unsubscribed n'], []],
		],
		[
			'somebody comes who has yet to confirm, and does',
			[
				[a],
				[a, fresh('n', ago(1), { is_subscribed: false })],
				[a, fresh('n', ago(1), { updated_at: ago(0) })],
				[a, gone(fresh('n', ago(1), { updated_at: ago(-1) }))],
			],
			[[], ['Added n'], ['Resubscribed n'], ['Unsubscribed n']],
		],
		[
			'somebody comes who has yet to confirm, and a date of zeros says that they never left',
			[[a], [a, fresh('n', ago(1), { is_subscribed: false, unsubscribed_at: '0000-00-00 00:00:00' })]],
			[[], ['Added n']],
		],
		[
			'somebody comes and leaves on a day that cannot be read',
			[[a], [a, fresh('n', ago(1), { is_subscribed: false, unsubscribed_at: '05/03/2026' })]],
			[[], ['Added n', 'Unsubscribed n']],
		],
		['somebody who has left is changed', [[gone(a)], [gone(changed)]], [[], ['Updated a']]],
		[
			'somebody leaves and no time tells it: when it is shown again',
			[[a], [{ ...a, is_subscribed: false }], [{ ...a, is_subscribed: false }], [{ ...a, is_subscribed: false }]],
			[[], [], ['Unsubscribed a'], []],
		],
		['the newest is deleted', [[a, b], [a], [a, fresh('n', ago(0))]], [[], [], ['Added n']]],
		[
			'one is deleted and another created',
			[
				[a, b],
				[a, fresh('n', ago(0))],
			],
			[[], ['Added n']],
		],
		[
			'two come at the same time, one after the other',
			[[a], [a, fresh('m', ago(0))], [a, fresh('m', ago(0)), fresh('n', ago(0))]],
			[[], ['Added m'], ['Added n']],
		],
		[
			'two updates within a millisecond',
			[
				[a],
				[{ ...a, updated_at: '2026-10-25T12:00:00.000001Z' }],
				[{ ...a, updated_at: '2026-10-25T12:00:00.000002Z' }],
			],
			[[], ['Updated a'], ['Updated a']],
		],
		[
			'somebody stands twice in the list',
			[[a], [a, a, gone(fresh('n', ago(0))), gone(fresh('n', ago(0)))]],
			[[], ['Added n', 'Unsubscribed n']],
		],
		[
			'no as a number',
			[[a], [{ ...changed, is_subscribed: 0 }], [{ ...changed, is_subscribed: 1, updated_at: ago(-1) }]],
			[[], ['Unsubscribed a'], ['Resubscribed a']],
		],
		[
			'back, with the day of leaving still there',
			[[gone(a)], [{ ...gone(changed), is_subscribed: true }]],
			[[], ['Resubscribed a']],
		],
		[
			'an ID instead of a UUID',
			[[{ ...a, uuid: undefined, id: 1 }], [{ ...changed, uuid: undefined, id: 1 }]],
			[[], ['Updated undefined']],
		],
		[
			'what has no ID is passed over',
			[[a], [a, { ...fresh('', ago(0)), uuid: '' }, { email: 'x@example.com' }, null, 'text', []]],
			[[], []],
		],
	])('%s', async (_, readings, told) => {
		expect(await toldOf(...readings)).toEqual(told);
	});

	it('are all told where all that is there is wanted', async () => {
		const { told } = await compared([old('a'), gone(old('b'))], nobody);
		expect(told).toEqual(['Added a', 'Added b', 'Unsubscribed b']);
	});

	it('are all told also where all that is there is wanted, and nobody was shown at first', async () => {
		const { after } = await compared([], nobody);
		expect((await compared([old('a')], after)).told).toEqual(['Added a']);
	});

	it('come in the order in which it happened', async () => {
		const { after } = await compared([a, old('b')], undefined);
		expect(
			(
				await compared(
					[{ ...a, updated_at: ago(1) }, fresh('n', ago(3)), gone(old('b', { updated_at: ago(2) }))],
					after,
				)
			).told,
		).toEqual(['Added n', 'Unsubscribed b', 'Updated a']);
	});

	it('are kept as the same text while nothing happens', async () => {
		const list = [a, b, gone(old('c')), fresh('n', ago(20))];
		const first = await compared(list, undefined, { atMs: now, tookMs: 10 });
		const later = await compared([...list].reverse(), first.after, { atMs: now + 50 * 60_000, tookMs: 20_000 });
		expect(JSON.stringify(later.after)).toBe(JSON.stringify(first.after));
	});
});

describe('clocks', () => {
	it.each<[string, (hours: number) => unknown]>([
		['ISO', ago],
		['ISO without a zone', (hours) => ago(hours).slice(0, -1)],
		["a database's", (hours) => ago(hours).slice(0, 19).replace('T', ' ')],
		['seconds', (hours) => (now - hours * hour) / 1000],
		['milliseconds', (hours) => now - hours * hour],
		['milliseconds as text', (hours) => String(now - hours * hour)],
	])('are read in the form %s', async (_, at) => {
		const [a, b] = [fresh('a', at(1000)), fresh('b', at(10))];
		const changed = { ...a, updated_at: at(0.1) };
		expect(await toldOf([a, b], [a, b, fresh('n', at(0.2))], [changed, b, fresh('n', at(0.2))])).toEqual([
			[],
			['Added n'],
			['Updated a'],
		]);
	});

	it.each([1, 5, 14, 14.9, 20, 100, 24 * 365 * 50])(
		'of one entry that is %d hours ahead hides nothing that comes after it',
		async (hours) => {
			const a = old('a');
			const wrong = fresh('wrong', ago(-hours));
			for (const later of [0.1, 1, hours / 2, hours + 1]) {
				const [from, atMs] = [ago(-later + 0.1), now + later * hour];
				expect(
					await toldOf(
						[a, wrong],
						{ list: [{ ...a, updated_at: from }, wrong, fresh('n', from)], atMs },
						{ list: [{ ...a, updated_at: ago(-later) }, wrong, fresh('n', from)], atMs: atMs + hour },
					),
				).toEqual([[], ['Updated a', 'Added n'], ['Updated a']]);
			}
		},
	);

	it.each([-72, -14, -12, -5, 0, 5, 12, 14, 72])(
		'of a service that are %d hours ahead of those of n8n matter nothing',
		async (skew) => {
			const a = old('a');
			const [one, two] = [ago(-skew - 1), ago(-skew - 2)];
			expect(
				await toldOf(
					[a, fresh('b', ago(-skew))],
					{ list: [a, fresh('b', ago(-skew)), fresh('n', one)], atMs: now + hour },
					{ list: [{ ...a, updated_at: two }, fresh('b', ago(-skew)), fresh('n', one)], atMs: now + 2 * hour },
				),
			).toEqual([[], ['Added n'], ['Updated a']]);
		},
	);

	it('may be set back by an hour', async () => {
		const a = old('a');
		const summer = fresh('s', ago(0));
		const winter = fresh('w', ago(0.9));
		expect(
			await toldOf(
				[a, summer],
				{ list: [a, summer, winter], atMs: now + 0.1 * hour },
				{ list: [{ ...a, updated_at: ago(0.85) }, summer, winter], atMs: now + 0.15 * hour },
			),
		).toEqual([[], ['Added w'], ['Updated a']]);
	});

	it('may have gone on while the list was read: a change on a page that had been read is told by the next reading', async () => {
		const [a, b] = [old('a'), old('b')];
		const during = { ...a, updated_at: ago(-1) };
		const last = { ...b, updated_at: ago(-6) };
		expect(
			await toldOf(
				[a, b],
				{ list: [a, last], atMs: now + 6 * hour, tookMs: 6 * hour },
				{ list: [during, last, fresh('n', ago(-0.5))], atMs: now + 7 * hour, tookMs: hour },
			),
		).toEqual([[], ['Updated b'], ['Added n', 'Updated a']]);
	});

	it('of a service that is days behind may have gone on too', async () => {
		const [a, b] = [old('a'), old('b', { updated_at: ago(100) })];
		const during = { ...a, updated_at: ago(99) };
		expect(
			await toldOf({ list: [a, { ...b, updated_at: ago(95) }], tookMs: 5 * hour }, [
				during,
				{ ...b, updated_at: ago(95) },
			]),
		).toEqual([[], ['Updated a']]);
	});
});

describe('fields that are missing', () => {
	const without = (field: string, entry: Fields): Fields =>
		Object.fromEntries(
			Object.entries(entry).filter(
				([name]) => name !== field && !(field === 'is_subscribed' && name === 'unsubscribed_at'),
			),
		);

	it.each<[string, string[][]]>([
		['created_at', [[], [], ['Updated a', 'Unsubscribed b', 'Resubscribed c'], []]],
		['updated_at', [[], ['Added n'], ['Unsubscribed b'], ['Resubscribed c']]],
		['is_subscribed', [[], ['Added n'], ['Updated a', 'Updated b', 'Updated c'], []]],
	])('%s: the other events come, and it is named', async (field, told) => {
		const [a, b, c, n] = [old('a'), old('b'), gone(old('c')), fresh('n', ago(0.5))];
		const later = { updated_at: ago(0) };
		const last = [{ ...a, ...later }, gone({ ...b, ...later }), { ...old('c'), ...later }, n];
		const lists = [[a, b, c], [a, b, c, n], last, last].map((list) => list.map((entry) => without(field, entry)));
		expect(
			(await toldOf(...lists)).map((events) => events.filter((event) => !event.endsWith(' n') || event === 'Added n')),
		).toEqual(told);
		expect((await compared(defined(lists[0]), undefined)).lacking).toEqual([field]);
	});

	it('is_subscribed alone: the day of leaving says it', async () => {
		const [here, left] = [
			old('a', { is_subscribed: undefined }),
			old('a', { is_subscribed: undefined, unsubscribed_at: ago(0) }),
		];
		expect(await toldOf([here], [left], [left], [here], [here])).toEqual([
			[],
			['Unsubscribed a'],
			[],
			[],
			['Resubscribed a'],
		]);
		expect((await compared([here], undefined)).lacking).toEqual([]);
	});

	it('created_at of some of them: the others are told as new, and it is named with how many lack it', async () => {
		const [a, b, imported] = [
			old('a'),
			fresh('b', null, { updated_at: ago(0) }),
			fresh('c', 'yesterday', { updated_at: ago(0) }),
		];
		const { lacking } = await compareSubscribers([a, b, imported], undefined, {
			nowMs: now,
			tookMs: 0,
			isShort: false,
			doubted: new Set(),
		});
		expect(lacking).toEqual([{ list: 'subscriber.getAll', field: 'created_at', some: 2 }]);
		expect(await toldOf([a], [a, b, fresh('n', ago(0))])).toEqual([[], ['Updated b', 'Added n']]);
	});

	it.each(['updated_at', 'is_subscribed'])('%s of one entry alone: nothing is lacking', async (field) => {
		expect((await compared([old('a'), without(field, old('b'))], undefined)).lacking).toEqual([]);
	});

	it.each<[string, string, unknown[], string | undefined]>([
		['no form that is documented', 'updated_at', ['05/03/2026', '06/03/2026'], '"05/03/2026"'],
		['no time at all', 'created_at', ['', 'yesterday'], '"yesterday"'],
		['one that can be read', 'updated_at', ['05/03/2026', ago(1)], undefined],
		["a database's nothing", 'updated_at', ['0000-00-00 00:00:00', '0000-00-00 00:00:00'], undefined],
	])('count as missing where they have %s', async (_, field, times, unreadable) => {
		const list = times.map((time, index) => old(`u${index}`, { [field]: time }));
		const { lacking, unreadable: instead } = await compared(list, undefined);
		expect([lacking, instead]).toEqual(unreadable === undefined ? [[], []] : [[field], [unreadable]]);
		expect(await toldOf(list, list)).toEqual([[], []]);
	});

	it('are not missing where nobody is there', async () => {
		expect((await compared([], undefined)).lacking).toEqual([]);
	});

	it('all of them: nothing is told, and nothing breaks', async () => {
		expect(await toldOf([{ uuid: 'a' }], [{ uuid: 'a' }, { uuid: 'b' }])).toEqual([[], []]);
		expect((await compared([{ uuid: 'a' }], undefined)).lacking).toEqual(['created_at', 'updated_at', 'is_subscribed']);
	});
});

describe('what is kept of 100,000 subscribers, or of as large a part of them as is tested, of whom one in five is unsubscribed', () => {
	const size = scaled(100_000);
	// 1 MB for 100,000; a part of it does not depend on how many they are.
	const most = 20_000 + 9.8 * size;
	const uuid = (number: number): string => `7b1e4c52-93d8-4f60-a1c7-${String(number).padStart(12, '0')}`;
	const listOf = (entry: (uuid: string, number: number) => Fields): Fields[] =>
		Array.from({ length: size }, (_, number) => entry(uuid(number), number)).map((fields, number) =>
			number % 5 === 0 ? gone(fields) : fields,
		);

	it.each<[string, (uuid: string, number: number) => Fields]>([
		['who came over the years', (id, number) => fresh(id, ago(number / 4))],
		['who were all imported at once', (id) => fresh(id, ago(0))],
		[
			'who were all imported at once, after which some left',
			(id, number) => fresh(id, ago(1), { updated_at: ago(number % 5 === 0 ? 0 : 1) }),
		],
	])('is less than 1 MB for 100,000: %s', async (_, entry) => {
		const list = listOf(entry);
		const { after } = await compared(list, undefined);
		expect(JSON.stringify(after).length).toBeLessThan(most);
		expect((await compared(list, after, { atMs: now + hour })).told).toEqual([]);
	});

	it.each<[string, (number: number) => string]>([
		['who have been there for long', () => ago(1000)],
		['who have just been imported', () => ago(1)],
	])(
		'is less than 1 MB for 100,000 where all of them are changed again and again: %s',
		async (_, createdAt) => {
			let state = (
				await compared(
					listOf((id, number) => fresh(id, createdAt(number))),
					undefined,
				)
			).after;
			for (const minute of [10, 20, 30]) {
				const { told, after } = await compared(
					listOf((id, number) => fresh(id, createdAt(number), { updated_at: iso(now + minute * 60_000 + number) })),
					state,
					{ atMs: now + (minute + 5) * 60_000 },
				);
				expect(told.length).toBe(size);
				expect(JSON.stringify(after).length).toBeLessThan(most);
				state = after;
			}
		},
		60_000,
	);

	it('is less than 1 MB for 100,000 where all of them are deleted and imported anew, night after night', async () => {
		let state: SubscriberState | undefined;
		for (const night of [0, 1, 2]) {
			const time = iso(now + night * 24 * hour);
			const { told, after } = await compared(
				listOf((id) => fresh(`${night} ${id}`, time)),
				state,
				{ atMs: now + (night * 24 + 1) * hour },
			);
			expect(told.length).toBe(night === 0 ? 0 : 1.2 * size);
			expect(JSON.stringify(after).length).toBeLessThan(1_000_000);
			state = after;
		}
	}, 60_000);
});

describe('a list that does not show everybody', () => {
	const [a, b] = [old('a'), old('b')];
	const short = (list: unknown[], atMs = now): Reading => ({ list, atMs, isShort: true });

	it('brings nobody as new who was there before, however long they were away, and whoever came meanwhile', async () => {
		const recent = [fresh('r', ago(1)), gone(fresh('s', ago(1)))];
		const hours = Array.from({ length: 16 }, (_, number) => number + 1);
		const hidden = hours.map((later): Reading => ({
			list: [a, fresh(`n${later}`, ago(-later))],
			atMs: now + later * hour,
		}));
		const told = await toldOf([a, ...recent], ...hidden, { list: [a, ...recent], atMs: now + 16.5 * hour });
		expect(told).toEqual([[], ...hours.map((later) => [`Added n${later}`]), []]);
	});

	it('tells of what happened to those who were hidden when it shows them, days later', async () => {
		const days = [1, 2, 3, 4, 5, 6].map((day) => short([a, fresh(`n${day}`, ago(-24 * day))], now + 24 * day * hour));
		const late = [{ ...b, updated_at: ago(-20) }, gone(old('c', { updated_at: ago(-30) })), fresh('d', ago(-40))];
		const told = await toldOf(
			[a, b, old('c')],
			...days,
			{ list: [a, ...late], atMs: now + 150 * hour },
			{ list: [a, ...late], atMs: now + 151 * hour },
		);
		expect(told.slice(-2)).toEqual([['Updated b', 'Added d'], ['Unsubscribed c']]);
	});

	it('goes on after a week, so that what is kept stays small', async () => {
		const days = Array.from({ length: 20 }, (_, day) => short([a, fresh('n', ago(-24 * day))], now + 24 * day * hour));
		let state: SubscriberState | undefined;
		for (const { list, atMs } of days) state = (await compared(list, state, { atMs, isShort: true })).after;
		expect(defined(state).updatedFrom).toBeGreaterThan(now + 10 * 24 * hour);
		expect(defined(state).updatedFrom).toBeLessThan(now + 13 * 24 * hour);
	});

	it('tells nobody as new, or as leaving, whom the first reading did not show, unless it has happened since', async () => {
		const long = { created_at: ago(500), updated_at: ago(400) };
		const shown = [old('h', long), gone(old('i', long)), gone({ ...b, updated_at: ago(0) }), fresh('n', ago(0))];
		expect(await toldOf(short([a]), [a, ...shown])).toEqual([[], ['Unsubscribed b', 'Added n']]);
	});
});

describe('answers of copies of the service that lag behind one another', () => {
	const [a, b] = [old('a'), old('b')];
	const changedAt = (hours: number, fields: Fields): Fields => ({ ...fields, updated_at: ago(hours) });

	it.each<[string, Fields, Fields]>([
		['somebody leaves', a, gone(changedAt(0, a))],
		['somebody comes back', gone(a), changedAt(0, a)],
		['somebody leaves who was changed an hour ago', changedAt(1, a), gone(changedAt(0, a))],
		[
			'somebody leaves, and the state has no time but that of leaving',
			old('a', { updated_at: undefined }),
			gone({ ...old('a', { updated_at: undefined }), updated_at: undefined, unsubscribed_at: ago(0) }),
		],
	])('tell it once, whichever answers: %s', async (_, stale, news) => {
		const left = { ...news, unsubscribed_at: news.unsubscribed_at ?? (news.is_subscribed === false ? ago(0) : null) };
		const told = await toldOf(
			[stale, b],
			[left, b],
			[stale, b],
			[left, b],
			[stale, b],
			[left, b],
			[left, b],
			[stale, b],
			[left, b],
		);
		expect(told.flat()).toHaveLength(1);
		expect(told[1]).toHaveLength(1);
	});

	it('tell nothing where one of them shows everybody as gone, and no time has changed', async () => {
		const all = ['a', 'b', 'c', 'd'].map((uuid, index) => old(uuid, { updated_at: ago(index) }));
		const odd = all.map((each) => ({ ...each, is_subscribed: false }));
		expect((await toldOf(all, odd, all, all, odd, all)).flat()).toEqual([]);
	});

	it('are believed when the next one shows the same', async () => {
		const left = { ...a, is_subscribed: false };
		expect(await toldOf([a, b], [left, b], [left, b], [a, b], [a, b], [a, b])).toEqual([
			[],
			[],
			['Unsubscribed a'],
			[],
			['Resubscribed a'],
			[],
		]);
	});

	it('do not hold back what has a time of its own, whatever the clock of another entry', async () => {
		for (const hours of [16, 100, 24 * 365]) {
			const wrong = old('w', { updated_at: ago(-hours) });
			expect(await toldOf([a, wrong], [gone(changedAt(0, a)), wrong], [changedAt(-0.1, a), wrong])).toEqual([
				[],
				['Unsubscribed a'],
				['Resubscribed a'],
			]);
		}
	});

	it('delay by one reading, and lose nothing, where the clock of another entry is hours ahead', async () => {
		const ahead = old('w', { updated_at: ago(-10) });
		const left = gone(changedAt(0, a));
		expect(await toldOf([a, ahead], [left, ahead], [left, ahead], [left, ahead])).toEqual([
			[],
			[],
			['Unsubscribed a'],
			[],
		]);
	});

	it('do not hold anything back where there are no times', async () => {
		const timeless = { uuid: 'a', is_subscribed: true };
		expect(await toldOf([timeless], [{ ...timeless, is_subscribed: false }], [timeless])).toEqual([
			[],
			['Unsubscribed a'],
			['Resubscribed a'],
		]);
	});

	it('tell as Updated who left and came back between two readings, the first of which was doubted', async () => {
		const [left, back] = [gone(changedAt(1, a)), changedAt(0, a)];
		expect(
			await toldOf(
				[a, b],
				[a, changedAt(0.5, b)],
				[left, changedAt(0.5, b)],
				[back, changedAt(0.5, b)],
				[back, changedAt(0.5, b)],
			),
		).toEqual([[], ['Updated b'], [], ['Updated a'], []]);
	});

	it('forget a doubt about somebody who is not shown next, and not who it was', async () => {
		const left = { ...a, is_subscribed: false };
		expect(await toldOf([a, b], [left, b], [b], [left, b], [left, b])).toEqual([[], [], [], [], ['Unsubscribed a']]);
	});
});

describe('a service that is out of order for a while', () => {
	const person = (index: number) => ({
		uuid: `u${index}`,
		email: `p${index}@example.com`,
		created_at: `2026-0${1 + (index % 9)}-01T00:00:00Z`,
		updated_at: `2026-0${1 + (index % 9)}-01T00:00:00Z`,
		is_subscribed: index % 5 !== 0,
	});
	const everybody = Array.from({ length: 100 }, (_, index) => person(index));
	const reading = { nowMs: Date.parse('2026-10-01T00:00:00Z'), tookMs: 0, isShort: false, doubted: new Set<number>() };

	it.each<[string, object[]]>([
		['nobody', []],
		['half of them', everybody.slice(50)],
		[
			'nobody with a state',
			everybody.map(({ uuid, email, created_at, updated_at }) => ({ uuid, email, created_at, updated_at })),
		],
	])('has brought nobody new when it shows all again, after it showed %s twice', async (_, shown) => {
		let { after } = await compareSubscribers(everybody, undefined, reading);
		const told = [];
		for (const list of [shown, shown, everybody]) {
			const compared = await compareSubscribers(list, after, reading);
			told.push(...compared.happened);
			after = compared.after;
		}
		expect(told).toEqual([]);
	});

	it('is not followed where nobody in it can be named', async () => {
		await expect(compareSubscribers([{ email: 'a@example.com' }], undefined, reading)).rejects.toMatchObject({
			message: 'The subscribers of the service have no uuid and no id',
		});
	});

	it('tells of the first change where there was none before', async () => {
		const untouched = everybody.map((each) => ({ ...each, updated_at: null as string | null }));
		const { after, lacking } = await compareSubscribers(untouched, undefined, reading);
		expect(lacking).toEqual([]);
		const { happened } = await compareSubscribers(
			untouched.map((each, index) => (index === 7 ? { ...each, updated_at: '2026-10-01T00:01:00Z' } : each)),
			after,
			reading,
		);
		expect(happened.map(({ event, entry }) => [event, entry.uuid])).toEqual([['subscriberUpdated', 'u7']]);
	});
});
