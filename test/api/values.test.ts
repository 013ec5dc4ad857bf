import { isEmpty, leavesEmpty, legible, parseJson } from '../../nodes/EmailMarketing/shared/values';

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

describe('a value that an answer shows', () => {
	it.each([undefined, null, 7, true, '', 'Käufer', '?', 'R&D', 'a & b; c'])('is legible: %j', (value) => {
		expect(legible(value)).toBe(value);
	});

	it.each(['K\uFFFDufer', '\uFFFD'])('is not, where a part was lost in another encoding: %j', (value) => {
		expect(legible(value)).toBeUndefined();
	});

	it.each(['R&amp;D', 'O&#039;Brien', 'O&#x27;Brien', '&LT;b&gt;'])(
		"is not, where it is written in HTML's signs: %s",
		(value) => {
			expect(legible(value)).toBeUndefined();
		},
	);
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
