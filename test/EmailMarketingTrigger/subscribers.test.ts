import { diffSubscribers, type SubscriberState } from '../../nodes/EmailMarketingTrigger/subscribers';
import { defined } from '../defined';

const second = 1000;
const hour = 60 * 60 * second;
const day = 24 * hour;
const now = Date.UTC(2026, 9, 25, 12);
const iso = (ms: number): string => new Date(ms).toISOString();
const ago = (ms: number): string => iso(now - ms);

type Fields = Readonly<Record<string, unknown>>;

/** Somebody who was there long before. */
const old = (uuid: string, more: Fields = {}): Fields => ({
	uuid,
	created_at: ago(40 * day),
	updated_at: ago(30 * day),
	is_subscribed: true,
	unsubscribed_at: null,
	...more,
});
const fresh = (uuid: string, ms = 0, more: Fields = {}): Fields =>
	old(uuid, { created_at: ago(ms), updated_at: ago(ms), ...more });
const changed = (fields: Fields, ms = 0): Fields => ({ ...fields, updated_at: ago(ms) });
const left = (fields: Fields, ms = 0): Fields => ({
	...changed(fields, ms),
	is_subscribed: false,
	unsubscribed_at: ago(ms),
});

interface Reading {
	readonly list: readonly unknown[];
	/** Before `now`. */
	readonly ms?: number;
}

async function compared(list: readonly unknown[], before?: SubscriberState, nowMs = now, isWhole?: boolean) {
	const { events, after } = await diffSubscribers(list, before, nowMs, isWhole);
	return {
		events: events.map(({ event, resource }) => `${event.replace('subscriber', '')} ${String(resource.uuid)}`),
		after: JSON.parse(JSON.stringify(after)) as SubscriberState,
	};
}

/** What each reading reports, the first of which is the beginning. */
async function reported(...readings: ReadonlyArray<Reading | readonly unknown[]>): Promise<string[][]> {
	let state: SubscriberState | undefined;
	const all: string[][] = [];
	for (const reading of readings) {
		const { list, ms = 0 } = 'list' in reading ? reading : { list: reading };
		const { events, after } = await compared(list, state, now - ms);
		state = after;
		all.push(events);
	}
	return all;
}

// Somebody who changed lately, so that there is a watermark: a day before.
const [a, b] = [old('a'), fresh('b', hour)];
const bare = fresh('n', 0, { updated_at: undefined });
/** A subscriber who has yet to confirm has no date. */
const pending = fresh('n', 1, { is_subscribed: false });
const timeless = { uuid: 't', is_subscribed: true };

describe('an event', () => {
	it.each<[string, string, ...unknown[][]]>([
		['created since, without updated_at', 'Added n | ', [b], [b, bare], [b, bare]],
		['created and unsubscribed', 'Added n, Unsubscribed n | ', [b], [b, left(fresh('n'))], [b, left(fresh('n'))]],
		['yet to confirm, who confirms later', 'Added n | Resubscribed n', [b], [b, pending], [b, changed(fresh('n', 1))]],
		['subscribed again, without any times', 'Resubscribed t', [{ uuid: 't', is_subscribed: false }, b], [timeless, b]],
		['only unsubscribed_at changed', 'Unsubscribed a', [a, b], [{ ...left(a), updated_at: a.updated_at }, b]],
		['only updated_at changed', 'Unsubscribed a', [a, b], [{ ...changed(a), is_subscribed: false }, b]],
		['never seen, and unsubscribed long ago', ' | Resubscribed a', [b], [b, left(a, 2 * day)], [b, changed(a)]],
		['never seen, and there before', ' | ', [b], [a, b], [a, b]],
		['without a state', 'Updated a', [a, b], [{ ...changed(a), is_subscribed: undefined }, b]],
		['added with an old created_at', 'Updated n', [b], [b, changed(old('n'))]],
		['without an ID', '', [b], [b, { ...fresh('n'), uuid: undefined }, null, 'text']],
		['with an ID and no UUID', 'Added undefined', [b], [b, { ...fresh('n'), uuid: undefined, id: 7 }]],
	])('is the one that fits where a subscriber is %s: %s', async (_, events, ...readings) => {
		const [first, ...others] = await reported(...readings);
		expect(first).toEqual([]);
		expect(others.map((each) => each.join(', ')).join(' | ')).toBe(events);
	});
});

