import { runInThisContext } from 'node:vm';

import { parseTime } from '../../nodes/EmailMarketing/api/time';

const at = Date.UTC(2026, 0, 31, 10, 20, 30);

describe('a timestamp', () => {
	it.each([
		['2026-01-31T10:20:30Z', at],
		['2026-01-31T10:20:30.123456Z', at + 123],
		['2026-01-31T12:20:30+02:00', at],
		['2026-01-31T05:20:30-0500', at],
		['2026-01-31T10:20:30', at],
		['2026-01-31 10:20:30', at],
		['2026-01-31 10:20:30.5', at + 500],
		['2026-01-31', Date.UTC(2026, 0, 31)],
		[' 2026-01-31T10:20:30z ', at],
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
		...['05/03/2026', 'Sat, 31 Jan 2026 10:20:30 GMT', String(at), at, {}],
	])('is 0 where the value is %p', (value) => {
		expect(parseTime(value)).toBe(0);
	});
});
