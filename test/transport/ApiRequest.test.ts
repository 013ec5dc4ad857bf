import fc from 'fast-check';

import { parseId } from '../../nodes/EmailMarketing/shared/parseId';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { fillPath } from '../../nodes/EmailMarketing/transport/ApiRequest';

const path = '/v1/contact-lists/{contactList}/subscriber/{subscriber}';
/** As the node fills it: each value is read as an ID first. */
const filled = ({ contactList, subscriber }: Record<string, unknown>) =>
	fillPath(path, { contactList: parseId(contactList, 'Contact List'), subscriber: parseId(subscriber, 'Subscriber') });

describe('fillPath', () => {
	it.each(['', ' ', '.', '..'])(
		'refuses "%s" even where nobody looked at it before: it would lead to the list itself',
		(value) => {
			expect(() => fillPath(path, { contactList: 'l1', subscriber: value })).toThrow(UserFacingError);
		},
	);

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

	it('leaves a path without placeholders as it is', () => {
		expect(fillPath('/v1/account', { subscriber: 's1' })).toBe('/v1/account');
	});

	it('keeps the segments of the path, whatever two values are, and gives them back decoded', () => {
		// Half surrogates included: they are no text that could be percent-encoded.
		const units = fc
			.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 })
			.map((codes) => String.fromCharCode(...codes));
		const value = fc.oneof(
			fc.string({ unit: 'binary' }),
			units,
			fc.array(fc.constantFrom('.', '/', '%2e', '\\', ' ', '?', '{subscriber}')).map((parts) => parts.join('')),
		);
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
				expect([segments[3], segments[5]].map((segment) => decodeURIComponent(segment ?? ''))).toEqual(
					[contactList, subscriber].map((text) => text.trim().toWellFormed()),
				);
				expect(new URL(`https://api.example.com${result}`).pathname.split('/')).toHaveLength(segments.length);
			}),
			{ numRuns: 300 },
		);
	});
});
