import type { IDataObject } from 'n8n-workflow';

import type { KnownSubscriber } from '../../nodes/EmailMarketing/api/knownSubscriber';
import { asTold, showsAnother, subscriberIn, withoutState } from '../../nodes/EmailMarketing/api/toldSubscriber';

describe('the subscriber in an answer', () => {
	it.each<[unknown, IDataObject]>([
		[
			{ message: 'Done', subscriber: { uuid: 's1', is_subscribed: 1 } },
			{ uuid: 's1', is_subscribed: true },
		],
		[
			{ uuid: 's1', email: 'ada@example.com', mails: [], message: 'Done' },
			{ uuid: 's1', email: 'ada@example.com' },
		],
		[{ data: { email: 'ada@example.com' } }, { email: 'ada@example.com' }],
		[{ subscriber: { uuid: 's1' } }, { uuid: 's1' }],
		[{ is_subscribed: false, message: 'Done' }, { is_subscribed: false }],
		[
			{ data: { id: 's1', type: 'subscriber', attributes: { email: 'ada@example.com', is_subscribed: 'no' } } },
			{ uuid: 's1', email: 'ada@example.com', is_subscribed: false },
		],
	])('of %j is %j', (answer, subscriber) => {
		expect(subscriberIn(answer)).toStrictEqual(subscriber);
	});

	it.each([{ message: 'Done' }, { first_name: 'Ada' }, {}, [], 'OK', null, undefined])('is not in %j', (answer) => {
		expect(subscriberIn(answer)).toEqual({});
	});
});

describe('a subscriber without a state', () => {
	it('keeps what says nothing of it, nor of when that was', () => {
		const subscriber = {
			uuid: 's1',
			email: 'ada@example.com',
			is_subscribed: true,
			status: 'unsubscribed',
			unsubscribed_at: null,
			updated_at: '2025-01-01',
			created_at: '2024-01-01',
		};
		expect(withoutState(subscriber)).toEqual({ uuid: 's1', email: 'ada@example.com', created_at: '2024-01-01' });
	});
});

describe('an answer about somebody', () => {
	it.each<[unknown, unknown, unknown, string | undefined]>([
		[{ subscriber: { uuid: 's2' } }, 's1', undefined, 's2'],
		[{ data: { id: 8, attributes: { email: 'ada@example.com' } } }, '7', undefined, '8'],
		[{ uuid: 's2', id: 8 }, '7', undefined, '8'],
		[{ uuid: 's1', email: 'bob@example.com' }, 's1', 'ada@example.com', 'bob@example.com'],
		[{ email: 'bob@example.com' }, 's1', 'ada@example.com', 'bob@example.com'],
		// Whichever ID of theirs was asked for.
		[{ uuid: 'S1' }, 's1', undefined, undefined],
		[{ uuid: 's1', id: 7 }, '7', undefined, undefined],
		[{ uuid: 's1', id: 7 }, 's1', undefined, undefined],
		[{ data: { id: '7', attributes: { uuid: 's1' } } }, '7', undefined, undefined],
		// Tells of nobody, or not of what is known.
		[{ is_subscribed: true }, 's1', 'ada@example.com', undefined],
		[{ uuid: null, id: '', email: null }, 's1', 'ada@example.com', undefined],
		[{ uuid: 's1', email: 'bob@example.com' }, 's1', undefined, undefined],
		[{ uuid: 's1', email: ' Ada@Example.com' }, 's1', 'ada@example.com', undefined],
		['OK', 's1', 'ada@example.com', undefined],
		[{ subscriber: { id: 7 } }, 'u1', undefined, undefined],
		[{ uuid: '7b1e4c52' }, '12', undefined, undefined],
		[{ id: 13 }, '12', undefined, '13'],
		[{ uuid: 's1', id: 'person-9' }, 's1', undefined, undefined],
		[{ uuid: ' s1 ', id: ' 7 ' }, ' S1', undefined, undefined],
		[{ subscriber: { uuid: 'u2' } }, '7', undefined, undefined],
		[{ subscriber: { id: 8, uuid: 'u1' } }, '7', undefined, '8'],
	])('%j, where "%s" with the email %s was asked for, shows another: %s', (answer, asked, email, expected) => {
		expect(showsAnother(answer, [asked], email)).toBe(expected);
	});

	it.each<[unknown, unknown[], string | undefined]>([
		[{ uuid: 's2' }, ['7', 's1', 7], 's2'],
		[{ id: 8 }, ['s1', 's1', 7], '8'],
		[{ uuid: '7' }, ['7', 's1'], undefined],
		[{ id: 7 }, ['s1', undefined, 7], undefined],
		[{ uuid: '7b1e4c52-93d8-4f60-a1c7-000000000001', id: 3 }, ['welcome'], undefined],
		[{ uuid: '7b1e4c52-93d8-4f60-a1c7-000000000001' }, ['7B1E4C5293D84F60A1C7000000000001'], undefined],
		[
			{ uuid: '7b1e4c52-93d8-4f60-a1c7-000000000001' },
			['7b1e4c52-93d8-4f60-a1c7-000000000002'],
			'7b1e4c5293d84f60a1c7000000000001',
		],
		[{ id: 8 }, ['s1', '', null, {}], undefined],
		[{ uuid: 's1', id: 8 }, ['s1', 's1', 7], undefined],
		[{ uuid: 's1' }, ['', undefined], undefined],
		[{ uuid: 'ann-lee' }, ['annlee'], 'ann-lee'],
		[{ uuid: 'f'.repeat(32) }, [`x${'e'.repeat(32)}`], undefined],
		[{ uuid: 'f'.repeat(32) }, [`${'e'.repeat(32)}x`], undefined],
	])('%j, of one who is known by %j, shows another: %s', (answer, names, expected) => {
		expect(showsAnother(answer, names)).toBe(expected);
	});
});

describe('a subscriber after an update', () => {
	const expected: KnownSubscriber = {
		id: 's1',
		email: 'ada@example.com',
		firstName: 'Ada',
		lastName: 'Lovelace',
		tags: ['vip'],
		isSubscribed: true,
	};

	it('is as expected where the answer leaves something out', () => {
		expect(asTold(expected, {})).toEqual(expected);
		expect(asTold(expected, { message: 'Done' })).toEqual(expected);
	});

	it('has the names and the tags that the answer tells, and none where it tells none', () => {
		expect(asTold(expected, { first_name: 'Augusta', last_name: null, tags: [] })).toEqual({
			...expected,
			firstName: 'Augusta',
			lastName: null,
			tags: [],
		});
		expect(asTold(expected, { id: 's1', type: 'x', attributes: { last_name: 'King' } })).toEqual({
			...expected,
			lastName: 'King',
		});
	});

	it('is in the state that the answer tells, and in the one that was expected where it tells none', () => {
		expect(asTold(expected, { is_subscribed: false }).isSubscribed).toBe(false);
		expect(asTold(expected, { attributes: { is_subscribed: 0 } }).isSubscribed).toBe(false);
		expect(asTold(expected, { is_subscribed: 'maybe' }).isSubscribed).toBe(true);
	});
});
