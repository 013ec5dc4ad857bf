import { parseId } from '../../nodes/EmailMarketing/shared/parseId';

describe('readId', () => {
	it.each([undefined, null, '', '  ', '\t\n', []])('says that the parameter is empty when it is %j', (value) => {
		expect(() => parseId(value, 'Contact List')).toThrow(
			expect.objectContaining({
				message: "'Contact List' is empty",
				description:
					"Choose one from the list or enter its ID in 'Contact List'. If it comes from an expression, check that the input item has a value. Nothing was sent for this item.",
				advice: "Choose one from the list or enter its ID in 'Contact List'.",
			}),
		);
	});

	it.each([
		[true, 'true'],
		[{ value: 's1' }, 'an object'],
		[['s1', 's2'], 'a list'],
		[['s1'], 'a list'],
		[Number.NaN, 'NaN'],
		[Number.POSITIVE_INFINITY, 'Infinity'],
	])('does not take %p for an ID', (value, said) => {
		expect(() => parseId(value, 'Subscriber')).toThrow(`'Subscriber' must be an ID, not ${said}`);
	});

	it.each([2 ** 53, 2 ** 53 + 2, -(2 ** 53), 9_007_199_254_740_993, 12_345_678_901_234_567_890, 1e21])(
		'refuses the number %d, whose last digits JavaScript has rounded',
		(value) => {
			expect(() => parseId(value, 'Subscriber')).toThrow(
				expect.objectContaining({
					message: `'Subscriber' is a number too large to be exact: ${value}`,
					description: expect.stringContaining('as text'),
				}),
			);
		},
	);

	it.each([
		[Number.MAX_SAFE_INTEGER, '9007199254740991'],
		[0, '0'],
		[-7, '-7'],
		['12345678901234567890', '12345678901234567890'],
	])('takes %j for the ID %s', (value, text) => {
		expect(parseId(value, 'Subscriber')).toBe(text);
	});

	it.each(['.', '..', ' .. '])('refuses "%s", which would be another path', (value) => {
		expect(() => parseId(value, 'Campaign')).toThrow(/^'Campaign' cannot be "\.\.?"$/);
	});

	it.each(['...', '.a', 'a.', '-', '{subscriber}'])('takes "%s"', (value) => {
		expect(parseId(value, 'Campaign')).toBe(value);
	});

	it('takes blanks around an ID away, and replaces what is no character', () => {
		expect(parseId('\t a b \n', 'Campaign')).toBe('a b');
		expect(parseId('a\ud800b', 'Campaign')).toBe('a\ufffdb');
	});
});
