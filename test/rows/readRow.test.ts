import type { IDataObject } from 'n8n-workflow';

import { noColumns, parseRow } from '../../nodes/EmailMarketing/rows/parseRow';
import { row as definition } from '../../nodes/EmailMarketing/resources/subscriber/import';
import { ColumnReader, type GivenColumns } from '../../nodes/EmailMarketing/rows/columns';

const read = (json: unknown, given: GivenColumns = {}) =>
	parseRow(definition, new ColumnReader(given), json as IDataObject);

describe('a row', () => {
	it('is the body that Create sends, and the address by which it is compared', () => {
		expect(read({ 'E-Mail': ' Ann@Müller.de ', Vorname: 'Ann', tags: 'a, b', phone: 1 })).toEqual({
			body: { email: 'Ann@Müller.de', first_name: 'Ann', tags: ['a', 'b'] },
			email: ' Ann@Müller.de ',
			key: 'ann@xn--mller-kva.de',
			optOut: undefined,
			isBlank: false,
		});
	});

	it.each(['', ' , ', null, [], ['']])('asks for no tags to be removed where it has none: %j', (tags) => {
		expect(read({ email: 'a@example.com', tags }).body).toEqual({ email: 'a@example.com' });
	});

	it('takes a column that the user names', () => {
		expect(read({ Kontakt: 'a@example.com' }, { email: 'Kontakt' }).body).toEqual({ email: 'a@example.com' });
	});

	it.each([[{}], [{ email: '' }], [{ email: null, first_name: ' ', row_number: 3 }]])(
		'is blank where all cells are: %j',
		(json) => {
			expect(read(json)).toEqual({ body: {}, key: '', isBlank: true });
		},
	);

	it.each<[string, unknown, string]>([
		['no column for the email', { name: 'Ann', City: 'Bern' }, 'No email column found (name, City)'],
		['an empty email', { email: '  ', name: 'Ann' }, "'Email' is empty"],
		['a number for an email', { email: 7 }, '"7" is not an email address'],
		['an object for an email', { email: { a: 1 } }, "'Email' must be text, not an object"],
		[
			'two addresses',
			{ email: 'a@example.com, b@example.com' },
			'"a@example.com, b@example.com" is not an email address',
		],
		[
			'tags that are none',
			{ email: 'a@example.com', tags: { a: 1 } },
			"'Tags' must be text separated by commas, or a list of strings, not an object",
		],
		[
			'two columns for the email',
			{ Email: 'a@example.com', 'E-Mail': 'b@example.com' },
			'More than one column could be \'Email\': "Email" and "E-Mail"',
		],
	])('says why it cannot be sent, with %s', (_, json, message) => {
		const { body, rejection, isBlank } = read(json);
		expect([body, rejection?.message, isBlank]).toEqual([{}, message, false]);
		expect(rejection?.description).toContain('Nothing was sent for this item.');
	});

	const rows = [{ 'E-mail': 'a@example.com', City: 'Bern' }, { City: 'Rome' }, {}];
	it.each([
		['first', rows],
		['last', rows.toReversed()],
	])(
		'has an empty cell, and no column that is missing, where another row has one for the email: it comes %s',
		(_, all) => {
			const columns = new ColumnReader({});
			const read = all.map((json) => parseRow(definition, columns, json));
			const cell = read.find(({ rejection }) => rejection !== undefined);
			expect(cell?.rejection?.message).toBe("'Email' is empty");
			expect(read.map(({ isBlank }) => isBlank).filter(Boolean)).toHaveLength(1);
		},
	);

	it('shows no more than the beginning of an address of 300 kB', () => {
		const { rejection } = read({ email: 'x'.repeat(300_000) });
		expect(rejection?.message).toBe(`"${'x'.repeat(100)}…" is not an email address`);
	});

	it('may have 300 kB in one field', () => {
		const name = 'x'.repeat(300_000);
		expect(read({ email: 'a@example.com', first_name: name })).toMatchObject({
			body: { first_name: name },
			key: 'a@example.com',
		});
	});

	it.each([
		[{ email: 'a@example.com', is_subscribed: false }],
		[{ email: 'A@example.com ', unsubscribed_at: '2026-01-01', tags: { a: 1 } }],
	])('says that its person is not subscribed, also where it cannot be sent: %j', (json) => {
		expect(read(json)).toMatchObject({ key: 'a@example.com', optOut: expect.stringMatching(/subscribed/) });
	});

	it('has no address where it is none, so that it is the same person as no other row', () => {
		expect([
			read({ email: 'ann' }).key,
			read({ email: 'ann@example.com/x' }).key,
			read({ first_name: 'Ann' }).key,
		]).toEqual(['', '', '']);
	});
});

describe('an item without the columns that are needed', () => {
	it('is shown by the names of its columns, the first ten of them, shortened', () => {
		const json = Object.fromEntries(
			Array.from({ length: 12 }, (_, index) => [`${index}${'x'.repeat(100)}`, 1]).map(([name, value]) => [
				`c${name}`,
				value,
			]),
		);
		const { message } = noColumns(json, 'email ');
		expect(message).toContain(`No email column found (c0${'x'.repeat(38)}, `);
		expect(message).toContain(' and more)');
		expect(message.length).toBeLessThan(500);
		expect(noColumns({}).message).toBe('No column found (the item is empty)');
	});
});
