import type { IDataObject } from 'n8n-workflow';

import { ColumnReader, ColumnReaders, type GivenColumns } from '../../nodes/EmailMarketing/rows/columns';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';

const read = (json: unknown, given: GivenColumns = {}) => new ColumnReader(given).read(json as IDataObject);

function hintsAfter(rows: readonly object[], given: GivenColumns = {}) {
	const reader = new ColumnReader(given);
	for (const row of rows) reader.read(row as IDataObject);
	return reader.hints();
}

function thrownBy(act: () => unknown): UserFacingError {
	try {
		act();
	} catch (thrown) {
		if (thrown instanceof UserFacingError) return thrown;
	}
	throw new Error('No UserFacingError was thrown');
}

describe('the columns of a row', () => {
	it.each<[object, IDataObject]>([
		[
			{ email: ' A@example.com', first_name: 'Ann', last_name: 'Lee', tags: ['vip'], uuid: 's1' },
			{ email: ' A@example.com', first_name: 'Ann', last_name: 'Lee', tags: ['vip'] },
		],
		[
			{ 'E-Mail': 'a@example.com', Vorname: 'Ann', Name: 'Lee' },
			{ email: 'a@example.com', first_name: 'Ann', last_name: 'Lee' },
		],
		[
			{ Email: 'a@example.com', Name: 'Ana María López' },
			{ email: 'a@example.com', first_name: 'Ana María', last_name: 'López' },
		],
		[
			{ Email: 'a@example.com', Name: 'Ada' },
			{ email: 'a@example.com', first_name: 'Ada' },
		],
		[{ Email: 'a@example.com', Name: '' }, { email: 'a@example.com' }],
		[
			{ Email: 'a@example.com', Name: '  Ludwig \u00a0 van \t Beethoven\n' },
			{ email: 'a@example.com', first_name: 'Ludwig van', last_name: 'Beethoven' },
		],
		[{ Email: 'a@example.com', Name: null }, { email: 'a@example.com' }],
		[
			{ Email: 'a@example.com', Name: 7 },
			{ email: 'a@example.com', first_name: 7 },
		],
		[
			{ Email: 'a@example.com', Name: 'Ada Lovelace', 'First Name': '' },
			{ email: 'a@example.com', first_name: '' },
		],
		[
			{ Email: 'a@example.com', 'Contact Name': 'x', 'Full Name': 'y', 'Last Name': 'Lee' },
			{ email: 'a@example.com', last_name: 'Lee' },
		],
		[
			{ email: 'a@example.com', name: 'Ann', last_name: 'Lee' },
			{ email: 'a@example.com', first_name: 'Ann', last_name: 'Lee' },
		],
		[
			{ Email: { a: 1 }, Tags: null, fname: 0 },
			{ email: { a: 1 }, tags: null, first_name: 0 },
		],
		[
			{ full_name: 'Ada King', 'E-Mail': 'a@example.com', Labels: 'vip' },
			{ email: 'a@example.com', first_name: 'Ada', last_name: 'King', tags: 'vip' },
		],
		[{ City: 'Bern' }, {}],
	])('are taken where they are recognised: %j', (json, values) => {
		expect(read(json)).toEqual({ values, optOut: undefined, isBlank: false });
	});

	it.each<[GivenColumns, object, IDataObject]>([
		[{ email: 'Kontakt' }, { Kontakt: 'a@example.com', Email: 'b@example.com' }, { email: 'a@example.com' }],
		[{ email: 'contact.email' }, { contact: { email: 'a@example.com' } }, { email: 'a@example.com' }],
		[
			{ email: 'contact.email' },
			{ contact: { email: 'a@example.com' }, 'contact.email': 'b@example.com' },
			{ email: 'b@example.com' },
		],
		[{ email: ' emails.0.value ' }, { emails: [{ value: 'a@example.com' }] }, { email: 'a@example.com' }],
		[
			{ email: 'emails[0].value', firstName: "body['First Name']" },
			{ emails: [{ value: 'a@example.com' }], body: { 'First Name': 'Ann' } },
			{ email: 'a@example.com', first_name: 'Ann' },
		],
		[{ email: 'Mail [work]', tags: '[]' }, { 'Mail [work]': 'a@example.com' }, { email: 'a@example.com' }],
		[{ email: 'contact.email' }, { contact: { email: null } }, { email: null }],
		[{ email: 'KON takt' }, { ' Kontakt': 'a@example.com' }, { email: 'a@example.com' }],
		[{ email: 'Kontakt' }, { kontakt: 'b@example.com', Kontakt: 'a@example.com' }, { email: 'a@example.com' }],
		[{ email: 'Kontakt' }, { Email: 'b@example.com' }, {}],
		[{ email: 'contact.email' }, { contact: 'a@example.com', email: 'b@example.com' }, {}],
		[{ email: 'contact.constructor.name' }, { contact: {} }, {}],
		[
			{ email: '', tags: '  ' },
			{ Email: 'a@example.com', Tags: 'vip' },
			{ email: 'a@example.com', tags: 'vip' },
		],
		[{ firstName: 'Name' }, { Name: 'Ada King' }, { first_name: 'Ada King' }],
		[
			{ fullName: 'Wer' },
			{ Wer: 'Ada Lovelace', 'First Name': 'Ann', Name: 'x' },
			{ first_name: 'Ada', last_name: 'Lovelace' },
		],
		[
			{ fullName: 'Wer', firstName: 'Rufname' },
			{ Wer: 'Ada Lovelace', Rufname: 'Ann', Nachname: 'Lee' },
			{ first_name: 'Ann', last_name: 'Lee' },
		],
		[{ fullName: 'Wer', firstName: 'Rufname' }, { Wer: 'Ada Lovelace' }, { first_name: 'Ada', last_name: 'Lovelace' }],
		[{ lastName: 'Apellidos' }, { Nombre: 'Ana', Apellidos: 'López' }, { first_name: 'Ana', last_name: 'López' }],
		[{ tags: 'Gruppe' }, { Gruppe: 'a,b', Tags: 'c' }, { tags: 'a,b' }],
		[{ email: '__proto__' }, JSON.parse('{"__proto__": "a@example.com"}'), { email: 'a@example.com' }],
		[{ email: '__proto__' }, { a: 1 }, {}],
	])('are taken where they are given: %j from %j', (given, json, values) => {
		expect(read(json, given).values).toEqual(values);
	});

	it('keeps to the path of each row, whatever the row before had', () => {
		const reader = new ColumnReader({ email: 'contact.email' });
		const rows = [{ contact: { email: 'a' } }, { contact: {} }, { contact: 'x' }, { contact: { email: 'b' } }];
		expect(rows.map((row) => reader.read(row).values)).toEqual([{ email: 'a' }, {}, {}, { email: 'b' }]);
	});

	it('does nothing with columns whose names mean something to JavaScript', () => {
		const json: unknown = JSON.parse(
			'{"__proto__": {"email": "x"}, "constructor": "y", "toString": "z", "email": "a@example.com"}',
		);
		expect(read(json)).toEqual({ values: { email: 'a@example.com' }, optOut: undefined, isBlank: false });
	});
});

