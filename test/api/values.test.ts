import { isEmpty, leavesEmpty, parseJson } from '../../nodes/EmailMarketing/api/values';

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

describe('what a text holds as JSON', () => {
	it('is its value', () => {
		expect(parseJson('{"a":[1,null]}')).toEqual({ a: [1, null] });
		expect(parseJson('null')).toBeNull();
	});

	it.each(['', '{', 'text', '{"a":1} and more'])('is not there in %j', (text) => {
		expect(parseJson(text)).toBeUndefined();
	});
});
