import type { IDataObject } from 'n8n-workflow';

import { ColumnReader, ColumnReaders } from '../../nodes/EmailMarketing/rows/columns';
import type { GivenColumns } from '../../nodes/EmailMarketing/rows/resolveColumns';
import { rowOf } from '../rowOf';

const read = (json: unknown, given: GivenColumns = {}) => {
	const reader = new ColumnReader(given, []);
	reader.collect(json as IDataObject);
	return reader.read(json as IDataObject);
};

function hintsAfter(rows: readonly object[], given: GivenColumns = {}, consent: readonly string[] = []) {
	const reader = new ColumnReader(given, consent);
	for (const row of rows) reader.collect(row as IDataObject);
	return reader.hints();
}

describe('the columns of a row', () => {
	// prettier-ignore
	it.each<[object, IDataObject]>([
		[{ email: ' A@x', first_name: 'Ann', last_name: 'Lee', tags: ['vip'], uuid: 's1' }, { email: ' A@x', first_name: 'Ann', last_name: 'Lee', tags: ['vip'] }],
		[{ Email: 'a@x', Name: '  Ludwig \u00a0 van \t Beethoven\n' }, { email: 'a@x', first_name: 'Ludwig van', last_name: 'Beethoven' }],
		[{ Email: 'a@x', Name: 'Ada' }, { email: 'a@x', first_name: 'Ada' }],
		[{ Email: 'a@x', Name: 'Heide, Anna Maria' }, { email: 'a@x', first_name: 'Anna Maria', last_name: 'Heide' }],
		[{ Email: 'a@x', Vorname: 'Anna', Name: 'Lee' }, { email: 'a@x', first_name: 'Anna', last_name: 'Lee' }],
		[{ Email: 'a@x', Naam: 'Jansen', Voornaam: 'Ada' }, { email: 'a@x', first_name: 'Ada', last_name: 'Jansen' }],
		[{ Email: 'a@x', Name: 'Smith, Emma' }, { email: 'a@x', first_name: 'Emma', last_name: 'Smith' }],
		[{ Email: 'a@x', Name: 'Rossi, Marco' }, { email: 'a@x', first_name: 'Marco', last_name: 'Rossi' }],
		[{ Email: 'a@x', Name: 'Lee Jr., Dr. Sam' }, { email: 'a@x', first_name: 'Dr. Sam', last_name: 'Lee Jr.' }],
		[{ Email: 'a@x', Vorname: 'n/a', Nachname: ' – ', Tags: '?' }, { email: 'a@x', first_name: '', last_name: '' }],
		[{ Email: 'a@x', Name: 'John Smith, MD FACS' }, { email: 'a@x', first_name: 'John Smith, MD', last_name: 'FACS' }],
		[{ Email: 'a@x', Name: 'Acme, Inc.' }, { email: 'a@x', first_name: 'Acme,', last_name: 'Inc.' }],
		[{ Email: 'a@x', Name: 'Martin Smith, Jr.' }, { email: 'a@x', first_name: 'Martin Smith,', last_name: 'Jr.' }],
		[{ Email: 'a@x', Name: 'Müller GmbH, Berlin' }, { email: 'a@x', first_name: 'Müller GmbH,', last_name: 'Berlin' }],
		[{ Email: 'a@x', Name: 'Smith, MD PhD' }, { email: 'a@x', first_name: 'Smith, MD', last_name: 'PhD' }],
		[{ Email: 'a@x', Name: 'Sá, Maria' }, { email: 'a@x', first_name: 'Maria', last_name: 'Sá' }],
		[{ Email: 'a@x', Name: 'Heide,' }, { email: 'a@x', first_name: 'Heide,' }],
		[{ Email: 'a@x', Name: 'Heide, Anna, Berlin' }, { email: 'a@x', first_name: 'Heide, Anna,', last_name: 'Berlin' }],
		[{ Email: '-', Vorname: '---', Nachname: 'n/a yet', Tags: 0 }, { email: '-', first_name: '', last_name: 'n/a yet', tags: 0 }],
		[{ Email: 'a@x', Name: '' }, { email: 'a@x' }],
		[{ Email: 'a@x', Name: null }, { email: 'a@x' }],
		[{ Email: 'a@x', Name: 7 }, { email: 'a@x', first_name: 7 }],
		[{ Email: 'a@x', Name: 'Ada Lovelace', 'First Name': '' }, { email: 'a@x', first_name: '' }],
		[{ Email: 'a@x', Name: 'Ada Lovelace', 'Last Name': '' }, { email: 'a@x', first_name: 'Ada Lovelace', last_name: '' }],
		[{ Email: 'a@x', 'Contact Name': 'x', 'Full Name': 'y', 'Last Name': 'Lee' }, { email: 'a@x', last_name: 'Lee' }],
		[{ Email: { a: 1 }, Tags: null, fname: 0 }, { email: { a: 1 }, tags: null, first_name: 0 }],
		[{ Email: 'a@x', Gruppen: 'vip' }, { email: 'a@x', tags: 'vip' }],
		[{ Email: 'a@x', Groups: 'vip', Tags: 'lead' }, { email: 'a@x', tags: 'lead' }],
		[{ Email: 'a@x', Group: 'vip', Segments: 'lead' }, { email: 'a@x' }],
		// Names that mean something to JavaScript.
		[JSON.parse('{"__proto__": {"email": "x"}, "constructor": "y", "toString": "z", "email": "a@x"}') as object, { email: 'a@x' }],
	])('are used where they are recognized: %j', (json, values) => {
		expect(read(json).values).toEqual(values);
	});

	// prettier-ignore
	it.each<[GivenColumns, object, IDataObject]>([
		[{ email: 'Kontakt' }, { Kontakt: 'a@x', Email: 'b@x' }, { email: 'a@x' }],
		[{ email: 'Kontakt' }, { Email: 'b@x' }, {}],
		[{ email: 'KON takt' }, { ' Kontakt': 'a@x' }, { email: 'a@x' }],
		[{ email: 'Kontakt' }, { kontakt: 'b@x', Kontakt: 'a@x' }, { email: 'a@x' }],
		[{ email: 'contact.email' }, { contact: { email: 'a@x' } }, { email: 'a@x' }],
		[{ email: 'contact.email' }, { contact: { email: 'a@x' }, 'contact.email': 'b@x' }, { email: 'b@x' }],
		[{ email: 'contact.email' }, { contact: 'a@x', email: 'b@x' }, {}],
		[{ tags: 'Name.tags' }, { Name: { tags: 'a' } }, { tags: 'a' }],
		[{ email: 'contact.constructor.name' }, { contact: {} }, {}],
		[{ email: ' emails.0.value ' }, { emails: [{ value: 'a@x' }] }, { email: 'a@x' }],
		[{ email: 'emails[0].value', firstName: "body['First Name']" }, { emails: [{ value: 'a@x' }], body: { 'First Name': 'Ann' } }, { email: 'a@x', first_name: 'Ann' }],
		[{ email: "body['Mail [work]']", tags: 'body["It\'s a [tag]"]' }, { body: { 'Mail [work]': 'a@x', "It's a [tag]": 'b' } }, { email: 'a@x', tags: 'b' }],
		[{ email: 'Mail [work]', tags: '[]' }, { 'Mail [work]': 'a@x' }, { email: 'a@x' }],
		[{ email: '', tags: '  ' }, { Email: 'a@x', Tags: 'vip' }, { email: 'a@x', tags: 'vip' }],
		[{ firstName: 'Name' }, { Name: 'Ada King' }, { first_name: 'Ada King' }],
		[{ fullName: 'Wer' }, { Wer: 'Ada Lovelace', 'First Name': 'Ann', Name: 'x' }, { first_name: 'Ada', last_name: 'Lovelace' }],
		[{ fullName: 'Wer', firstName: 'Rufname' }, { Wer: 'Ada Lovelace', Nachname: 'Lee' }, { last_name: 'Lee' }],
		[{ fullName: 'Wer', firstName: 'Rufname' }, { Wer: 'Ada Lovelace', Rufname: 'Ann' }, { first_name: 'Ann' }],
		[{ fullName: 'Wer', firstName: 'Rufname' }, { Wer: 'Ada Lovelace' }, { first_name: 'Ada', last_name: 'Lovelace' }],
		[{ fullName: 'Wer', lastName: 'Clan' }, { Wer: 'Ada Lovelace', Vorname: 'Ann' }, { first_name: 'Ann' }],
		[{ firstName: 'Rufname' }, { Rufname: 'Ann', Name: 'Ann Lee' }, { first_name: 'Ann' }],
		[{ lastName: 'Apellidos' }, { Nombre: 'Ana', Apellidos: 'López' }, { first_name: 'Ana', last_name: 'López' }],
		[{ tags: 'Gruppe' }, { Gruppe: 'a,b', Tags: 'c' }, { tags: 'a,b' }],
		[{ email: '__proto__' }, JSON.parse('{"__proto__": "a@x"}') as object, { email: 'a@x' }],
	])("are used where 'Columns' names them: %j from %j", (given, json, values) => {
		expect(read(json, given).values).toEqual(values);
	});

	it('are found anew where a row has other headers than the row before, but as many', () => {
		const reader = new ColumnReader({}, []);
		const rows = [
			{ Email: 'a', Tags: 'x' },
			{ Email: 'b', Surname: 'Lee' },
		];
		expect(rows.map((row) => reader.read(row).values)).toEqual([
			{ email: 'a', tags: 'x' },
			{ email: 'b', last_name: 'Lee' },
		]);
	});

	it('keeps to the path of each row, whatever the row before had', () => {
		const reader = new ColumnReader({ email: 'contact.email' }, []);
		const rows = [{ contact: { email: 'a' } }, { contact: {} }, { contact: 'x' }, { contact: { email: 'b' } }];
		expect(rows.map((row) => reader.read(row).values)).toEqual([{ email: 'a' }, {}, {}, { email: 'b' }]);
	});
});

