import { parseSubscriberFilter } from '../../nodes/EmailMarketing/api/subscriberFilter';
import { defined } from '../defined';

describe('no filter', () => {
	it.each<[unknown]>([
		[undefined],
		['text'],
		[{}],
		[{ status: 'all' }],
		[{ tags: ' , ' }],
		[{ tags: [] }],
		[{ status: 'all', tags: [''] }],
	])('is what %j describes', (filters) => {
		expect(parseSubscriberFilter(filters)).toBeUndefined();
	});
});

describe('a filter by status', () => {
	it.each<[object, boolean | undefined]>([
		[{ is_subscribed: true, unsubscribed_at: '2026-01-01' }, true],
		[{ is_subscribed: 0 }, false],
		[{ unsubscribed_at: '2026-01-01' }, false],
		[{ unsubscribed_at: null }, undefined],
		[{ is_subscribed: 'perhaps' }, undefined],
	])('takes %j for subscribed: %s; whose state is not shown fits neither', (subscriber, isSubscribed) => {
		expect(defined(parseSubscriberFilter({ status: 'subscribed' }))(subscriber)).toBe(isSubscribed === true);
		expect(defined(parseSubscriberFilter({ status: 'unsubscribed' }))(subscriber)).toBe(isSubscribed === false);
	});
});

describe('a filter by tags', () => {
	it.each<[unknown, unknown, boolean]>([
		['vip', ['vip'], true],
		['vip', ['lead'], false],
		['vip', ['vips'], false],
		['Straße', ['strasse'], false],
		['vip, lead', ['trial', 'lead'], true],
		['VIP ', ['vip'], true],
		[['Early Access'], ['early access'], true],
		[['a, b'], ['a, b'], true],
		[['a, b'], ['a', 'b'], false],
		[2026, ['2026'], true],
		['vip', [], false],
		['vip', null, false],
		['vip', 'vip', false],
	])('by %j takes one with %j: %s', (tags, own, expected) => {
		expect(defined(parseSubscriberFilter({ tags }))({ uuid: 'a', tags: own })).toBe(expected);
	});

	it.each([[{ vip: true }], [[{ name: 'vip' }]]])('refuses %j', (tags) => {
		expect(() => parseSubscriberFilter({ tags })).toThrow(/^'Tags' must be text separated by commas/);
	});
});

it('filters by both', () => {
	const filter = defined(parseSubscriberFilter({ status: 'subscribed', tags: 'vip' }));
	const people = [
		{ is_subscribed: true, tags: ['vip'] },
		{ is_subscribed: false, tags: ['vip'] },
		{ is_subscribed: true, tags: ['lead'] },
		'text',
	];
	expect(people.map(filter)).toEqual([true, false, false, false]);
});

describe('a filter by inactivity', () => {
	it.each<[object, boolean]>([
		[{ last_opened: null, last_clicked: null }, true],
		[{ last_opened: '2026-01-31 23:59:59', last_clicked: null }, true],
		[{ last_opened: '2026-02-01 00:00:00', last_clicked: null }, false],
		[{ last_opened: '2026-01-01T00:00:00Z', last_clicked: '2026-02-03T00:00:00+02:00' }, false],
	])('takes %j for inactive since February: %s', (subscriber, isInactive) => {
		expect(defined(parseSubscriberFilter({ inactiveSince: '2026-02-01T00:00:00' }))(subscriber)).toBe(isInactive);
	});

	it('is refused where it is no date', () => {
		expect(() => parseSubscriberFilter({ inactiveSince: 'spring' })).toThrow("'Inactive Since' is not a date");
	});
});