describe('the watermark', () => {
	const sinceAfter = async (...readings: ReadonlyArray<readonly unknown[]>): Promise<number> => {
		let state: SubscriberState | undefined;
		for (const list of readings) state = (await compared(list, state)).after;
		return now - defined(state).since;
	};

	it('is a day before that of the poll before, where that is earlier', async () => {
		const [before, after] = [[changed(a, 3 * hour)], [changed(a, hour)]];
		expect(await sinceAfter(before, after)).toBe(day + 3 * hour);
		expect(await sinceAfter(before, after, after)).toBe(day + hour);
		expect(await sinceAfter(before, after, [a], after)).toBe(day + 3 * hour);
	});

	it("is a day before n8n's clock at most, however far the clock of an entry is ahead", async () => {
		expect(await sinceAfter([a, fresh('n', -90 * day)])).toBe(day);
		const ahead = fresh('w', -90 * day);
		const events = await reported([a, ahead], [a, ahead, fresh('n')], [left(a), ahead, fresh('n')]);
		expect(events).toEqual([[], ['Added n'], ['Unsubscribed a']]);
	});

	it("is a day before n8n's clock where the list is empty at first", async () => {
		expect(await sinceAfter([])).toBe(day);
		const first = [a, left(old('g'), 2 * day), fresh('n', day), fresh('m', day + 1)];
		expect(await reported([], first)).toEqual([[], ['Added n']]);
	});

	it('counts exactly: a change at its time is noted, one before is not', async () => {
		const [at, before] = [changed(old('c'), day + hour), changed(old('d'), day + hour + 1)];
		const { after } = await compared([a, b, at, before]);
		// Of b, and of c.
		expect(Object.values(after.known).join('')).toHaveLength(2 * 8);
		expect((await compared([a, b, at, before], after)).events).toEqual([]);
		const [n, m] = [fresh('n', day + hour), fresh('m', day + hour + 1)];
		expect((await compared([a, b, at, before, n, m], after)).events).toEqual(['Added n']);
		expect((await compared([changed(a, day + hour), b, at, before], after)).events).toEqual(['Updated a']);
		expect((await compared([left(a, day + hour), b, at, before], after)).events).toEqual(['Unsubscribed a']);
	});
});

describe('who is not shown', () => {
	const hidden = (ms: number, ...list: readonly unknown[]): Reading => ({ list, ms });

	it.each<[string, Fields]>([
		['who is new', b],
		['who has left', left(a, 9 * day)],
	])('stays known for a day: %s', async (_, entry) => {
		const rest = fresh('z', hour);
		const readings = [hidden(day + 1, rest, entry), hidden(day, rest), hidden(hour, rest), hidden(0, rest, entry)];
		expect(await reported(...readings)).toEqual([[], [], [], []]);
	});

	it('is everybody: an empty list moves nothing', async () => {
		const { after } = await compared([a, b, left(old('c'), 9 * day)]);
		const empty = await compared([], after, now + 90 * day);
		expect(empty).toEqual({ events: [], after });
	});
});

