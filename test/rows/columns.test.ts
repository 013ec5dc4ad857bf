import type { IDataObject } from 'n8n-workflow';

import { ColumnReader, ColumnReaders } from '../../nodes/EmailMarketing/rows/columns';
import type { GivenColumns } from '../../nodes/EmailMarketing/rows/resolveColumns';
import { defined } from '../defined';
import { rowOf } from '../rowOf';
import { textThrownBy } from '../thrown';

const read = (json: unknown, given: GivenColumns = {}) => {
	const reader = new ColumnReader(given);
	reader.collect(json as IDataObject);
	const { optOut, ...row } = reader.read(json as IDataObject);
	return { ...row, optOut: optOut?.reason };
};

function hintsAfter(rows: readonly object[], given: GivenColumns = {}) {
	const reader = new ColumnReader(given);
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
		[{ lastName: 'Apellidos' }, { Nombre: 'Ana', Apellidos: 'López' }, { first_name: 'Ana', last_name: 'López' }],
		[{ tags: 'Gruppe' }, { Gruppe: 'a,b', Tags: 'c' }, { tags: 'a,b' }],
		[{ email: '__proto__' }, JSON.parse('{"__proto__": "a@x"}') as object, { email: 'a@x' }],
	])("are used where 'Columns' names them: %j from %j", (given, json, values) => {
		expect(read(json, given).values).toEqual(values);
	});

	it('keeps to the path of each row, whatever the row before had', () => {
		const reader = new ColumnReader({ email: 'contact.email' });
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
	])('reject every row that has them, and are named: %j', (json, parameter, names) => {
		const reader = new ColumnReader({});
		expect(() => reader.read(json)).toThrow(names);
		const [message, description] = textThrownBy(() => reader.read(json)).split(' | ');
		expect(message).toContain(`'${parameter}': ${names}`);
		expect(description).toMatch(new RegExp(`'${parameter}'.*'Columns'`));
	});

	it.each<[GivenColumns, object, IDataObject]>([
		[{ email: 'E-Mail' }, { Email: 'a', 'E-Mail': 'b' }, { email: 'b' }],
		[{ email: 'Gone' }, { Email: 'a', 'E-Mail': 'b' }, {}],
		[{ fullName: 'Who' }, { Who: 'Ada', FNAME: 'a', 'First Name': 'b' }, { first_name: 'Ada' }],
		// The API's own names.
		[{}, { email: 'a', 'E-Mail': 'b' }, { email: 'a' }],
		[{}, { Tags: 'a', tags: 'b', Labels: 'c' }, { tags: 'b' }],
		[{}, { Vorname: 'a', first_name: 'b', Surname: 'c', last_name: 'd' }, { first_name: 'b', last_name: 'd' }],
	])("are no problem with %j under 'Columns' and %j", (given, json, values) => {
		expect(read(json, given).values).toEqual(values);
	});
});

