import { runInThisContext } from 'node:vm';

import {
	isComplete,
	isNewestFirst,
	parseSubscriber,
	parseTime,
	subscriberOutput,
	updatedSubscriber,
	wasThere,
	type Subscriber,
} from '../../nodes/EmailMarketing/api/subscriber';

const ann: Subscriber = {
	...{ id: 'u1', email: 'ann@example.com', firstName: 'Ann', lastName: null },
	...{ tags: ['vip', 'lead'], isSubscribed: true },
};
const names = { uuid: 'u1', email: 'ann@example.com', first_name: 'Ann', last_name: null };
const wire = { ...names, tags: ['vip', 'lead'], is_subscribed: true };

describe('a subscriber as the service shows it', () => {
	it.each<[unknown]>([[wire], [{ message: 'OK', subscriber: wire }], [{ data: wire }]])('is read from %j', (body) => {
		expect(parseSubscriber(body)).toEqual(ann);
	});

	it('has no fields where the service shows none', () => {
		expect(Object.values(parseSubscriber({ message: 'OK' })).every((value) => value === undefined)).toBe(true);
	});

	it.each<[object, boolean | undefined]>([
		[{ is_subscribed: 1 }, true],
		[{ is_subscribed: 0 }, false],
		[{ is_subscribed: true, unsubscribed_at: '2026-01-01T00:00:00Z' }, true],
		[{ unsubscribed_at: '2026-01-01T00:00:00Z' }, false],
		[{ unsubscribed_at: null }, undefined],
		[{ is_subscribed: 'maybe' }, undefined],
	])('is subscribed or not: %j', (fields, isSubscribed) => {
		expect(parseSubscriber(fields).isSubscribed).toBe(isSubscribed);
	});

	it.each<[unknown, string[] | undefined]>([
		[[], []],
		[null, []],
		[undefined, undefined],
		['a, b', undefined],
		[[{ name: 'a' }], undefined],
	])('has its tags where they are a list of texts: %j', (tags, read) => {
		expect(parseSubscriber({ tags }).tags).toEqual(read);
	});

	it('is output without what is not known', () => {
		expect(subscriberOutput({ ...ann, tags: undefined })).toEqual({ ...names, is_subscribed: true });
	});
});

describe('an update', () => {
	it('is complete only where all four fields are known', () => {
		const all = [ann, { ...ann, tags: undefined }, { ...ann, lastName: undefined }];
		expect(all.map(isComplete)).toEqual([true, false, false]);
	});

	it('leaves a subscriber as the response shows it, and elsewhere as it was expected', () => {
		const expected = { ...ann, lastName: 'Lee', email: 'lee@example.com' };
		const readAt = expect.any(Number) as number;
		expect(updatedSubscriber(expected, { message: 'Updated' })).toEqual({ ...expected, readAt });
		const shown = { ...expected, lastName: 'LEE', tags: ['x'], readAt };
		expect(updatedSubscriber(expected, { uuid: 'u1', last_name: 'LEE', tags: ['x'] })).toEqual(shown);
	});
});

describe('the times of a subscriber', () => {
	afterEach(() => jest.useRealTimers());

	it.each<[string, unknown, unknown, boolean]>([
		['created just now', '2026-01-31T10:20:30Z', '2026-01-31T10:20:30Z', false],
		['updated within a minute', '2026-01-31T10:20:30Z', '2026-01-31T10:21:30Z', false],
		['updated later', '2026-01-31T10:20:30Z', '2026-01-31T10:21:31Z', true],
		['updated earlier', '2026-01-31T10:20:30Z', '2026-01-31T10:18:30Z', false],
		['without a time of creation', null, '2026-01-31T10:21:31Z', false],
		['created now, where a time has no zone and no hour', '2026-01-30', '2026-01-30', false],
		['created days ago, and not changed by the create', '2026-01-28T10:20:29Z', '2026-01-28T10:20:29Z', true],
	])('say whether they were there before a create: %s', (_, created_at, updated_at, isThere) => {
		jest.useFakeTimers({ now: Date.parse('2026-01-31T10:21:30Z') });
		expect(wasThere({ created_at, updated_at })).toBe(isThere);
	});

	it.each<[number[], boolean]>([
		[[], true],
		[[5, 5, 3], true],
		[[5, 3, 4], false],
		[[5, 0], false],
	])('say whether a list has the latest change first: %j', (times, isFirst) => {
		expect(isNewestFirst(times)).toBe(isFirst);
	});
});

const at = Date.UTC(2026, 0, 31, 10, 20, 30);

describe('a timestamp', () => {
	// prettier-ignore
	it.each([
		['2026-01-31T10:20:30Z', at], ['2026-01-31T10:20:30.123456Z', at + 123], ['2026-01-31T12:20:30+02:00', at],
		['2026-01-31T05:20:30-0500', at], ['2026-01-31T10:20:30', at], ['2026-01-31 10:20:30.5', at + 500],
		['2026-01-31', Date.UTC(2026, 0, 31)], [' 2026-01-31T10:20:30z ', at], ['2026-01-31 10:20', at - 30_000],
		['2026-01-31T12:20+02:00', at - 30_000], [at / 1000, at], [String(at / 1000), at], [at, at], [String(at), at],
		['Sat, 31 Jan 2026 10:20:30 GMT', at], ['Sat, 31 Jan 2026 12:20:30 +0200', at], ['31 Jan 2026 10:20 +0000', at - 30_000],
	])('is read by its zone, or as UTC: %s', (value, time) => {
		expect(parseTime(value)).toBe(time);
	});

	it('is read as UTC also where n8n runs in another time zone', () => {
		// In the process itself: Jest hands tests a copy of its environment.
		const setZone = (zone: string | undefined): unknown =>
			runInThisContext(zone === undefined ? 'delete process.env.TZ' : `process.env.TZ = ${JSON.stringify(zone)}`);
		const before = runInThisContext('process.env.TZ') as string | undefined;
		setZone('Asia/Tokyo');
		const offset = new Date(at).getTimezoneOffset();
		const times = ['2026-01-31T10:20:30', '2026-01-31 10:20:30'].map(parseTime);
		setZone(before);
		expect([offset, ...times]).toEqual([-540, at, at]);
	});

	it.each([
		...[undefined, null, '', 'never', '0000-00-00 00:00:00', '2026-13-45T10:20:30Z', '1969-12-31T23:59:59Z'],
		...['on 2026-01-31', '2026-01-31 or so', [at / 1000], '05/03/2026', '31.01.2026', 'Sat, 31 Jan 2026 10:20:30'],
		...['3 seconds ago', { date: '2026-01-31 10:20:30.000000', timezone_type: 3, timezone: 'UTC' }, {}],
		...[0, 1, -at / 1000, 20260131, '20260131', '20260131102030', 99_999_999_999],
	])('is 0 where the value is %p', (value) => {
		expect(parseTime(value)).toBe(0);
	});
});
