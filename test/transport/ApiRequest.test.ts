import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { fillPath, withQuery } from '../../nodes/EmailMarketing/transport/ApiRequest';

it.each([
	['/v1/campaigns', 'page=2', '/v1/campaigns?page=2'],
	['/v1/subscribers?list=l1', 'page=2', '/v1/subscribers?list=l1&page=2'],
	['/v1/campaigns', '', '/v1/campaigns'],
	['/v1/campaigns', undefined, '/v1/campaigns'],
])('the path %s with the query %s is %s', (plain, query, expected) => {
	expect(withQuery(plain, query)).toBe(expected);
});

it('a value stays in its segment of the path', () => {
	const path = '/v1/contact-lists/{contactList}/subscriber/{subscriber}';
	const filled = '/v1/contact-lists/a%2Fb/subscriber/%252e%5C%3F%23%24%26%7BcontactList%7D';
	expect(fillPath(path, { contactList: 'a/b', subscriber: '%2e\\?#$&{contactList}' })).toBe(filled);
	expect(() => fillPath(path, { contactList: 'l1', subscriber: '..' })).toThrow(UserFacingError);
});
