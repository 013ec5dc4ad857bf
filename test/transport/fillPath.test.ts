import fc from 'fast-check';

import { fillPath, idText } from '../../nodes/EmailMarketing/transport/fillPath';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';

const path = '/v1/contact-lists/{contactList}/subscriber/{subscriber}';
const filled = (values: Record<string, unknown>) => fillPath(path, (name) => values[name]);

describe('fillPath', () => {
	it('puts each value into the place of its name', () => {
		expect(filled({ subscriber: 's1', contactList: 'l1' })).toBe('/v1/contact-lists/l1/subscriber/s1');
	});

	it.each([
		['a/b', 'a%2Fb'],
		['../x', '..%2Fx'],
		['?x=1#y', '%3Fx%3D1%23y'],
		['a b', 'a%20b'],
		['%2e%2e', '%252e%252e'],
		['{contactList}', '%7BcontactList%7D'],
		['$&', '%24%26'],
		['\u00e9', '%C3%A9'],
		[' s1\n', 's1'],
		[17, '17'],
		[0, '0'],
		['\ud800', '%EF%BF%BD'],
	])('keeps %j in one segment: %s', (value, segment) => {
		expect(filled({ contactList: 'l1', subscriber: value })).toBe(`/v1/contact-lists/l1/subscriber/${segment}`);
	});

	it('asks for no value where there is no placeholder', () => {
		const valueOf = jest.fn();
		expect(fillPath('/v1/account', valueOf)).toBe('/v1/account');
		expect(valueOf).not.toHaveBeenCalled();
	});

	it('keeps the segments of the path, whatever two values are, and gives them back decoded', () => {
		// Half surrogates included: they are no text that could be percent-encoded.
		const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 }).map((codes) => String.fromCharCode(...codes));
		const value = fc.oneof(fc.string({ unit: 'binary' }), units, fc.array(fc.constantFrom('.', '/', '%2e', '\\', ' ', '?', '{subscriber}')).map((parts) => parts.join('')));
		fc.assert(
			fc.property(value, value, (contactList, subscriber) => {
				let result: string;
				try {
					result = filled({ contactList, subscriber });
				} catch (thrown) {
					expect(thrown).toBeInstanceOf(UserFacingError);
					expect([contactList.trim(), subscriber.trim()].some((text) => ['', '.', '..'].includes(text))).toBe(true);
					return;
				}
				const segments = result.split('/');
				expect(segments).toHaveLength(path.split('/').length);
				expect(segments.filter((segment) => ['.', '..', ''].includes(segment))).toEqual(['']);
				expect([segments[3], segments[5]].map((segment) => decodeURIComponent(segment ?? ''))).toEqual([contactList, subscriber].map((text) => text.trim().toWellFormed()));
				expect(new URL(`https://api.example.com${result}`).pathname.split('/')).toHaveLength(segments.length);
			}),
			{ numRuns: 300 },
		);
	});
});

describe('idText', () => {
	it.each([undefined, null, '', '  ', '\t\n', []])('says that the parameter is empty when it is %j', (value) => {
		expect(() => idText('contactList', value)).toThrow(expect.objectContaining({ message: "'Contact List' is empty", description: expect.stringContaining('Nothing was sent') }));
	});

	it.each([
		[true, 'of type boolean'],
		[{ value: 's1' }, 'of type object'],
		[['s1', 's2'], 'a list of values'],
	])('does not take %j for an ID', (value, said) => {
		expect(() => idText('subscriber', value)).toThrow(`'Subscriber' must be an ID, but it is ${said}`);
	});

	it.each([Number.NaN, Number.POSITIVE_INFINITY])('does not take %p for an ID', (value) => {
		expect(() => idText('subscriber', value)).toThrow("'Subscriber' must be an ID");
	});

	it.each(['.', '..', ' .. '])('refuses "%s", which would be another path', (value) => {
		expect(() => idText('campaign', value)).toThrow(/^'Campaign' cannot be "\.\.?"$/);
	});

	it.each(['...', '.a', 'a.', '-'])('takes "%s"', (value) => {
		expect(idText('campaign', value)).toBe(value);
	});
});