describe('columns that could be one field', () => {
	it.each([
		[{ Email: 'a', 'E-Mail': 'a' }, 'Email', '"Email" and "E-Mail"'],
		[{ 'First Name': 'a', FNAME: '', Vorname: 'a' }, 'First Name', '"First Name", "FNAME" and "Vorname"'],
		[{ Apellido: 'a', Surname: 'b' }, 'Last Name', '"Apellido" and "Surname"'],
		[{ Name: 'a', 'Full Name': 'b' }, 'Full Name', '"Name" and "Full Name"'],
		[{ Tags: 'a', Labels: 'b' }, 'Tags', '"Tags" and "Labels"'],
	])('are not guessed between: %j', (json, parameter, names) => {
		const thrown = thrownBy(() => read(json));
		expect(thrown.message).toBe(`More than one column could be '${parameter}': ${names}`);
		expect(thrown.description).toBe(
			`Enter the right one in '${parameter}' under 'Columns'. Nothing was sent for this item.`,
		);
	});

	it.each<[GivenColumns, object, IDataObject]>([
		[{ email: 'E-Mail' }, { Email: 'a', 'E-Mail': 'b' }, { email: 'b' }],
		[{ email: 'Gone' }, { Email: 'a', 'E-Mail': 'b' }, {}],
		[{ fullName: 'Who' }, { Who: 'Ada', FNAME: 'a', 'First Name': 'b' }, { first_name: 'Ada' }],
	])('are settled by the one that is given: %j', (given, json, values) => {
		expect(read(json, given).values).toEqual(values);
	});

	it.each<[object, IDataObject]>([
		[{ email: 'a', 'E-Mail': 'b' }, { email: 'a' }],
		[{ Tags: 'a', tags: 'b', Labels: 'c' }, { tags: 'b' }],
		[
			{ Vorname: 'a', first_name: 'b', Surname: 'c', last_name: 'd' },
			{ first_name: 'b', last_name: 'd' },
		],
	])("are settled by the API's own name: %j", (json, values) => {
		expect(read(json).values).toEqual(values);
	});

	it('reject every row that has them', () => {
		const reader = new ColumnReader({});
		for (const row of [1, 2]) expect(() => reader.read({ Email: row, 'E-Mail': row })).toThrow('More than one column');
	});
});