describe('columns that could be one field', () => {
	it.each([
		[{ Email: 'a', 'E-Mail': 'a' }, 'Email', '"Email" and "E-Mail"'],
		[{ 'First Name': 'a', FNAME: '', Vorname: 'a' }, 'First Name', '"First Name", "FNAME" and "Vorname"'],
		[{ Apellido: 'a', Surname: 'b' }, 'Last Name', '"Apellido" and "Surname"'],
		[{ Name: 'a', full_name: 'b' }, 'Full Name', '"Name" and "full_name"'],
		[{ email: 'a', 'E-Mail': 'b' }, 'Email', '"email" and "E-Mail"'],
		[{ Tags: 'a', tags: 'b', Labels: 'c' }, 'Tags', '"Tags", "tags" and "Labels"'],
		// Results that were written into a sheet without their email.
		[
			{ Email: 'a', 'First Name': 'A', action: 'created', first_name: 'B' },
			'First Name',
			'"First Name" and "first_name"',
		],
	])('reject every row that has them, and are named: %j', (json, parameter, names) => {
		const { failure } = read(json);
		expect(failure?.message).toBe(`More than one column could be '${parameter}': ${names}`);
		expect(failure?.description).toContain("Enter the right one under 'Columns'.");
	});

	it('are all named at once, with what to delete where a result was written into the sheet', () => {
		const sheet = { Email: 'a', Tags: 'x', tags: 'y', 'Last Name': 'A', last_name: 'B' };
		const written = { ...sheet, action: 'created', note: '', first_name: 'C', is_subscribed: true };
		expect(read(sheet).failure?.description).not.toContain('delete');
		const { failure, values } = read(written);
		expect(failure?.message).toMatch(/'Tags': "Tags" and "tags"; 'Last Name': "Last Name" and "last_name"$/);
		const advice = 'delete the columns and rows that they added';
		expect(failure?.description).toContain(advice);
		for (const left of ['action', 'note'])
			expect(read({ ...sheet, [left]: '' }).failure?.description).toContain(advice);
		expect(values).toEqual({ email: 'a', tags: 'x', first_name: 'C', last_name: 'A' });
	});

	it.each<[GivenColumns, object, IDataObject]>([
		[{ email: 'E-Mail' }, { Email: 'a', 'E-Mail': 'b' }, { email: 'b' }],
		[{ email: 'Gone' }, { Email: 'a', 'E-Mail': 'b' }, {}],
		[{ fullName: 'Who' }, { Who: 'Ada', FNAME: 'a', 'First Name': 'b' }, { first_name: 'Ada' }],
		[
			{ email: 'email', firstName: 'First Name' },
			{ email: 'a', 'E-Mail': 'b', 'First Name': 'A', first_name: 'B' },
			{ email: 'a', first_name: 'A' },
		],
	])("are no problem with %j under 'Columns' and %j", (given, json, values) => {
		expect(read(json, given).values).toEqual(values);
	});
});

