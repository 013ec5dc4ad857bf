import { locatorValue, isEmpty, isRecord, leavesEmpty, parseJson } from '../../nodes/EmailMarketing/shared/values';

describe('nothing to send', () => {
	it.each([undefined, null, '', '  ', '\u00a0', '\n'])('is %j', (value) => {
		expect(isEmpty(value)).toBe(true);
		expect(leavesEmpty(value)).toBe(true);
	});

	it.each([0, false, 'a', ' a ', {}, [''], [null]])('is not %j', (value) => {
		expect(isEmpty(value)).toBe(false);
		expect(leavesEmpty(value)).toBe(false);
	});

	it('is a list without entries where a field is to be left empty, and a list all the same', () => {
		expect([isEmpty([]), leavesEmpty([])]).toEqual([false, true]);
	});
});

describe('fields', () => {
	it.each([{}, { a: 1 }])('are %j', (value) => {
		expect(isRecord(value)).toBe(true);
	});

	it.each([null, undefined, [], [{}], 'text', 5, true])('are not %j', (value) => {
		expect(isRecord(value)).toBe(false);
	});
});

it('takes what is chosen out of a resource locator, and nothing out of any other value', () => {
	expect([{ __rl: true, mode: 'id', value: 'a' }, { value: 'a' }, 'a', null].map(locatorValue)).toEqual([
		'a',
		{ value: 'a' },
		'a',
		null,
	]);
});

describe('what a text holds as JSON', () => {
	it('is its value', () => {
		expect(parseJson('{"a":[1,null]}')).toEqual({ a: [1, null] });
		expect(parseJson('null')).toBeNull();
	});

	it.each(['', '{', 'text', '{"a":1} and more'])('is not there in %j', (text) => {
		expect(parseJson(text)).toBeUndefined();
	});
});
