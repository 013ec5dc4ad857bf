import { parseSubscriberFilter } from '../../../nodes/EmailMarketing/resources/subscriber/getAll';

const passes = (filters: object, subscriber: unknown): boolean | undefined =>
	parseSubscriberFilter(filters)?.(subscriber);

describe('a filter of subscribers', () => {
	it.each<[unknown]>([
		[undefined],
		['text'],
		[{}],
		[{ status: 'all' }],
		[{ tags: ' , ' }],
		[{ status: 'all', tags: [''] }],
	])('is none where it is %j', (filters) => {
		expect(parseSubscriberFilter(filters)).toBeUndefined();
	});

	it.each<[object, boolean | undefined]>([
		[{ is_subscribed: true }, true],
		[{ is_subscribed: 0 }, false],
		[{ is_subscribed: 'perhaps' }, undefined],
	])('by status passes %j only where the state is shown: %s', (subscriber, isSubscribed) => {
		expect(passes({ status: 'subscribed' }, subscriber)).toBe(isSubscribed === true);
		expect(passes({ status: 'unsubscribed' }, subscriber)).toBe(isSubscribed === false);
	});

	// prettier-ignore
	it.each<[unknown, unknown, boolean]>([
		['vip', ['vip'], true], ['vip', ['lead', 'vips'], false], ['Straße', ['strasse'], false],
		['vip, lead', ['trial', 'lead'], true], ['VIP ', ['vip'], true], [['a, b'], ['A, B'], true],
		[['a, b'], ['a', 'b'], false], [2026, ['2026'], true], ['vip', [], false], ['vip', null, false], ['vip', 'vip', false],
	])('by the tags %j passes a subscriber with %j: %s', (tags, own, expected) => {
		expect(passes({ tags }, { uuid: 'a', tags: own })).toBe(expected);
	});

	it.each<[object, boolean]>([
		[{ last_opened: null, last_clicked: null }, true],
		[{ last_opened: '2026-01-31 23:59:59', last_clicked: null }, true],
		[{ last_opened: '2026-02-01 00:00:00', last_clicked: null }, false],
		[{ last_opened: '2026-01-01T00:00:00Z', last_clicked: '2026-02-03T00:00:00+02:00' }, false],
	])('by inactivity since February passes %j: %s', (subscriber, isInactive) => {
		expect(passes({ inactiveSince: '2026-02-01T00:00:00' }, subscriber)).toBe(isInactive);
	});

	it('may have several parts, which all have to fit', () => {
		const people = [
			{ is_subscribed: true, tags: ['vip'] },
			{ is_subscribed: false, tags: ['vip'] },
			{ is_subscribed: true, tags: ['lead'] },
			'text',
		];
		const filters = { status: 'subscribed', tags: 'vip' };
		expect(people.map((subscriber) => passes(filters, subscriber))).toEqual([true, false, false, false]);
	});

	it.each([
		[{ tags: [{ vip: true }] }, /^'Tags' must be text separated by commas/],
		[{ inactiveSince: 'spring' }, /^'Inactive Since' is not a date/],
	])('is refused where it cannot be understood: %j', (filters, message) => {
		expect(() => parseSubscriberFilter(filters)).toThrow(message);
	});
});
