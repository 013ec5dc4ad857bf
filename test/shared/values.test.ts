import {
	isEmpty,
	isRecord,
	leavesEmpty,
	locatorValue,
	parseFlag,
	parseJson,
} from '../../nodes/EmailMarketing/shared/values';

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

	it('is a flag as true or false, 1 or 0', () => {
		const [flags, others] = [
			[true, false, 1, 0],
			['true', '1', 2, null, undefined, [], {}],
		];
		expect(flags.map(parseFlag)).toEqual([true, false, true, false]);
		expect(others.map(parseFlag)).toEqual(others.map(() => undefined));
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
