import { LengthLimit } from '../../../../nodes/EmailMarketing/resources/subscriber/rows/LengthLimit';

const rows = (count: number) => Array.from({ length: count }, () => ({ email: 'a@example.com' }));

describe('what is too long for one request', () => {
	it('is nothing until something was refused', () => {
		const limit = new LengthLimit();
		limit.taken(rows(10));
		expect(limit.isBeyond(rows(100_000))).toBe(false);
	});

	it('is as much as the shortest that was refused', () => {
		const limit = new LengthLimit();
		limit.refused(rows(50));
		limit.refused(rows(80));
		expect([49, 50, 51].map((count) => limit.isBeyond(rows(count)))).toEqual([false, true, true]);
	});

	it('is nothing that was taken, before or after', () => {
		const limit = new LengthLimit();
		limit.taken(rows(60));
		limit.refused(rows(50));
		expect([50, 60, 61].map((count) => limit.isBeyond(rows(count)))).toEqual([false, false, true]);
		limit.taken(rows(100));
		expect([61, 100, 101].map((count) => limit.isBeyond(rows(count)))).toEqual([false, false, true]);
	});
});
