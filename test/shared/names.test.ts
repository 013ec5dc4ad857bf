import { endpoints, placeholdersOf } from '../../nodes/EmailMarketing/api/endpoints';
import { displayNameOf } from '../../nodes/EmailMarketing/shared/names';

describe('displayNameOf', () => {
	it.each([
		['first_name', 'First Name'],
		['contact_list', 'Contact List'],
		['contactList', 'Contact List'],
		['reply_to_email', 'Reply To Email'],
		['html', 'HTML'],
	])('calls %s by the name in the panel: %s', (field, name) => {
		expect(displayNameOf(field)).toBe(name);
	});

	it.each([
		['subscribers.3.email', 'Email (subscribers.3.email)'],
		['tags.0', 'Tags (tags.0)'],
		['subscribers.0.tags.1', 'Tags (subscribers.0.tags.1)'],
	])('keeps the place of %s: %s', (field, name) => {
		expect(displayNameOf(field)).toBe(name);
	});

	it.each(['novel_field', 'subscribers.3', '', 'constructor', '__proto__', 'a.constructor.b'])('leaves "%s" as it is', (field) => {
		expect(displayNameOf(field)).toBe(field);
	});

	it('has a name for every placeholder of the catalogue', () => {
		const placeholders = [...new Set(Object.values(endpoints).flatMap(({ path }) => placeholdersOf(path)))];
		expect(placeholders.filter((name) => displayNameOf(name) === name)).toEqual([]);
	});
});