describe('the consent of a row', () => {
	it('is read from every column that tells of it', () => {
		expect(read({ email: 'a', Subscribed: 'yes', Status: 'active', 'Opt In': 'no' })).toEqual({
			values: { email: 'a' },
			optOut: '"Opt In" is "no"',
			isBlank: false,
		});
		expect(read({ email: 'a', Subscribed: 'yes', Status: 'active' }).optOut).toBeUndefined();
	});

	it.each<[GivenColumns, object, string | undefined]>([
		[{ optIn: 'Wants Mail' }, { 'wants mail': 'no' }, '"wants mail" is "no"'],
		[{ optIn: 'Wants Mail' }, { 'Wants Mail': 'ja' }, undefined],
		[{ optIn: 'Wants Mail' }, { 'Wants Mail': 'weekly' }, '"Wants Mail" is "weekly", which is neither yes nor no'],
		[{ optIn: 'Wants Mail' }, { 'Wants Mail': [] }, '"Wants Mail" has nothing ticked'],
		[{ optIn: 'Wants Mail' }, { 'Wants Mail': '' }, '"Wants Mail" is empty'],
		[{ optIn: 'Wants Mail' }, { 'Wants Mail': 'yes', 'Opt Out': 'yes' }, '"Opt Out" is "yes"'],
		[{ optIn: 'Wants Mail' }, { Subscribed: 'no' }, '"Subscribed" is "no"'],
		[{ optIn: 'prefs.mail[0]' }, { prefs: { mail: ['no'] } }, '"prefs.mail[0]" is "no"'],
		[{ optIn: 'prefs.mail' }, { prefs: { sms: 'no' } }, '"prefs.mail" is empty'],
		[{ optOut: 'Left' }, { Left: 'yes' }, '"Left" is "yes"'],
		[{ optOut: 'Left' }, { Left: '2024-05-01' }, '"Left" is "2024-05-01"'],
		[{ optOut: 'Left' }, { Left: 'no' }, undefined],
		[{ optOut: 'Left' }, { Left: 'never' }, undefined],
		[{ optOut: 'prefs.left' }, { prefs: { left: '2024-05-01' } }, '"prefs.left" is "2024-05-01"'],
		[{ optIn: 'Mail?', optOut: 'Left' }, { 'Mail?': 'yes', Left: 'yes' }, '"Left" is "yes"'],
	])('is read also from the columns that are given for it: %j from %j', (given, json, optOut) => {
		expect(read({ email: 'a', ...json }, given)).toEqual({ values: { email: 'a' }, optOut, isBlank: false });
	});

	it('counts also where its column is given for something else', () => {
		expect(read({ email: 'a', Status: 'unsubscribed' }, { tags: 'Status' })).toEqual({
			values: { email: 'a', tags: 'unsubscribed' },
			optOut: '"Status" is "unsubscribed"',
			isBlank: false,
		});
	});
});

