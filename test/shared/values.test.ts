import { isEmpty, isRecord, leavesEmpty, locatorValue, parseJson } from '../../nodes/EmailMarketing/shared/values';

describe('a value', () => {
	it.each([undefined, null, '', '\u00a0', '\n'])('is empty where it is %j', (value) => {
		expect([isEmpty(value), leavesEmpty(value)]).toEqual([true, true]);
	});

	it.each([0, false, ' a ', {}, [''], [null]])('is not empty where it is %j', (value) => {
		expect([isEmpty(value), leavesEmpty(value)]).toEqual([false, false]);
	});

	it('that is an empty list leaves a field empty, and is sent', () => {
		expect([isEmpty([]), leavesEmpty([])]).toEqual([false, true]);
	});

	it('has fields where it is an object, and no list', () => {
		expect([{}, { a: 1 }].every(isRecord)).toBe(true);
		expect([null, undefined, [{}], 'text', 5].some(isRecord)).toBe(false);
	});

	it('of a resource locator is what is chosen in it', () => {
		const values = [{ __rl: true, mode: 'id', value: 'a' }, { value: 'a' }, 'a', null];
		expect(values.map(locatorValue)).toEqual(['a', { value: 'a' }, 'a', null]);
	});

	it('of JSON text is read, and of any other text there is none', () => {
		expect([parseJson('{"a":[1,null]}'), parseJson('null')]).toEqual([{ a: [1, null] }, null]);
		expect(['', '{', 'text', '{"a":1} and more'].map(parseJson)).toEqual(Array(4).fill(undefined));
	});
});
