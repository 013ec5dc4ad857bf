import { ar, base, da, de, en, en_IN, en_NG, es, Faker, fr, ja, pl, pt_BR, uk } from '@faker-js/faker';
import { sampleGuests } from './samples';

/** The languages of names, so that a list has names of many kinds. */
const languages = [en, de, fr, es, pt_BR, pl, da, ja, uk, en_IN, ar, en_NG];

export interface Person {
	readonly firstName: string;
	readonly lastName: string;
	readonly email: string;
}

/** @returns A function that returns another person with a unique address at each call, the same ones for each seed. */
export function inventPeople(seed: number): () => Person {
	const fakers = languages.map((language) => new Faker({ locale: [language, en, base], seed }));
	const [anywhere = new Faker({ locale: en })] = fakers;
	const taken = new Set(sampleGuests.map(({ email }) => email));

	return () => {
		const { person, internet } = anywhere.helpers.arrayElement(fakers);
		const sex = person.sexType();
		const names = { firstName: person.firstName(sex), lastName: person.lastName(sex) };
		let email;
		// Only addresses at example.com, .org and .net, which are reserved for examples.
		do email = internet.exampleEmail(names).toLowerCase();
		while (taken.has(email));
		taken.add(email);
		return { ...names, email };
	};
}
