import { ar, base, da, de, en, en_IN, en_NG, es, Faker, fr, ja, pl, pt_BR, uk } from '@faker-js/faker';
import { sampleGuests } from './samples';

/** Where people come from, so that a list has names of many kinds. */
const languages = [en, de, fr, es, pt_BR, pl, da, ja, uk, en_IN, ar, en_NG];

export interface Person {
	firstName: string;
	lastName: string;
	email: string;
}

/** Gives a function that invents a person at each call, with an address that nobody else has. The same seed gives the same people. */
export function createPeople(seed: number): () => Person {
	const fakers = languages.map((language) => new Faker({ locale: [language, en, base], seed }));
	const [anywhere = new Faker({ locale: en })] = fakers;
	const taken = new Set(sampleGuests.map(({ email }) => email));

	return () => {
		const { person, internet } = anywhere.helpers.arrayElement(fakers);
		const sex = person.sexType();
		const names = { firstName: person.firstName(sex), lastName: person.lastName(sex) };
		let email;
		// Only addresses at example.com, .org and .net, which are nobody's.
		do email = internet.exampleEmail(names).toLowerCase();
		while (taken.has(email));
		taken.add(email);
		return { ...names, email };
	};
}