describe('the opt-out of a row', () => {
	// prettier-ignore
	it.each<[GivenColumns, object, string | undefined]>([
		[{}, { Subscribed: 'yes', Status: 'active', 'Opt In': 'no' }, '"Opt In" is "no"'],
		[{}, { Subscribed: 'yes', Status: 'active' }, undefined],
		[{ optIn: 'Wants Mail' }, { 'wants mail': 'no' }, '"wants mail" is "no"'],
		[{ optIn: 'Wants Mail' }, { 'Wants Mail': 'ja' }, undefined],
		[{ optIn: 'Wants Mail' }, { 'Wants Mail': 'weekly' }, '"Wants Mail" is "weekly", which is neither yes nor no'],
		[{ optIn: 'Wants Mail' }, { 'Wants Mail': [] }, '"Wants Mail" has nothing ticked'],
		[{ optIn: 'Wants Mail' }, { 'Wants Mail': '' }, '"Wants Mail" is empty'],
		[{ optIn: 'Wants Mail' }, { 'Wants Mail': 'yes', 'Opt Out': 'yes' }, '"Opt Out" is "yes"'],
		[{ optIn: 'Wants Mail' }, { Subscribed: 'no' }, '"Subscribed" is "no"'],
		[{ optIn: 'prefs.mail[0]' }, { prefs: { mail: ['no'] } }, '"prefs.mail[0]" is "no"'],
		[{ optIn: 'prefs.mail' }, { prefs: { sms: 'no' } }, '"prefs.mail" is empty'],
		[{ optOut: 'Left' }, { Left: '2024-05-01' }, '"Left" is "2024-05-01"'],
		[{ optOut: 'Left' }, { Left: 'no' }, undefined],
		[{ optOut: 'prefs.left' }, { prefs: { left: '2024-05-01' } }, '"prefs.left" is "2024-05-01"'],
		[{ optIn: 'Mail?', optOut: 'Left' }, { 'Mail?': 'yes', Left: 'yes' }, '"Left" is "yes"'],
	])("is read from recognized columns and those that 'Columns' names: %j from %j", (given, json, optOut) => {
		expect(read({ email: 'a', ...json }, given)).toEqual({ values: { email: 'a' }, optOut, isBlank: false });
	});

	// prettier-ignore
	it.each<[GivenColumns, object, boolean]>([
		[{ optOut: 'Left On' }, { 'Left On': '2024-05-31' }, true],
		[{ optOut: 'Left On' }, { 'Left On': 'soon' }, false],
		[{ optIn: 'Wants Mail' }, { 'Wants Mail': 'weekly' }, false],
		[{ optIn: 'Wants Mail' }, { 'Opt Out': 'yes' }, true],
		[{ optIn: 'Wants Mail' }, { 'Wants Mail': 'weekly', 'Opt Out': 'yes' }, true],
		[{ optOut: 'Left On' }, { 'Left On': '2024-05-31', 'Wants Mail': 'soon' }, true],
		[{ optIn: 'Wants Mail', optOut: 'Left On' }, { 'Wants Mail': 'no', 'Left On': 'soon' }, true],
		[{}, { 'Left On': '2024-05-31' }, false],
	])('is clear enough to unsubscribe by, in a column that is given as in one that is known: %j, %j: %s', (given, json, isClear) => {
		expect(new ColumnReader(given).read(json as IDataObject).optOut?.isClear ?? false).toBe(isClear);
	});

	it('counts also where its column is used for something else', () => {
		expect(read({ email: 'a', Status: 'unsubscribed' }, { tags: 'Status' })).toEqual({
			values: { email: 'a', tags: 'unsubscribed' },
			optOut: '"Status" is "unsubscribed"',
			isBlank: false,
		});
	});

	// prettier-ignore
	it.each<[GivenColumns, object, string | undefined]>([
		[{ email: 'body.email' }, { body: { email: 'a', newsletter: 'no' } }, '"newsletter" is "no"'],
		[{ email: 'body.email' }, { body: { email: 'a', newsletter: 'yes' } }, undefined],
		[{ optIn: 'answers[0]' }, { email: 'a', answers: ['0'] }, '"answers[0]" is "0"'],
		[{ email: 'body.contact.email' }, { body: { contact: { email: 'a' }, consent: false } }, '"consent" is "false"'],
		[{ email: 'emails[0].value' }, { emails: [{ value: 'a', unsubscribed_at: '2024-01-01' }] }, '"unsubscribed_at" is "2024-01-01"'],
		[{ firstName: 'who.name' }, { email: 'a', who: { name: 'Ann', Status: 'unsubscribed' } }, '"Status" is "unsubscribed"'],
		[{}, { headers: {}, body: { newsletter: 'no' }, email: 'a' }, '"newsletter" is "no"'],
		[{ email: 'data.email' }, { data: { email: 'a' }, other: { newsletter: 'no' } }, undefined],
	])('is read also in the objects around a column: %j from %j', (given, json, optOut) => {
		expect(read(json, given).optOut).toBe(optOut);
	});
});