describe('a result of this node that comes in again', () => {
	const result = {
		action: 'failed',
		email: 'a@example.com',
		note: 'x',
		first_name: 'Ann',
		last_name: null,
		tags: ['vip'],
		is_subscribed: true,
		input: { Kontakt: 'b@example.com', Vorname: 'Bob', Tags: 'other' },
	};

	it("is read by its own fields, whatever is given under 'Columns'", () => {
		const values = { email: 'a@example.com', first_name: 'Ann', last_name: null, tags: ['vip'] };
		for (const given of [{}, { email: 'Kontakt' }, { email: 'input.Kontakt', tags: 'note' }])
			expect(read(result, given)).toEqual({ values, isBlank: false });
	});

	it('written back into a sheet counts in place of its columns, which are named if they would be read', () => {
		const written = { ...rowOf({ action: 'created', email: 'a@x' }), Kontakt: 'b@x', Vorname: 'Bob', City: 'Bern' };
		const note = 'Results of an earlier run are in the rows, and count in place of "Kontakt", "Vorname". ';
		for (const given of [{ email: 'Kontakt' }, { email: 'Kontakt', tags: 'Labels' }])
			expect(hintsAfter([written], given).overruled).toContain(note);
		expect(hintsAfter([written]).overruled).toContain('in place of "Vorname". ');
		const readers = new ColumnReaders([]);
		readers.for({ email: 'Kontakt' }).collect(written);
		expect(readers.hints().overruled).toContain(note);
	});

	it.each<[unknown, string, boolean]>([
		['b@x', 'a@x', true],
		['#REF!', 'a@x', true],
		['Ann <A@X.org>', 'a@x.org', false],
		['not an address', 'not an address', false],
		[5, '5', false],
		[['a@x'], 'a@x', false],
		['', 'a@x', false],
		['a@x', '', false],
	])('written back next to an own email of %j is of another person: %j, %j', (own, email, isOther) => {
		const ways = [['E-Mail'], ['E-Mail', { email: 'Gone' }], ['Kontakt', { email: 'Kontakt' }], ['email_1']] as const;
		for (const [column, given] of ways) {
			const readers = new ColumnReaders([]);
			readers.for(given).collect({ ...rowOf({ action: 'created', email }), City: 'Bern', [column]: own });
			const check = (): void => readers.assertEmailKnown();
			if (isOther) expect(check).toThrow(`The result of "${email}" stands next to "${String(own)}"`);
			else expect(check).not.toThrow();
		}
	});

	it('written back next to several known emails is of the same person if one of them is the same', () => {
		const readers = new ColumnReaders([]);
		readers.for({}).collect({ ...rowOf({ action: 'created', email: 'a@x' }), Mail: 'office@x', Email: 'A@x' });
		expect(() => readers.assertEmailKnown()).not.toThrow();
	});

	it('written back without its email, where the sheet has that, counts in place of a full name and a group', () => {
		const columns = Object.fromEntries(Object.entries(result).filter(([key]) => key !== 'email'));
		const written = { Email: 'a@example.com', Name: 'Anna Lee', Group: 'new', Newsletter: 'yes', ...columns };
		expect(read(written).values).toEqual({ email: 'a@example.com', first_name: 'Ann', last_name: null, tags: ['vip'] });
		expect(hintsAfter([written]).overruled).toContain('count in place of "Name", "Group". ');
		expect(hintsAfter([{ Email: 'a', Name: 'b', first_name: 'c', last_name: 'd' }]).overruled).toBeUndefined();
	});

	it('adds no note about named columns, nor about what this node added', () => {
		expect(hintsAfter([result], { email: 'Kontakt' }, ['Wants Mail'])).toEqual({});
	});

	it('is read without its input, too, and its empty text and unknown state say nothing', () => {
		const { input, ...row } = result;
		const values = { email: 'a@example.com', first_name: 'Ann', last_name: '', tags: '' };
		const empty = { ...row, last_name: '', tags: '', is_subscribed: null };
		expect([input.Kontakt, read(empty, { email: 'Kontakt' })]).toEqual(['b@example.com', { values, isBlank: false }]);
	});

	it.each(['action', 'note', 'first_name', 'tags'])('is a row like any other without its %s', (key) => {
		const row = Object.entries({ ...result, Kontakt: 'b' }).filter(([name]) => name !== key);
		expect(read(Object.fromEntries(row), { email: 'Kontakt' }).values).toMatchObject({ email: 'b' });
	});
});

