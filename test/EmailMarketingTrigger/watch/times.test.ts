import { timeOf } from '../../../nodes/EmailMarketingTrigger/watch/times';

const at = Date.UTC(2026, 0, 31, 10, 20, 30);

describe('a timestamp', () => {
	it.each<[string, unknown, number]>([
		['ISO 8601 in UTC', '2026-01-31T10:20:30Z', at],
		['ISO 8601 with microseconds', '2026-01-31T10:20:30.123456Z', at + 123],
		['ISO 8601 with a zone', '2026-01-31T12:20:30+02:00', at],
		['ISO 8601 with a zone in four digits', '2026-01-31T12:20:30+0200', at],
		['ISO 8601 with a zone in two digits', '2026-01-31T05:20:30-05', at],
		['ISO 8601 with half an hour', '2026-01-31T15:50:30+05:30', at],
		['ISO 8601 without a zone', '2026-01-31T10:20:30', at],
		["a database's", '2026-01-31 10:20:30', at],
		["a database's with a fraction", '2026-01-31 10:20:30.5', at + 500],
		["a database's with a zone", '2026-01-31 10:20:30 UTC', at],
		["a database's with a short zone", '2026-01-31 12:20:30+02', at],
		['without seconds', '2026-01-31T10:20Z', at - 30_000],
		['a day', '2026-01-31', Date.UTC(2026, 0, 31)],
		['small letters and blanks', ' 2026-01-31t10:20:30z '.replace('t', 'T'), at],
		['seconds', at / 1000, at],
		['seconds with a fraction', at / 1000 + 0.25, at + 250],
		['milliseconds', at, at],
		['seconds as text', String(at / 1000), at],
		['milliseconds as text', String(at), at],
	])('is read in the form %s', (_, value, time) => {
		expect(timeOf(value)).toBe(time);
	});

	it.each([
		undefined,
		null,
		'',
		' ',
		'never',
		0,
		-1,
		NaN,
		Infinity,
		'0000-00-00 00:00:00',
		'2026-13-45T10:20:30Z',
		'2026-01-31T99:00:00Z',
		true,
		{},
		['2026-01-31'],
		'05/03/2026',
		'05.03.2026',
		'2026/03/05',
		'March 5, 2026',
		'Sat, 31 Jan 2026 10:20:30 GMT',
		at * 1000,
		String(at * 1_000_000),
	])('is none where the value is %p', (value) => {
		expect(timeOf(value)).toBeUndefined();
	});

	it('is in the right order with one of another form', () => {
		const inOrder = [
			'2026-01-31',
			'2026-01-31 00:00:01',
			'2026-01-31T09:00:00+08:00',
			Date.UTC(2026, 0, 31, 2) / 1000,
			Date.UTC(2026, 0, 31, 3),
			'2026-01-31T00:00:00-05:00',
		].map(timeOf);
		expect(inOrder).toEqual([...inOrder].sort((one, other) => Number(one) - Number(other)));
	});
});
