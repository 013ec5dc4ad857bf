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