describe('a blank row', () => {
	const result = { ...rowOf({ action: 'failed', note: 'x' }), email: '' };

	it.each([
		{},
		result,
		{ email: ' \u00a0\ufeff', name: null, tags: [], labels: ['', null], x: undefined },
		{ row_number: 7, Email: '', 'E-Mail': '' },
	])('is %j', (json) => {
		expect(read(json)).toEqual({ values: {}, isBlank: true });
	});

	it.each([
		...[{ a: 0 }, { a: false }, { a: {} }, { a: ['x'] }, { a: '-' }],
		...[{ email: 'a' }, { first_name: 'a' }, { last_name: 'a' }, { tags: ['a'] }].map((one) => ({ ...result, ...one })),
	])('is not %j', (json) => {
		expect(read(json).isBlank).toBe(false);
	});
});

describe('the notes after a run', () => {
	it('are none where every column was used, or is not worth naming', () => {
		const row = { 'E-Mail': 'a', Vorname: 'b', Nachname: 'c', Tags: 'd', 'Wants Mail': 'yes' };
		const added = { uuid: 'f', created_at: 'g', recieved_count: 1, is_subscribed: true, row_number: 2, error: 'h' };
		expect(hintsAfter([{ ...row, ...added }], {}, ['wants mail'])).toEqual({});
	});

	it.each([[[]], [[{}]], [[{ Email: '' }]]])('are none for a run of blank rows: %j', (rows) => {
		expect(hintsAfter(rows, { email: 'Kontakt' })).toEqual({});
	});

	it.each<[object[], string]>([
		[
			[
				{ 'E-Mail': 'a', Vorname: 'b', Kundennummer: 1 },
				{ 'E-Mail': 'd', Vorname: 'e', Kundennummer: 2, 'Opt Out': 'no' },
			],
			'"E-Mail" (Email), "Vorname" (First Name), "Opt Out" (Consent). Ignored: "Kundennummer".',
		],
		[
			[{ contact: { mail: 'a', news: 'no' }, Name: 'b c', City: 'd' }],
			'"Name" (Full Name), "contact.mail" (Email), "contact.news" (Consent). Ignored: "City".',
		],
		// A path at whose end no item has anything was not used.
		[[{ contact: { mail: 'a' }, City: 'd' }], '"contact.mail" (Email). Ignored: "City".'],
		[[{ City: 'Bern' }], 'none. Ignored: "City".'],
		[[{ email: 'a', 会員番号: 1, 'Größe "L" 🎉': 2 }], '"email" (Email). Ignored: "会員番号", "Größe "L" 🎉".'],
	])('name the columns that were used and those that were not: %j', (rows, used) => {
		const given = rows.some((row) => 'contact' in row) ? { email: 'contact.mail' } : {};
		expect(hintsAfter(rows, given, ['opt out', 'contact.news']).used).toBe(`Columns used: ${used}`);
	});

	it('do not call a column ignored that another row has used', () => {
		const rows = [
			{ email: 'a', 'First Name': 'b', Name: 'c' },
			{ email: 'a', Name: 'b c' },
		];
		for (const all of [rows, rows.toReversed()]) expect(hintsAfter(all)).toEqual({});
	});

	it('name the given columns that no row had', () => {
		const given = { email: 'Kontakt', tags: 'Gruppe', fullName: 'wer.name' };
		const { missing = '' } = hintsAfter([{ Gruppe: 'a' }, { x: 1 }], given);
		for (const name of [`"Kontakt" ('Email') or "wer.name" ('Full Name')`, "'Columns'"])
			expect(missing).toContain(name);
		expect(missing).not.toContain('Gruppe');
		const rows = [{ x: 1 }, { Gruppe: 'a', KONTAKT: '', wer: { name: '' } }];
		expect(hintsAfter(rows, given).missing).toBeUndefined();
		expect(hintsAfter([{ wer: {} }], { fullName: 'wer.name' }).missing).toContain('"wer.name"');
	});

	it('name ten columns, shortened and on one line, whatever they are called', () => {
		const row = Object.fromEntries(
			Array.from({ length: 50 }, (_, index) => [`"😀 ${index}\n\u0007${'x'.repeat(1000)}`, 1]),
		);
		const { used = '' } = hintsAfter([{ ...row, Email: 'a' }]);
		expect(used.length).toBeLessThan(700);
		expect(used).not.toMatch(/[\n\u0007]/);
		expect(used).toMatch(/ and more\.$/);
	});

	it('name ten columns, and say nothing of more', () => {
		const row = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`key ${index}`, 1]));
		expect(hintsAfter([row]).used).toMatch(/"key 9"\.$/);
	});
});

