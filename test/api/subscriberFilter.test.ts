import { readSubscriberFilter } from '../../nodes/EmailMarketing/api/subscriberFilter';
import { defined } from '../defined';

describe('no filter', () => {
	it.each<[unknown]>([
		[undefined],
		[null],
		['text'],
		[{}],
		[{ status: 'all' }],
		[{ tags: '' }],
		[{ tags: ' , ' }],
		[{ tags: [] }],
		[{ tags: null }],
		[{ status: 'all', tags: [''] }],
	])('is what %j describes', (filters) => {
		expect(readSubscriberFilter(filters)).toBeUndefined();
	});
});

describe('a filter by status', () => {
	it.each<[string, boolean | undefined, unknown]>([
		['is subscribed', true, { is_subscribed: true }],
		['is not', false, { is_subscribed: false }],
		['is subscribed, in numbers', true, { is_subscribed: 1 }],
		['is not, in numbers', false, { is_subscribed: 0 }],
		['is subscribed, in text', true, { is_subscribed: '1' }],
		['is subscribed, in words', true, { is_subscribed: 'true' }],
		['is not, in text', false, { is_subscribed: '0' }],
		['is not, in words', false, { is_subscribed: 'false' }],
		['is subscribed, under attributes', true, { id: 1, attributes: { is_subscribed: true } }],
		['is not, under attributes', false, { id: 1, attributes: { is_subscribed: false } }],
		['has left, and nothing more', false, { unsubscribed_at: '2026-01-01' }],
		['has left, under attributes', false, { attributes: { unsubscribed_at: '2026-01-01' } }],
		['has left, and null', false, { is_subscribed: null, unsubscribed_at: '2026-01-01' }],
		['has left and come back', true, { is_subscribed: true, unsubscribed_at: '2026-01-01' }],
		['is not, without a day', false, { is_subscribed: false, unsubscribed_at: null }],
		['has no day of leaving', undefined, { unsubscribed_at: null }],
		['has an empty day of leaving', undefined, { unsubscribed_at: '' }],
		['says nothing', undefined, { uuid: 'a' }],
		['says what is not understood', undefined, { is_subscribed: 'perhaps' }],
		['has attributes that are a text', undefined, { attributes: 'is_subscribed' }],
		['is a text', undefined, 'a@example.com'],
		['is nothing', undefined, null],
	])('takes one for subscribed that %s: %s', (_, expected, subscriber) => {
		expect(defined(readSubscriberFilter({ status: 'subscribed' }))(subscriber)).toBe(expected);
		expect(defined(readSubscriberFilter({ status: 'unsubscribed' }))(subscriber)).toBe(
			expected === undefined ? undefined : !expected,
		);
	});
});

describe('a filter by tags', () => {
	it.each<[unknown, unknown, boolean]>([
		['vip', ['vip'], true],
		['vip', ['lead'], false],
		['vip', ['vips'], false],
		['Straße', ['strasse'], false],
		['vip, lead', ['trial', 'lead'], true],
		['VIP ', [' vip'], true],
		[['Early Access'], ['early access'], true],
		[['a, b'], ['a, b'], true],
		[['a, b'], ['a', 'b'], false],
		[2026, ['2026'], true],
		['2026', ['vip', 2026], true],
		// Numbers alone are IDs.
		['2026', [2026], false],
		['vip', 'lead, VIP', true],
		['vip', 'vipper', false],
		['vip', { 0: 'lead', 2: 'vip' }, true],
		['vip', [{ id: 1, name: 'VIP' }], true],
		['vip', [{ id: 1, name: 'lead' }], false],
		['vip', [], false],
		['vip', [null], false],
		['vip', null, false],
		['vip', undefined, false],
		['vip', 5, false],
	])('by %j takes one with %j: %s', (tags, own, expected) => {
		expect(defined(readSubscriberFilter({ tags }))({ uuid: 'a', tags: own })).toBe(expected);
		expect(defined(readSubscriberFilter({ status: 'all', tags }))({ id: 'a', attributes: { tags: own } })).toBe(
			expected,
		);
	});

	it('takes nobody that is no thing with fields', () => {
		expect(['vip', ['vip'], null].map(defined(readSubscriberFilter({ tags: 'vip' })))).toEqual([false, false, false]);
	});

	it.each([[{ vip: true }], [[{ name: 'vip' }]]])('refuses %j', (tags) => {
		expect(() => readSubscriberFilter({ tags })).toThrow(
			expect.objectContaining({ message: expect.stringMatching(/^'Tags' must be text separated by commas/) }),
		);
	});
});

describe('a filter by both', () => {
	it.each<[boolean | undefined, object]>([
		[true, { is_subscribed: true, tags: ['vip'] }],
		[false, { is_subscribed: false, tags: ['vip'] }],
		[false, { is_subscribed: true, tags: ['lead'] }],
		[undefined, { tags: ['vip'] }],
		// Whatever the status, it does not fit.
		[false, { tags: ['lead'] }],
	])('says %s of %j', (expected, subscriber) => {
		expect(defined(readSubscriberFilter({ status: 'subscribed', tags: 'vip' }))(subscriber)).toBe(expected);
	});
});
