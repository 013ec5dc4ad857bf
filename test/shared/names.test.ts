import { displayNameOf } from '../../nodes/EmailMarketing/shared/text';

const names = new Map([
	['first_name', 'First Name'],
	['contact_list', 'Contact List'],
	['contactList', 'Contact List'],
	['email', 'Email'],
	['tags', 'Tags'],
]);

describe('displayNameOf', () => {
	it.each([
		['first_name', 'First Name'],
		['contact_list', 'Contact List'],
		['contactList', 'Contact List'],
	])('calls %s by the name in the panel: %s', (field, name) => {
		expect(displayNameOf(field, names)).toBe(name);
	});

	it.each([
		['subscribers.3.email', 'Email (subscribers.3.email)'],
		['tags.0', 'Tags (tags.0)'],
		['subscribers.0.tags.1', 'Tags (subscribers.0.tags.1)'],
	])('keeps the place of %s: %s', (field, name) => {
		expect(displayNameOf(field, names)).toBe(name);
	});

	it.each(['novel_field', 'subscribers.3', '', 'constructor', '__proto__', 'a.constructor.b'])(
		'leaves "%s" as it is',
		(field) => {
			expect(displayNameOf(field, names)).toBe(field);
		},
	);

	it('leaves every field as it is where no names are known', () => {
		expect(displayNameOf('first_name')).toBe('first_name');
	});
});