describe('who was not read', () => {
	/** The later readings are of the latest changes only, but for the last, which is of the whole list. */
	async function eventsWith(whole: readonly unknown[], ...readings: readonly Reading[]): Promise<string[][]> {
		let { after } = await compared(whole, undefined, now - 3 * day);
		const all: string[][] = [];
		for (const [index, { list, ms = 0 }] of readings.entries()) {
			const isWhole = index === readings.length - 1;
			const { events, after: next } = await compared(list, after, now - ms, isWhole);
			all.push(events);
			after = next;
		}
		return all;
	}
	const gone = left(a, 9 * day);
	const newcomer = fresh('n', 3 * day);
	const later = (ms: number): Fields => fresh(`z${ms}`, ms);

	it('is not absent: only who is not in the whole list is', async () => {
		const hidden = await eventsWith(
			[newcomer, gone, fresh('y', 3 * day)],
			{ list: [later(2 * day)], ms: 2 * day },
			{ list: [later(day)], ms: day },
			{ list: [newcomer, gone, later(2 * day), later(day), fresh('y', 3 * day)] },
		);
		expect(hidden).toEqual([['Added z172800000'], ['Added z86400000'], []]);
		const { after } = await compared([gone, fresh('y', 3 * day)], undefined, now - 3 * day);
		const unread = await compared([later(2 * day)], after, now - 2 * day, false);
		// The first whole reading without them is the first that shows them to be absent.
		const missed = await compared([later(2 * day)], unread.after, now - hour);
		expect((await compared([gone, later(2 * day)], missed.after, now)).events).toEqual([]);
		expect((await compared([changed(a), later(2 * day)], missed.after, now)).events).toEqual(['Resubscribed a']);
	});

	it('is reported by the next whole reading, whatever has happened since', async () => {
		const [people, added] = [[a, fresh('y', 3 * day)], fresh('n', 2.5 * day)];
		const [one, two, three] = [later(2 * day), later(day), later(hour)];
		const reports = [
			[{ ...a, is_subscribed: false, unsubscribed_at: ago(2.5 * day) }, 'Unsubscribed a'],
			[changed(a, 2.5 * day), 'Updated a'],
			[a, ''],
		] as const;
		for (const [entry, event] of reports) {
			const events = await eventsWith(
				people,
				{ list: [one], ms: 2 * day },
				{ list: [two, one], ms: day },
				{ list: [three, two], ms: hour },
				{ list: [three, two, one, added, entry, fresh('y', 3 * day)] },
			);
			expect(events.at(-1)).toEqual(['Added n', event].filter((each) => each !== ''));
		}
	});
});

describe('a replica that lags', () => {
	const minute = 60 * second;

	it('is one whose updated_at is more than a minute older; a clock that is a little behind is not', async () => {
		const [stale, justSo] = [left(a, minute + 1), left(a, minute)];
		expect((await reported([a, b], [changed(a, 0), b], [stale, b]))[2]).toEqual([]);
		expect((await reported([a, b], [changed(a, 0), b], [changed(a, minute), b]))[2]).toEqual(['Updated a']);
		expect((await reported([a, b], [changed(a, 0), b], [justSo, b]))[2]).toEqual(['Unsubscribed a']);
	});

	it('is believed after a day', async () => {
		const events = await reported(
			{ list: [left(a, 3 * day), b], ms: 3 * day },
			{ list: [changed(a, 2 * day), b], ms: 2 * day },
			{ list: [left(a, 3 * day), b], ms: day + 1 },
			{ list: [left(a, 3 * day), b], ms: 1 },
			{ list: [left(a, 3 * day), b] },
		);
		expect(events).toEqual([[], ['Resubscribed a'], [], [], ['Unsubscribed a']]);
	});
});

describe('what is kept', () => {
	it('is small: less than 200 kB for a list of 100,000 of whom a fifth has left, each at a time of their own', async () => {
		const list = Array.from({ length: 100_000 }, (_, index) => {
			const entry = old(`u${index}`);
			return index % 5 === 0 ? left(entry, 30 * day + index * second) : entry;
		});
		const { after } = await diffSubscribers([...list, b], undefined, now);
		expect(JSON.stringify(after).length).toBeLessThan(200_000);
	});
});
