import fc from 'fast-check';

import { parseId } from '../../nodes/EmailMarketing/shared/parseId';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { fillPath, withQuery } from '../../nodes/EmailMarketing/transport/ApiRequest';
import { seed } from '../reliability/random';

const path = '/v1/contact-lists/{contactList}/subscriber/{subscriber}';
/** As the node fills it: each value is read as an ID first. */
const filled = (contactList: unknown, subscriber: unknown): string =>
	fillPath(path, { contactList: parseId(contactList, 'Contact List'), subscriber: parseId(subscriber, 'Subscriber') });

it.each([
	['/v1/campaigns', 'page=2', '/v1/campaigns?page=2'],
	['/v1/subscribers?list=l1', 'page=2', '/v1/subscribers?list=l1&page=2'],
	['/v1/campaigns', '', '/v1/campaigns'],
	['/v1/campaigns', undefined, '/v1/campaigns'],
])('the path %s with the query %s is %s', (plain, query, expected) => {
	expect(withQuery(plain, query)).toBe(expected);
});

describe('a value in a path', () => {
	it.each(['', ' ', '.', '..'])('cannot be "%s", which would lead to the whole list', (subscriber) => {
		expect(() => fillPath(path, { contactList: 'l1', subscriber })).toThrow(UserFacingError);
	});

	it('is ignored where the path has no placeholder of its name', () => {
		expect(fillPath('/v1/account', { subscriber: 's1' })).toBe('/v1/account');
	});

	it('keeps the segments of the path, and can be read back, whatever it is', () => {
		// Half surrogates included: they are no text that could be percent-encoded.
		const codes = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 });
		const parts = fc.array(
			fc.constantFrom('.', '/', '%2e', '\\', ' ', '?', '#', '$&', '{contactList}', '{subscriber}'),
		);
		const value = fc.oneof(
			fc.string({ unit: 'binary' }),
			codes.map((units) => String.fromCharCode(...units)),
			parts.map((some) => some.join('')),
		);
		fc.assert(
			fc.property(value, value, (...values) => {
				const isRefused = values.some((text) => ['', '.', '..'].includes(text.trim()));
				if (isRefused) return expect(() => filled(...values)).toThrow(UserFacingError);
				const segments = filled(...values).split('/');
				expect(segments.filter((segment) => ['.', '..', ''].includes(segment))).toEqual(['']);
				expect([segments[3], segments[5]].map((segment) => decodeURIComponent(segment ?? ''))).toEqual(
					values.map((text) => text.trim().toWellFormed()),
				);
				expect(new URL(`https://api.example.com${segments.join('/')}`).pathname.split('/')).toHaveLength(6);
			}),
			{ numRuns: 300, seed },
		);
	});
});
