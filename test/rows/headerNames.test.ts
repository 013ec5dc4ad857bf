import { ColumnReader } from '../../nodes/EmailMarketing/rows/columns';
import { headerNames, type PersonField } from '../../nodes/EmailMarketing/rows/headerNames';
import { plainText } from '../../nodes/EmailMarketing/shared/text';

/** The field that each of these columns is used for; '' for none. */
const fieldsOf = (...headers: string[]): Record<string, string> => {
	const { values } = new ColumnReader({}, []).read(Object.fromEntries(headers.map((header) => [header, header])));
	const fieldOf = (header: string) => Object.entries(values).find(([, value]) => value === header)?.[0] ?? '';
	return Object.fromEntries(headers.map((header) => [header, fieldOf(header)]));
};

/** The fields that a column with this header alone has a value for: a full name has two. */
const partsOf = (header: string): string[] =>
	Object.keys(new ColumnReader({}, []).read({ [header]: 'Ada King' }).values);
const allOf = (field: PersonField): string[] => (field === 'full_name' ? ['first_name', 'last_name'] : [field]);

// prettier-ignore
const recognized: Array<[PersonField, string[]]> = [
	['email', [
		'Email', 'E-mail', 'EMAIL', 'e_mail', 'emailAddress', 'Mail', 'E-Mail-Adresse', 'CORREO ELECTRONICO', 'Courriel', 'Indirizzo e-mail', 'Endereço de e-mail', 'E-mailadres',
		// Compared without case, spaces and punctuation.
		'\ufeffEmail', ' E-Mail ', 'E\u00a0Mail', 'e\u200bmail', 'Ｅｍａｉｌ', 'E‑Mail', 'EMAİL', '"email"', 'E.Mail:',
	]],
	['first_name', ['First Name', 'first_name', 'firstName', 'FNAME', 'Given Name', 'Vorname', 'Prénom'.normalize('NFC'), 'Prénom'.normalize('NFD'), 'PRENOM', 'Voornaam', 'Primeiro nome']],
	['last_name', ['Last Name', 'lastname', 'Surname', 'Family Name', 'LNAME', 'Nachname', 'Nom de famille', 'Apellidos', 'Sobrenome', 'Cognome', 'Achternaam']],
	['full_name', ['Name', 'Full Name', 'fullName', 'Contact Name', 'Nom complet', 'Nom', 'Nombre', 'Nome', 'Naam']],
	['tags', ['Tags', 'Tag', 'Labels', 'Schlagwörter', 'Étiquettes', 'Etiquetas', 'Etichette', 'Marcadores']],
];

describe('a header', () => {
	it.each(recognized)('is recognized as %s: %j', (field, names) => {
		expect(names.filter((name) => partsOf(name).join() !== allOf(field).join())).toEqual([]);
	});

	it.each(Object.entries(headerNames) as Array<[PersonField, readonly string[]]>)(
		'is recognized as %s in upper and lowercase, as the table has it',
		(field, names) => {
			const all = names.flatMap((name) => [name, name.toUpperCase(), name.toLowerCase()]);
			expect(all.filter((name) => partsOf(name).join() !== allOf(field).join())).toEqual([]);
		},
	);

	it('is in the table once, and has letters', () => {
		const plain = Object.values(headerNames).flat().map(plainText);
		expect(plain.filter((header, index) => header === '' || plain.indexOf(header) !== index)).toEqual([]);
	});

	// prettier-ignore
	it.each([
		'', '✉', 'Email 2', 'Email sent', 'Work Email', 'Mailing Address', 'Company Name', 'Username', 'Tagline', 'Percentage',
		'constructor', '__proto__', 'hasOwnProperty', 'Nom et prénom', 'Apelido', 'x'.repeat(1_000_000),
	])('is not recognized: "%.30s"', (header) => {
		expect(partsOf(header)).toEqual([]);
	});
});

describe('headers next to each other', () => {
	// prettier-ignore
	it.each<[Record<string, string>]>([
		[{ Nom: 'last_name', Prénom: 'first_name' }],
		[{ Nom: '', Prénom: 'first_name', 'Nom de famille': 'last_name' }],
		[{ Nombre: 'first_name', Apellidos: 'last_name' }],
		[{ Nome: 'first_name', Cognome: 'last_name' }],
		[{ Vorname: 'first_name', Name: 'last_name' }],
		[{ Vorname: 'first_name', Nachname: 'last_name', Name: '' }],
		[{ Name: 'first_name', Surname: 'last_name' }],
		[{ Name: '', 'First Name': 'first_name' }],
		[{ Naam: 'first_name', Achternaam: 'last_name' }],
		[{ Voornaam: 'first_name', Naam: 'last_name' }],
		[{ 'Full Name': '', 'Last Name': 'last_name' }],
	])('say which part of a name a column has: %j', (fields) => {
		expect(fieldsOf(...Object.keys(fields))).toEqual(fields);
	});
});