describe('a row without an email', () => {
	const noEmail = (rows: readonly object[], given: GivenColumns = {}) => {
		const reader = new ColumnReader(given, []);
		for (const row of rows) reader.collect(row as IDataObject);
		return rows.map((row) => reader.noEmailIn(row as IDataObject));
	};

	it('has an advice that names the cell to fill in, where another row has the column', () => {
		const adviceFor = (row: object) => noEmail([{ Email: 'a@x' }, row])[1]?.description;
		expect(adviceFor({ Email: '' })).toContain('Fill in the cell in your sheet.');
		expect(adviceFor(rowOf({ action: 'failed' }))).toContain('Fill in the column "email"');
		expect(adviceFor({ ...rowOf({ action: '' }), Email: 'a@x' })).toContain('delete the columns and rows');
	});

	it('has a message that names the column that was given', () => {
		const [first] = noEmail([{ City: 'Bern' }], { tags: 'City', email: 'Post' });
		expect(first?.message).toContain('"Post"');
		expect(first?.description).toContain("'Email' under 'Columns'");
	});

	it('shares one message with others, as no row has the column', () => {
		const [first, second] = noEmail([{ City: 'Bern' }, { Zip: 1 }]);
		expect(second).toBe(first);
		expect(first?.description).toContain("'Columns'");
	});
});

it("has one reader for each value of 'Columns'", () => {
	const readers = new ColumnReaders([]);
	expect(readers.for({ email: 'Mailbox' })).toBe(readers.for({ email: 'Mailbox' }));
	expect(readers.for(undefined)).toBe(readers.for({}));
	expect(readers.for({ email: 'Post' }).read({ Post: 'a@example.com' }).values).toEqual({ email: 'a@example.com' });
	readers.for({ email: 'Mailbox' }).collect({ Post: 'a@example.com' });
	expect(readers.hints().missing).toContain('"Mailbox"');
});
