import { isNoTime } from '../../nodes/EmailMarketing/api/noTime';

describe('a time that says that something never happened', () => {
	it.each([
		undefined,
		null,
		false,
		'',
		'  ',
		0,
		'0',
		'0000-00-00',
		'0000-00-00 00:00:00',
		'0000-00-00T00:00:00.000000Z',
		'0000-00-00 00:00:00 UTC',
		'0000-00-00T00:00:00+00:00',
		'00/00/0000',
		'00.00.0000',
		'-0001-11-30T00:00:00.000000Z',
		'-0001-11-30 00:00:00',
		'0001-01-01T00:00:00Z',
		'0001-01-01T00:00:00',
	])('is %j', (value) => {
		expect(isNoTime(value)).toBe(true);
	});

	it.each([
		true,
		1,
		'1',
		'2026-01-01',
		'2000-10-10 00:00:00',
		'1970-01-01 00:00:00',
		'-',
		'never',
		'Z',
		{},
		[],
		{ date: '0000-00-00' },
	])('is not %j', (value) => {
		expect(isNoTime(value)).toBe(false);
	});
});
