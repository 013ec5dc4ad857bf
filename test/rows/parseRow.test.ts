import type { IDataObject } from 'n8n-workflow';

import { parseRow } from '../../nodes/EmailMarketing/rows/parseRow';
import { rows as definition } from '../../nodes/EmailMarketing/resources/subscriber/import';
import { ColumnReader, noColumns } from '../../nodes/EmailMarketing/rows/columns';
import type { OptOut } from '../../nodes/EmailMarketing/rows/verdicts';

const read = (json: IDataObject, optOut?: OptOut) => {
	const columns = new ColumnReader({}, []);
	columns.collect(json);
	return parseRow(definition, columns, json, { optOut, agreed: optOut === undefined ? '"Newsletter" is "yes"' : '' });
};

describe('a row', () => {
	it('is the body that Create sends, and the address by which it is compared', () => {
		expect(read({ 'E-Mail': ' Ann@Müller.de ', Vorname: 'Ann', tags: 'a, b', phone: 1 })).toEqual({
			body: { email: 'Ann@Müller.de', first_name: 'Ann', tags: ['a', 'b'] },
			email: 'Ann@Müller.de',
			key: 'ann@xn--mller-kva.de',
			agreed: '"Newsletter" is "yes"',
			broken: {},
			clearsTags: false,
			isBlank: false,
		});
	});

	it.each(['', ' , ', null, [], ['']])('asks for no tags to be removed where it has none: %j', (tags) => {
		expect(read({ email: 'a@example.com', tags }).body).toEqual({ email: 'a@example.com' });
	});

	it.each<[IDataObject, RegExp]>([
		[{ name: 'Ann', City: 'Bern' }, /email column.*name, City/],
		[{ email: '  ', name: 'Ann' }, /^'Email' is empty/],
		[{ email: 7 }, /^"7"/],
		[{ email: { a: 1 } }, /^'Email' must be text/],
		[{ email: 'a@example.com, b@example.com' }, /^"a@example\.com, b@example\.com"/],
		[{ email: 'a@example.com', tags: { a: 1 } }, /^'Tags' must be text/],
		[{ Email: 'a@example.com', 'E-Mail': 'b@example.com' }, /'Email': "Email" and "E-Mail"/],
	])('shows why it cannot be sent: %j', (json, message) => {
		const { body, rejection, isBlank } = read(json);
		expect([body, isBlank]).toEqual([{}, false]);
		expect(rejection?.message).toMatch(message);
		expect(rejection?.description).toContain('Nothing was sent');
	});

	const rows = [{ 'E-mail': 'a@example.com', City: 'Bern' }, { City: 'Rome' }, {}];
	it.each([
		['first', rows],
		['last', rows.toReversed()],
	])('has an empty cell, and no missing column, where another row has an email column: it comes %s', (_, all) => {
		const columns = new ColumnReader({}, []);
		for (const json of all) columns.collect(json);
		const parsed = all.map((json) => parseRow(definition, columns, json, { agreed: '' }));
		const rejected = parsed.find(({ rejection }) => rejection !== undefined);
		expect(rejected?.rejection?.message).toContain("'Email' is empty");
		expect(parsed.filter(({ isBlank }) => isBlank)).toHaveLength(1);
	});

	it('that cannot be sent shows its names and the tags that can be read', () => {
		const row = { first_name: 'Ann', tags: ['a', { name: 'VIP' }, { id: 1 }, null, [1]] };
		const shown = { first_name: 'Ann', last_name: undefined, tags: ['a', 'VIP'] };
		expect([read({ ...row, email: 'a@example.com' }).shown, read(row).shown]).toEqual([shown, shown]);
	});

	const long = 'x'.repeat(300_000);
	it.each([
		['an address', { email: long }],
		['a broken address', { email: `\uFFFD${long}` }],
		['a broken tag', { email: 'a@example.com', tags: `\uFFFD${long}` }],
	])('shows no more than the beginning of %s of 300 kB', (_, json) => {
		const { rejection, broken } = read(json);
		const texts = [rejection?.message, ...Object.values(broken ?? {})].filter((text) => text !== undefined);
		expect(texts.length).toBeGreaterThan(0);
		for (const text of texts) expect(text.length).toBeLessThan(200);
	});

	const optOut = { reason: '"Left" is "yes"', isClear: true, isBroken: false };
	it.each([{ email: 'a@example.com' }, { email: 'A@example.com ', tags: { a: 1 } }, { email: 'mailto:A@example.com' }])(
		'opts out, also where it cannot be sent: %j',
		(json) => {
			expect(read(json, optOut)).toMatchObject({ key: 'a@example.com', optOut });
		},
	);

	it('whose answer is broken is rejected, unless something else opts out clearly', () => {
		const broken = { ...optOut, reason: '"Left" is #N/A', isBroken: true };
		const row = { email: 'a@example.com', first_name: 'Ann' };
		const { optOut: none, ...rejected } = read(row, { ...broken, isClear: false });
		expect(none).toBeUndefined();
		expect(rejected).toMatchObject({ key: 'a@example.com', body: {}, shown: { first_name: 'Ann' } });
		expect(rejected.rejection).toMatchObject({ message: '"Left" is #N/A', countsAsOptOut: true });
		expect(read(row, broken).rejection).toBeUndefined();
	});

	it.each([{ email: 'ann' }, { email: 'ann@example.com/x' }, { first_name: 'Ann' }])(
		'without a valid address is the same person as no other row: %j',
		(json) => {
			expect(read(json).key).toBe('');
		},
	);
});

it('a message about an item without columns names the first ten of it, shortened', () => {
	const names = Array.from({ length: 12 }, (_, index) => `c${index}${'x'.repeat(100)}`);
	const { message } = noColumns(Object.fromEntries(names.map((name) => [name, 1])), 'email ');
	expect(message).toContain(`(c0${'x'.repeat(38)}…, `);
	expect(message).toContain('c9xxx');
	expect(message).toContain(' and more)');
	expect(message).not.toContain('c10');
	expect(noColumns({}).message).toContain('the item is empty');
});
