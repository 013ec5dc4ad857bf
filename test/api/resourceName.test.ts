import { idByName } from '../../nodes/EmailMarketing/api/resourceName';
import { textThrownBy } from '../thrown';

const entries = ['Customers', 'Custom orders', 'VIP', 'Café Zürich', 'VIP'].map((name, index) => ({
	uuid: `id-${index}`,
	name,
}));

describe('the ID of the resource with a name', () => {
	it.each<[string, unknown, string[]]>([
		['an empty name', '', ["'Contact List' is empty"]],
		['another value than text', { a: 1 }, ["'Contact List' must be a name, not an object"]],
		['several of one name, with their IDs', 'VIP', ['2 contact lists are named "VIP"', "'By ID': id-2 and id-4."]],
		['several in other spellings', 'vip', ['2 contact lists are named "vip"']],
		['no such name, with similar ones', 'Custmers', ['named "Custmers"', '"Customers"? Others: "Custom orders"']],
		['no similar name', 'xyz', ['named "xyz"', "Correct the name in 'Contact List'."]],
	])('is refused for %s', (_, name, texts) => {
		const shown = textThrownBy(() => idByName(entries, name, 'Contact List'));
		for (const text of texts) expect(shown).toContain(text);
	});

	it('comes with one similar name if there is no other, and none if there is none', () => {
		const adviceFor = (name: string) => textThrownBy(() => idByName(entries, name, 'Contact List'));
		expect(adviceFor('Zurich')).toMatch(/Did you mean "Café Zürich"\? Nothing/);
		expect(adviceFor('xyz')).toContain("in 'Contact List'. Nothing");
	});

	it('comes with five similar names at most, the most similar first', () => {
		const many = ['abcdef', 'abcde', 'abcd', 'abc', 'ab', 'a'].map((end) => ({ uuid: end, name: `List ${end}` }));
		const shown = textThrownBy(() => idByName(many, 'List z', 'Contact List'));
		expect(shown).toContain('"List a"? Others: "List ab", "List abc", "List abcd", "List abcde". Nothing');
	});
});
