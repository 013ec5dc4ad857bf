import { isAccount, isAlike, isAnswerOf, kindOf } from '../../nodes/EmailMarketing/api/answerKinds';

describe('what an operation that reads gives', () => {
	it.each<[Parameters<typeof kindOf>[0], string]>([
		['account.get', 'account'],
		['subscriber.get', 'subscriber'],
		['subscriber.getAll', 'list'],
		['domain.getAll', 'list'],
	])('for %s is called %s', (key, word) => {
		expect(kindOf(key)).toBe(word);
	});
});

describe('an account', () => {
	it.each([
		{ account: { id: 1 } },
		{ data: { name: 'Us' } },
		{ data: { account: { name: 'Us' } } },
		{ email: 'us@example.com' },
	])('is %j', (body) => {
		expect(isAccount(body)).toBe(true);
		expect(isAnswerOf('account.get', body)).toBe(true);
	});

	it.each([
		{},
		[],
		[{ id: 1 }],
		{ data: [{ id: 1 }], meta: { total: 1 } },
		{ message: 'Hello' },
		{ account: {} },
		{ account: { data: {} } },
		{ data: { account: 'Us' } },
		'Us',
		null,
		undefined,
	])('is not %j', (body) => {
		expect(isAccount(body)).toBe(false);
		expect(isAnswerOf('account.get', body)).toBe(false);
	});
});

describe('a list', () => {
	it.each([[], { data: [] }, { contact_lists: [{ uuid: 'l1' }] }, { data: { data: [{ uuid: 'l1' }] } }])(
		'is %j',
		(body) => {
			expect(isAnswerOf('contactList.getAll', body)).toBe(true);
		},
	);

	it.each([
		{},
		{ message: 'Hello' },
		{ uuid: 'l1', tags: [] },
		{ contact_list: { uuid: 'l1', name: 'One' } },
		'text',
		undefined,
	])('is not %j', (body) => {
		expect(isAnswerOf('contactList.getAll', body)).toBe(false);
	});
});

describe('the subscriber that was asked for', () => {
	it.each([
		{ subscriber: { uuid: 'S1' } },
		{ uuid: 's1' },
		{ data: { subscriber: { id: 's1' }, mails: [] } },
		{ email: 'ada@example.com' },
	])('is %j', (body) => {
		expect(isAnswerOf('subscriber.get', body, {}, 's1')).toBe(true);
	});

	it.each([
		{ subscriber: { uuid: 's2', email: 'bob@example.com' } },
		{ message: 'Hello' },
		[{ uuid: 's1' }],
		undefined,
	])('is not %j', (body) => {
		expect(isAnswerOf('subscriber.get', body, {}, 's1')).toBe(false);
	});
});

describe('two answers are alike', () => {
	it.each<[unknown, unknown, boolean]>([
		[{ data: [], at: '1' }, { at: '2', data: [] }, true],
		[[], [], true],
		[{ data: [] }, { data: [{ uuid: 'c1' }] }, false],
		[{ data: [{ uuid: 'c1' }] }, { data: [{ uuid: 'c2' }, { uuid: 'c3' }] }, true],
		[{ status: 'ok' }, { account: { name: 'Us' } }, false],
		[null, {}, false],
		[undefined, [], false],
		[null, null, true],
		[null, 'text', false],
		[1, 'text', false],
		[[1], [2, 3], true],
		[[1], ['text'], false],
		[{ a: { b: { c: 1 } } }, { a: { b: { c: 'text' } } }, false],
		// Deeper down it is what they say.
		[{ a: { b: { c: { d: 1 } } } }, { a: { b: { c: { d: 'text' } } } }, true],
		[[[[[1]]]], [[[['text']]]], true],
	])('%j and %j: %s', (one, other, expected) => {
		expect(isAlike(one, other)).toBe(expected);
	});
});