it('an opt-in column that another row has around a named column is blank where it is missing', () => {
	const reader = new ColumnReader({ email: 'contact.email' });
	const rows = [{ email: 'a' }, { email: 'b', consent: 'yes' }].map((contact) => ({ contact }));
	for (const row of rows) reader.collect(row);
	expect(rows.map((row) => reader.read(row).optOut?.reason)).toEqual(['"consent" is empty', undefined]);
});

describe('a long sentence about letters', () => {
	const sentence =
		'I agree to the newsletter of Example Ltd, which I do not have to, and to my address being used for no other purpose';
	const rows = ['yes', 'no', ''].map((cell) => ({ email: 'a', [sentence]: cell }));
	const short = '"I agree to the newsletter of Example Lt…"';
	const optOuts = (given: GivenColumns, ...items: IDataObject[]) => {
		const reader = new ColumnReader(given);
		for (const item of items) reader.collect(item);
		return items.map((item) => reader.read(item).optOut?.reason);
	};

	it('may agree or refuse: a yes and a no are not sent, nor is an empty cell', () => {
		const reasons = ['is "yes"', 'is "no"', 'is empty'].map((state) => `${short} ${state}, which may agree or refuse`);
		expect(optOuts({}, ...rows)).toEqual(
			reasons.map((reason) => `${reason}: name it as 'Opt-In' or 'Opt-Out', or rename it`),
		);
	});

	it('means what it is named as', () => {
		expect(optOuts({ optIn: sentence }, ...rows)).toEqual([undefined, `${short} is "no"`, `${short} is empty`]);
		expect(optOuts({ optOut: sentence }, ...rows)).toEqual([`${short} is "yes"`, undefined, undefined]);
		expect(optOuts({ optIn: sentence }, { email: 'a', [sentence]: sentence })).toEqual([undefined]);
		const inBody = { body: { email: 'a', [sentence]: 'yes' } };
		expect(optOuts({ email: 'body.email', optIn: `body['${sentence}']` }, inBody)).toEqual([undefined]);
	});

	it('means nothing next to another opt-in, but for a word of leaving', () => {
		const all = [...rows, { email: 'a', [sentence]: 'unsubscribed' }].map((row) => ({ ...row, Wants: 'yes' }));
		const gone = `${short} is "unsubscribed"`;
		expect(optOuts({ optIn: 'Wants' }, ...all)).toEqual([undefined, undefined, undefined, gone]);
		const next = rows.map((row) => ({ ...row, Newsletter: 'yes' }));
		expect(optOuts({}, defined(rows[0]), ...next).slice(1)).toEqual([undefined, undefined, undefined]);
		expect(optOuts({ optOut: 'Left' }, { ...rows[1], Left: 'no' })[0]).toContain('may agree or refuse');
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
		for (const given of [{}, { email: 'Kontakt' }, { email: 'input.Kontakt', tags: 'note' }, { optIn: 'Wants Mail' }])
			expect(read(result, given)).toEqual({ values, optOut: undefined, isBlank: false });
	});

	it('still counts the opt-out of the row that it was made of', () => {
		expect(read({ ...result, input: { ...result.input, newsletter: 'no' } }).optOut).toBe('"newsletter" is "no"');
		expect(read({ ...result, is_subscribed: false }).optOut).toBe('"is_subscribed" is "false"');
	});

	it('adds no note about named columns, nor about what this node added', () => {
		expect(hintsAfter([result], { email: 'Kontakt', optIn: 'Wants Mail' })).toEqual({});
	});

	it('is read without its input, too, and its empty text and unknown state say nothing', () => {
		const { input, ...row } = result;
		const values = { email: 'a@example.com', first_name: 'Ann', last_name: '', tags: '' };
		const empty = { ...row, last_name: '', tags: '', is_subscribed: null };
		expect([input.Kontakt, read(empty, { email: 'Kontakt', optIn: 'Wants Mail' })]).toEqual([
			'b@example.com',
			{ values, optOut: undefined, isBlank: false },
		]);
	});

	it("still counts an opt-in or opt-out under 'Columns' that was added to it", () => {
		expect(read({ ...result, Gone: 'yes' }, { optOut: 'Gone', email: 'Kontakt' }).optOut).toBe('"Gone" is "yes"');
		expect(read({ ...result, Wants: '' }, { optIn: 'Wants' }).optOut).toBe('"Wants" is empty');
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
		null,
		'text',
		['a@example.com'],
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
		const row = { 'E-Mail': 'a', Vorname: 'b', Nachname: 'c', Tags: 'd', Status: 'e', 'Wants Mail': 'yes' };
		const added = { uuid: 'f', created_at: 'g', recieved_count: 1, is_subscribed: true, row_number: 2, error: 'h' };
		expect(hintsAfter([{ ...row, ...added }], { optIn: 'Wants Mail' })).toEqual({});
	});

	it.each([[[]], [[{}]], [[{ Email: '' }]]])('are none for a run of blank rows: %j', (rows) => {
		expect(hintsAfter(rows, { email: 'Kontakt' })).toEqual({});
	});

	it.each<[object[], GivenColumns, string]>([
		[
			[
				{ 'E-Mail': 'a', Vorname: 'b', Kundennummer: 1 },
				{ 'E-Mail': 'd', Vorname: 'e', Kundennummer: 2, 'Opt Out': 'no' },
			],
			{},
			'Columns used: "E-Mail" (email), "Vorname" (first_name), "Opt Out" (opt-out). Ignored: "Kundennummer".',
		],
		[
			[{ contact: { mail: 'a' }, Name: 'b c', City: 'd' }],
			{ email: 'contact.mail' },
			'Columns used: "Name" (full_name), "contact.mail" (email). Ignored: "City".',
		],
		[[{ City: 'Bern' }], {}, 'Columns used: none. Ignored: "City".'],
		[
			[{ email: 'a', 会員番号: 1, 'Größe "L" 🎉': 2 }],
			{},
			'Columns used: "email" (email). Ignored: "会員番号", "Größe "L" 🎉".',
		],
	])('name the columns that were used and those that were not: %j', (rows, given, used) => {
		expect(hintsAfter(rows, given).used).toBe(used);
	});

	it('do not call a column ignored that another row has used', () => {
		const rows = [
			{ email: 'a', 'First Name': 'b', Name: 'c' },
			{ email: 'a', Name: 'b c' },
		];
		for (const all of [rows, rows.toReversed()]) expect(hintsAfter(all)).toEqual({});
	});

	it('name the given columns that no row had', () => {
		const given = { email: 'Kontakt', tags: 'Gruppe', fullName: 'wer.name', optOut: 'Left' };
		const { missing = '' } = hintsAfter([{ Gruppe: 'a' }, { x: 1, Left: null }], given);
		for (const name of [`"Kontakt" ('Email') or "wer.name" ('Full Name')`, "'Columns'"])
			expect(missing).toContain(name);
		expect(missing).not.toMatch(/Gruppe|Left/);
		const rows = [{ x: 1 }, { Gruppe: 'a', KONTAKT: '', wer: { name: '' }, Left: '' }];
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
		const reader = new ColumnReader(given);
		for (const row of rows) reader.collect(row as IDataObject);
		return rows.map((row) => reader.noEmailIn(row as IDataObject));
	};

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
	const readers = new ColumnReaders();
	expect(readers.for({ email: 'Mailbox' })).toBe(readers.for({ email: 'Mailbox' }));
	expect(readers.for(undefined)).toBe(readers.for({}));
	expect(readers.for({ email: 'Post' }).read({ Post: 'a@example.com' }).values).toEqual({ email: 'a@example.com' });
	readers.for({ email: 'Mailbox' }).collect({ Post: 'a@example.com' });
	expect(readers.hints().missing).toContain('"Mailbox"');
});
