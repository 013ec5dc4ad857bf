import type { IDataObject } from 'n8n-workflow';

import { ColumnReader, type GivenColumns } from '../../../nodes/EmailMarketing/shared/columns/ColumnReader';
import { UserFacingError } from '../../../nodes/EmailMarketing/shared/UserFacingError';

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
		// What a spreadsheet shows for a formula that failed, and a program for nothing.
		...['#N/A', ' #REF! ', '#DIV/0!', '[object Object]', 'undefined', 'NaN', 'null'].map(
			(cell): [object, IDataObject] => [
				{ Email: 'a@example.com', 'First Name': cell, Tags: cell },
				{ email: 'a@example.com', first_name: '', tags: '' },
			],
		),
		[
			{ Email: '#N/A', 'First Name': 'Null' },
			{ email: '#N/A', first_name: 'Null' },
		],
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
			`Enter the one to take in '${parameter}' under 'Columns', or rename or remove the others in a node before this one. Nothing was sent for this item.`,
		);
	});

	it.each<[GivenColumns, object, IDataObject]>([
		[{ email: 'E-Mail' }, { Email: 'a', 'E-Mail': 'b' }, { email: 'b' }],
		[{ email: 'Gone' }, { Email: 'a', 'E-Mail': 'b' }, {}],
		[{ fullName: 'Who' }, { Who: 'Ada', FNAME: 'a', 'First Name': 'b' }, { first_name: 'Ada' }],
	])('are settled by the one that is given: %j', (given, json, values) => {
		expect(read(json, given).values).toEqual(values);
	});

	it('names the columns that a given name cannot tell apart', () => {
		const thrown = thrownBy(() => read({ MAIL: 'a', 'Mail ': 'b' }, { email: 'mail' }));
		expect(thrown.message).toBe(
			`'Email' under 'Columns' is "mail", and more than one column is called so: "MAIL" and "Mail"`,
		);
		expect(thrown.description).toContain('Nothing was sent for this item.');
	});

	it('tells it of every row that has them', () => {
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
		[{ subscribed: 'Wants Mail' }, { 'wants mail': 'no' }, '"wants mail" is "no"'],
		[{ subscribed: 'Wants Mail' }, { 'Wants Mail': 'ja' }, undefined],
		[{ subscribed: 'Wants Mail' }, { 'Wants Mail': 'weekly' }, '"Wants Mail" is "weekly", which is neither yes nor no'],
		[{ subscribed: 'Wants Mail' }, { 'Wants Mail': [] }, '"Wants Mail" has nothing ticked'],
		[{ subscribed: 'Wants Mail' }, { 'Wants Mail': '' }, undefined],
		[{ subscribed: 'Wants Mail' }, { 'Wants Mail': 'yes', 'Opt Out': 'yes' }, '"Opt Out" is "yes"'],
		[{ subscribed: 'Wants Mail' }, { Subscribed: 'no' }, '"Subscribed" is "no"'],
		[{ subscribed: 'prefs.mail[0]' }, { prefs: { mail: ['no'] } }, '"prefs.mail[0]" is "no"'],
		[{ subscribed: 'prefs.mail' }, { prefs: { sms: 'no' } }, undefined],
		[{ unsubscribed: 'Left' }, { Left: 'yes' }, '"Left" is "yes"'],
		[{ unsubscribed: 'Left' }, { Left: '2024-05-01' }, '"Left" is "2024-05-01"'],
		[{ unsubscribed: 'Left' }, { Left: 'no' }, undefined],
		[{ unsubscribed: 'Left' }, { Left: 'never' }, undefined],
		[{ unsubscribed: 'prefs.left' }, { prefs: { left: '2024-05-01' } }, '"prefs.left" is "2024-05-01"'],
		[{ subscribed: 'Mail?', unsubscribed: 'Left' }, { 'Mail?': 'yes', Left: 'yes' }, '"Left" is "yes"'],
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

describe('a blank row', () => {
	it.each([
		{},
		{ email: '' },
		{ email: ' \u00a0\ufeff', name: null, tags: [], x: undefined },
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
	const none = { missing: undefined, taken: undefined, left: undefined, others: undefined };

	it('are none where the columns have our names', () => {
		expect(
			hintsAfter([
				{
					email: 'a',
					first_name: 'b',
					last_name: 'c',
					tags: 'd',
					status: 'e',
					uuid: 'f',
					created_at: 'g',
					recieved_count: 1,
					is_subscribed: true,
					row_number: 2,
				},
			]),
		).toEqual(none);
	});

	it.each([[[]], [[{}]], [[{ Email: '' }]]])('are none for a run of blank rows: %j', (rows) => {
		expect(hintsAfter(rows, { email: 'Kontakt' })).toEqual(none);
	});

	it('say which columns were taken as what', () => {
		expect(
			hintsAfter([
				{ 'E-Mail': 'a', Vorname: 'b', tags: 'c' },
				{ 'E-Mail': 'd', Vorname: 'e', tags: 'f' },
			]).taken,
		).toBe('Columns taken: "E-Mail" as email, "Vorname" as first_name and "tags" as tags.');
		expect(hintsAfter([{ email: 'a', Name: 'b c', 'Opt Out': '' }]).taken).toBe(
			'Columns taken: "email" as email, "Name" as first_name and last_name and "Opt Out" for who has unsubscribed.',
		);
		expect(hintsAfter([{ contact: { mail: 'a' } }], { email: 'contact.mail' })).toEqual({
			...none,
			taken: 'Columns taken: "contact.mail" as email.',
		});
	});

	it('say which columns look like ours, and which were left alone besides', () => {
		expect(hintsAfter([{ email: 'a', first_name: 'b', Name: 'c', 'Work Email': 'd', City: 'e', Phone: 'f' }])).toEqual({
			...none,
			left: `Columns not taken, though they look like fields of a subscriber: "Name" and "Work Email". If one is to be taken, enter its name under 'Columns'.`,
			others: 'Columns left alone: "City" and "Phone".',
		});
	});

	it('name ten columns and count the rest', () => {
		const row = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`c${index}`, 1]));
		expect(hintsAfter([row]).others).toBe(
			'Columns left alone: "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9" and 3 more.',
		);
	});

	it('say which given columns no row had', () => {
		const given = { email: 'Kontakt', tags: 'Gruppe', fullName: 'wer.name' };
		expect(hintsAfter([{ Gruppe: 'a' }, { x: 1 }], given).missing).toBe(
			`No input item has the column that is given under 'Columns': "Kontakt" in 'Email' and "wer.name" in 'Full Name'. Compare it with the names of the columns in the input.`,
		);
		expect(hintsAfter([{ x: 1 }, { Gruppe: 'a', KONTAKT: '', wer: { name: '' } }], given).missing).toBeUndefined();
	});

	it('name the columns that are given for consent', () => {
		const given = { subscribed: 'prefs.mail', unsubscribed: 'Left' };
		expect(hintsAfter([{ email: 'a', prefs: { mail: 'yes' }, Left: '' }], given)).toEqual({
			...none,
			taken: 'Columns taken: "email" as email, "prefs.mail" for who is subscribed and "Left" for who has unsubscribed.',
		});
		expect(hintsAfter([{ email: 'a' }], given).missing).toContain(
			`"prefs.mail" in 'Subscribed' and "Left" in 'Unsubscribed'`,
		);
	});

	it('do not call a given full name missing that stands beside a first name', () => {
		const hints = hintsAfter([{ Wer: 'Ada', Rufname: 'Ann' }], { fullName: 'Wer', firstName: 'Rufname' });
		expect(hints).toEqual({
			...none,
			taken: 'Columns taken: "Rufname" as first_name.',
			others: 'Columns left alone: "Wer".',
		});
	});

	it('are short and on one line, whatever the columns are called', () => {
		const row = Object.fromEntries(
			Array.from({ length: 500 }, (_, index) => [`Email ${index}\n\u0007${'x'.repeat(10_000)}`, 1]),
		);
		const { left = '' } = hintsAfter([row, { Email: 'a' }]);
		expect(left.length).toBeLessThan(700);
		expect(left).not.toMatch(/[\n\u0007]/);
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

	it('remembers no more than it can name, where every row has other columns', () => {
		const reader = new ColumnReader({});
		for (let row = 0; row < 3000; row += 1) reader.read({ email: 'a', [`key ${row}`]: 1 });
		expect(reader.hints().others).toMatch(/"key 9" and at least 990 more\.$/);
	});
});