describe('an object that a column is in', () => {
	it.each<[GivenColumns, object, string | undefined]>([
		[{ email: 'body.email' }, { body: { email: 'a', newsletter: 'no' } }, '"newsletter" is "no"'],
		[{ email: 'body.email' }, { body: { email: 'a', newsletter: 'yes' } }, undefined],
		[{ email: 'body.contact.email' }, { body: { contact: { email: 'a' }, consent: false } }, '"consent" is "false"'],
		[
			{ email: 'emails[0].value' },
			{ emails: [{ value: 'a', unsubscribed_at: '2024-01-01' }] },
			'"unsubscribed_at" is "2024-01-01"',
		],
		[
			{ firstName: 'who.name' },
			{ email: 'a', who: { name: 'Ann', Status: 'unsubscribed' } },
			'"Status" is "unsubscribed"',
		],
		[{}, { headers: {}, body: { newsletter: 'no' }, email: 'a' }, '"newsletter" is "no"'],
		[{ email: 'data.email' }, { data: { email: 'a' }, other: { newsletter: 'no' } }, undefined],
	])('is read for opt-outs too: %j from %j', (given, json, optOut) => {
		expect(read(json, given).optOut).toBe(optOut);
	});
});

describe('a result of this node that comes in again', () => {
	const result = {
		action: 'failed',
		email: 'a@example.com',
		first_name: 'Ann',
		last_name: null,
		tags: ['vip'],
		is_subscribed: true,
		reason: 'x',
		input: { Kontakt: 'b@example.com', Vorname: 'Bob', Tags: 'other' },
	};

	it("is read by its own fields, whatever is given under 'Columns'", () => {
		const values = { email: 'a@example.com', first_name: 'Ann', last_name: null, tags: ['vip'] };
		for (const given of [{}, { email: 'Kontakt' }, { email: 'input.Kontakt', tags: 'reason' }])
			expect(read(result, given)).toEqual({ values, optOut: undefined, isBlank: false });
	});

	it('still counts the opt-out of the row that it was made of', () => {
		expect(read({ ...result, input: { ...result.input, newsletter: 'no' } }).optOut).toBe('"newsletter" is "no"');
		expect(read({ ...result, is_subscribed: false }).optOut).toBe('"is_subscribed" is "false"');
	});

	it('says nothing of given columns, nor of what this node added', () => {
		expect(hintsAfter([{ ...result, changes: {}, dryRun: true }], { email: 'Kontakt', optIn: 'Wants Mail' })).toEqual(
			{},
		);
	});

	it('is a row like any other without an action and the row that it was made of', () => {
		expect(read({ action: 'buy', email: 'a', Kontakt: 'b' }, { email: 'Kontakt' }).values).toEqual({ email: 'b' });
	});
});

describe('a blank row', () => {
	it.each([
		{},
		{ email: '' },
		{ email: ' \u00a0\ufeff', name: null, tags: [], labels: ['', null], x: undefined },
		{ row_number: 7, Email: '', 'E-Mail': '' },
		null,
		undefined,
		'text',
		7,
		[],
		['a@example.com'],
	])('is %j', (json) => {
		expect(read(json)).toEqual({ values: {}, isBlank: true });
	});

	it.each([{ a: 0 }, { a: false }, { a: {} }, { a: ['x'] }, { a: '-' }])('is not %j', (json) => {
		expect(read(json).isBlank).toBe(false);
	});
});

