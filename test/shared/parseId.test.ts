import { parseId } from '../../nodes/EmailMarketing/shared/parseId';
import { textThrownBy } from '../thrown';

const refusal = (value: unknown): string => textThrownBy(() => parseId(value, 'Subscriber'));

describe('an ID', () => {
	// prettier-ignore
	it.each([
		[Number.MAX_SAFE_INTEGER, '9007199254740991'], [0, '0'], [-7, '-7'],
		['12345678901234567890', '12345678901234567890'], ['...', '...'], ['a.', 'a.'],
		['{subscriber}', '{subscriber}'], ['\t a b \n', 'a b'], ['a\ud800b', 'a\ufffdb'],
	])('is text or an exact number: %j', (value, text) => {
		expect(parseId(value, 'Subscriber')).toBe(text);
	});

	it.each([undefined, null, '', '\t\n', []])('is empty where it is %j', (value) => {
		expect(refusal(value)).toMatch(/^'Subscriber' is empty .*enter it in.*input item has a value.*Nothing was sent/);
	});

	it.each([
		[true, 'true'],
		[{ value: 's1' }, 'an object'],
		[['s1'], 'a list'],
		[Number.NaN, 'NaN'],
		[Number.POSITIVE_INFINITY, 'Infinity'],
	])('cannot be %p', (value, what) => {
		expect(refusal(value)).toContain(`'Subscriber' must be an ID, not ${what}`);
	});

	it.each(['.', '..', ' .. '])('cannot be "%s", which would be another path', (value) => {
		expect(refusal(value)).toMatch(/^'Subscriber' cannot be "\.\.?"/);
	});
});
