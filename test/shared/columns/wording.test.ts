import { listed, quoted } from '../../../nodes/EmailMarketing/shared/columns/plain';

describe('quoted', () => {
	it.each([
		['Email', '"Email"'],
		['a\nb\tc\u0000d', '"a b c d"'],
		['\u202eabc\u200b', '"abc"'],
		['', '""'],
		['x'.repeat(40), `"${'x'.repeat(40)}"`],
		['x'.repeat(41), `"${'x'.repeat(39)}…"`],
		['😀'.repeat(50), `"${'😀'.repeat(39)}…"`],
	])('makes %j fit for a message: %s', (text, fit) => {
		expect(quoted(text)).toBe(fit);
	});

	it('replaces half a character', () => {
		expect(quoted('a\ud800')).toBe('"a\ufffd"');
	});
});

describe('listed', () => {
	it.each<[string[], number, boolean, string]>([
		[[], 2, false, ''],
		[['a'], 2, false, 'a'],
		[['a', 'b'], 2, false, 'a and b'],
		[['a', 'b', 'c'], 3, false, 'a, b and c'],
		[['a', 'b', 'c'], 2, false, 'a, b and 1 more'],
		[['a', 'b', 'c', 'd'], 2, true, 'a, b and at least 2 more'],
	])('lists %j, %i of them, more: %s', (texts, most, isAtLeast, sentence) => {
		expect(listed(texts, most, isAtLeast)).toBe(sentence);
	});
});