describe('the hints of a run', () => {
	it('are none where every column was used, or is not worth naming', () => {
		const row = { 'E-Mail': 'a', Vorname: 'b', Nachname: 'c', Tags: 'd', Status: 'e', 'Wants Mail': 'yes' };
		const added = { uuid: 'f', created_at: 'g', recieved_count: 1, is_subscribed: true, row_number: 2, error: 'h' };
		expect(hintsAfter([{ ...row, ...added }], { optIn: 'Wants Mail' })).toEqual({});
	});

	it.each([[[]], [[{}]], [[{ Email: '' }]]])('are none for a run of blank rows: %j', (rows) => {
		expect(hintsAfter(rows, { email: 'Kontakt' })).toEqual({});
	});

	it('name the columns that were used and those that were not, where one was not', () => {
		const rows = [
			{ 'E-Mail': 'a', Vorname: 'b', Kundennummer: 1 },
			{ 'E-Mail': 'd', Vorname: 'e', Kundennummer: 2, 'Opt Out': 'no' },
		];
		expect(hintsAfter(rows)).toEqual({
			used: 'Columns used: "E-Mail" (email), "Vorname" (first_name), "Opt Out" (opt-out). Ignored: "Kundennummer".',
		});
		expect(hintsAfter([{ contact: { mail: 'a' }, Name: 'b c', City: 'd' }], { email: 'contact.mail' }).used).toBe(
			'Columns used: "contact.mail" (email), "Name" (full_name). Ignored: "City".',
		);
		expect(hintsAfter([{ City: 'Bern' }]).used).toBe('Columns used: none. Ignored: "City".');
	});

	it('do not call a column ignored that another row has used', () => {
		const rows = [
			{ email: 'a', 'First Name': 'b', Name: 'c' },
			{ email: 'a', Name: 'b c' },
		];
		for (const all of [rows, rows.toReversed()]) expect(hintsAfter(all)).toEqual({});
	});

	it('name ten columns of each kind', () => {
		const row = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`c${index}`, 1]));
		expect(hintsAfter([{ email: 'a', ...row }]).used).toBe(
			'Columns used: "email" (email). Ignored: "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9" and more.',
		);
	});

	it('say which given columns no row had', () => {
		const given = { email: 'Kontakt', tags: 'Gruppe', fullName: 'wer.name', optOut: 'Left' };
		expect(hintsAfter([{ Gruppe: 'a' }, { x: 1, Left: null }], given).missing).toBe(
			`No input item has "Kontakt" ('Email') or "wer.name" ('Full Name'). Correct it under 'Columns'.`,
		);
		const rows = [{ x: 1 }, { Gruppe: 'a', KONTAKT: '', wer: { name: '' }, Left: '' }];
		expect(hintsAfter(rows, given).missing).toBeUndefined();
	});

	it('are short and on one line, whatever the columns are called', () => {
		const row = Object.fromEntries(
			Array.from({ length: 500 }, (_, index) => [`"😀 ${index}\n\u0007${'x'.repeat(10_000)}`, 1]),
		);
		const { used = '' } = hintsAfter([{ ...row, Email: 'a' }]);
		expect(used.length).toBeLessThan(700);
		expect(used).not.toMatch(/[\n\u0007]/);
		expect(used).toMatch(/ and more\.$/);
	});
});

describe('readers of columns', () => {
	it("are one for each value of 'Columns'", () => {
		const readers = new ColumnReaders();
		expect(readers.for({ email: 'Mailbox' })).toBe(readers.for({ email: 'Mailbox' }));
		expect(readers.for(undefined)).toBe(readers.for({}));
		expect(readers.for({ email: 'Post' }).read({ Post: 'a@example.com' }).values).toEqual({ email: 'a@example.com' });
		expect(readers.hints()).toHaveLength(3);
	});
});

describe('a large input', () => {
	it('reads 100,000 rows of 15 columns in well under a second', () => {
		const rows = Array.from({ length: 100_000 }, (_, index) => ({
			'E-Mail': `p${index}@example.com`,
			Vorname: 'Ann',
			Name: 'Lee',
			Status: 'active',
			Tags: 'a',
			Subscribed: 'yes',
			'Unsubscribed At': '',
			c8: 1,
			c9: 2,
			c10: 3,
			c11: '',
			c12: 'x',
			c13: null,
			c14: [],
			'Company Name': 'y',
		}));
		const reader = new ColumnReader({});
		const before = process.cpuUsage();
		for (const row of rows) reader.read(row);
		const { user, system } = process.cpuUsage(before);
		// Some 0.3 s; the rest is for a machine that is busy.
		expect((user + system) / 1_000_000).toBeLessThan(2);
	});

	it('reads 5,000 rows that all have other columns', () => {
		const reader = new ColumnReader({});
		for (let row = 0; row < 5000; row += 1) reader.read({ email: 'a', [`key ${row}`]: 1 });
		expect(reader.hints().used).toMatch(/^Columns used: "email" \(email\)\. Ignored: "key 0", .*"key 9" and more\.$/);
	});
});
