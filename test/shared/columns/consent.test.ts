import { optOutOf } from '../../../nodes/EmailMarketing/shared/columns/consent';
import * as words from '../../../nodes/EmailMarketing/shared/columns/consentWords';

const empty = [undefined, null, '', '  ', '\u00a0', '\u200b', [], [''], [null], 'null', 'NULL'];

describe('optOutOf', () => {
	it.each(
		['Subscribed', 'Unsubscribed', 'Unsubscribed At', 'Status'].flatMap((column) =>
			empty
				.filter((cell) => column !== 'Subscribed' || !Array.isArray(cell) || cell.length > 0)
				.map((cell): [string, unknown] => [column, cell]),
		),
	)('hears nothing in an empty "%s": %j', (column, cell) => {
		expect(optOutOf({ [column]: cell as string })).toBeUndefined();
	});

	it('hears a no in the boxes of a form of which none is ticked, and a yes in one that is', () => {
		expect(optOutOf({ Newsletter: [] })).toBe('"Newsletter" has nothing ticked');
		expect(optOutOf({ Newsletter: ['Yes, please'] })).toBeUndefined();
	});

	it.each(['Yes, please', 'Yes I agree', 'Ja, gern', 'Oui, je veux'])(
		'hears a yes in an answer that begins with one: %s',
		(cell) => {
			expect(optOutOf({ Consent: cell })).toBeUndefined();
		},
	);

	it.each(['Yes, unsubscribe me', 'yes and no', 'no, thanks'])(
		'hears no yes in an answer that takes it back: %s',
		(cell) => {
			expect(optOutOf({ Consent: cell })).toBeDefined();
		},
	);

	it.each([
		true,
		'true',
		'TRUE',
		1,
		'1',
		'yes',
		'Yes.',
		'Y',
		'ja',
		'oui',
		'sí',
		'Si',
		'sim',
		'x',
		'X',
		'✓',
		'✔️',
		'subscribed',
		'active',
		'tak',
		'да',
		'是',
		'はい',
		['yes'],
	])('hears a yes in is_subscribed: %j', (cell) => {
		expect(optOutOf({ 'Opt In': cell })).toBeUndefined();
	});

	it.each([
		[false, 'false'],
		['false', 'false'],
		['FALSE', 'FALSE'],
		[0, '0'],
		['0', '0'],
		['no', 'no'],
		['N', 'N'],
		['nein', 'nein'],
		['non', 'non'],
		['falsch', 'falsch'],
		['faux', 'faux'],
		['não', 'não'],
		['нет', 'нет'],
		['いいえ', 'いいえ'],
		['unsubscribed', 'unsubscribed'],
		['opted out', 'opted out'],
		['declined', 'declined'],
		['never', 'never'],
		['-', '-'],
		['n/a', 'n/a'],
		['✗', '✗'],
		[['yes', 'no'], 'no'],
	])('hears a no in is_subscribed: %j', (cell, said) => {
		expect(optOutOf({ email: 'a@example.com', Subscribed: cell })).toBe(`"Subscribed" is "${said}"`);
	});

	it.each([
		['maybe', '"maybe"'],
		[2, '"2"'],
		[{ a: 1 }, 'an object'],
		['2024-01-01', '"2024-01-01"'],
		['?', '"?"'],
		['yes and no', '"yes and no"'],
		['constructor', '"constructor"'],
	])('takes no answer for a no in is_subscribed: %j', (cell, said) => {
		expect(optOutOf({ is_subscribed: cell })).toBe(`"is_subscribed" is ${said}, which is neither yes nor no`);
	});

	it.each([false, 'false', 0, '0', 'no', 'N', 'nein', 'non', '-', 'n/a', 'none', '0000-00-00 00:00:00'])(
		'hears nothing in is_unsubscribed: %j',
		(cell) => {
			expect(optOutOf({ 'Opted Out': cell })).toBeUndefined();
		},
	);

	it.each([
		[true, '"true"'],
		['yes', '"yes"'],
		[1, '"1"'],
		['x', '"x"'],
		['2024-05-01', '"2024-05-01"'],
		['✓', '"✓"'],
		['maybe', '"maybe"'],
		['active', '"active"'],
		['not allowed', '"not allowed"'],
		['declined', '"declined"'],
		[{ value: true }, 'an object'],
		[['no', 'yes'], '"yes"'],
	])('hears that the person has gone in is_unsubscribed: %j', (cell, said) => {
		expect(optOutOf({ 'Do Not Email': cell })).toBe(`"Do Not Email" is ${said}`);
	});

	it.each(['0000-00-00 00:00:00', '0000-00-00', 'null', '-', 0, '0', false, 'no', 'never', 'n/a'])(
		'hears nothing in unsubscribed_at: %j',
		(cell) => {
			expect(optOutOf({ unsubscribed_at: cell })).toBeUndefined();
		},
	);

	it.each([
		['2024-05-01 10:00:00', '"2024-05-01 10:00:00"'],
		[1_714_557_600, '"1714557600"'],
		['x', '"x"'],
		[new Date(0), '"1970-01-01T00:00:00.000Z"'],
		[new Date(Number.NaN), '"Invalid Date"'],
		[{}, 'an object'],
	])('hears that the person has gone in unsubscribed_at: %j', (cell, said) => {
		expect(optOutOf({ UNSUB_TIME: cell })).toBe(`"UNSUB_TIME" is ${said}`);
	});

	it.each([
		'unsubscribed',
		'Unsubscribed',
		'UNSUBSCRIBED',
		'opted out',
		'opt-out',
		'Opt Out',
		'cleaned',
		'bounced',
		'Hard bounced',
		'complained',
		'spam',
		'abgemeldet',
		'Désabonné',
		'inactive',
		'non-subscribed',
		'never_subscribed',
		'no',
		false,
		'Unsubscribed by admin',
		'unsubscribed (2024-01-01)',
		'Email opted out',
		'已退订',
		['unsubscribed'],
	])('hears a no in a status: %j', (cell) => {
		expect(optOutOf({ 'Subscription Status': cell })).toBe(`"Subscription Status" is "${String(cell)}"`);
	});

	it.each([
		'subscribed',
		'active',
		'new',
		'N',
		0,
		'0',
		'F',
		'customer',
		'pending',
		'done',
		'paid',
		'Unsubscribable',
		'payment declined',
		{ a: 1 },
		'-',
		'__proto__',
	])('hears nothing in another status: %j', (cell) => {
		expect(optOutOf({ Status: cell })).toBeUndefined();
	});

	it.each([
		'cancelled',
		'Canceled',
		'storniert',
		'GEKÜNDIGT',
		'Cancelled on 1 May',
		'pending',
		'Pending (double opt-in)',
	])('hears an ending in a status of a subscription, and none in one that may be of an order: %s', (cell) => {
		expect(optOutOf({ 'Newsletter Status': cell })).toBe(`"Newsletter Status" is "${cell}"`);
		expect(optOutOf({ Status: cell })).toBeUndefined();
	});

	it('hears no ending in what is denied', () => {
		expect(optOutOf({ 'Subscription Status': 'not cancelled' })).toBeUndefined();
	});

	it('hears the states of Brevo\'s "Email campaigns", and nothing in the names of campaigns', () => {
		expect(optOutOf({ 'Email campaigns': 'Unsubscribed' })).toBe('"Email campaigns" is "Unsubscribed"');
		expect(['Subscribed', 'Spring sale', 3].map((cell) => optOutOf({ 'Email campaigns': cell }))).toEqual([
			undefined,
			undefined,
			undefined,
		]);
	});

	it.each<[object, string | undefined]>([
		[{ state: 'subscribed', opt_in_level: 'single_opt_in' }, undefined],
		[{ marketingState: 'SUBSCRIBED' }, undefined],
		[{ state: 'not_subscribed' }, '"email_marketing_consent" is "not_subscribed"'],
		[{ state: 'unsubscribed' }, '"email_marketing_consent" is "unsubscribed"'],
		[{ state: 'pending' }, '"email_marketing_consent" is "pending"'],
		[{ state: '' }, '"email_marketing_consent" is an object, which is neither yes nor no'],
		[{ state: null }, '"email_marketing_consent" is an object, which is neither yes nor no'],
	])("hears the state in Shopify's consent: %j", (cell, said) => {
		expect(optOutOf({ email_marketing_consent: cell })).toBe(said);
	});

	it.each([
		['Abmeldung', '2024-05-01'],
		['Widerruf', '01.05.2024'],
		['Opted out of email: Offers', true],
		['Kein Newsletter', 'x'],
		['Blocklisted', 'Yes'],
		['Werbung erlaubt', 'nein'],
		['Mailing list', 'no'],
		['Person - Marketing status', 'No consent'],
	])('hears a no in "%s": %j', (column, cell) => {
		expect(optOutOf({ [column]: cell })).toContain(`"${column}" is`);
	});

	it.each(['input_status', 'input_input_status'])('reads %s as a status that the node has renamed', (column) => {
		expect(optOutOf({ status: 401, [column]: 'unsubscribed' })).toBe(`"${column}" is "unsubscribed"`);
		expect(optOutOf({ [`my_${column}`]: 'unsubscribed' })).toBeUndefined();
	});

	it('needs one no among several columns, and names the first', () => {
		expect(optOutOf({ is_subscribed: true, Status: 'active', unsubscribed_at: '2024-01-01', 'Opt Out': 'yes' })).toBe(
			'"unsubscribed_at" is "2024-01-01"',
		);
	});

	it('shortens long columns and cells', () => {
		expect(optOutOf({ Subscribed: 'perhaps '.repeat(100) })).toBe(
			`"Subscribed" is "${'perhaps '.repeat(100).slice(0, 39)}…", which is neither yes nor no`,
		);
	});

	it.each([null, undefined, 'text', 7, [], [{ Subscribed: 'no' }]])(
		'hears nothing in %j, which is no object',
		(json) => {
			expect(optOutOf(json as never)).toBeUndefined();
		},
	);

	it('takes a subscriber as the service gives it', () => {
		expect(optOutOf({ uuid: 's1', is_subscribed: true, unsubscribed_at: null })).toBeUndefined();
		expect(optOutOf({ uuid: 's1', is_subscribed: false, unsubscribed_at: null })).toBe('"is_subscribed" is "false"');
	});
});

describe('the words of consent', () => {
	it('have one meaning each', () => {
		const all = [
			words.yes,
			words.no,
			words.noSigns,
			words.denials,
			words.refusals,
			words.endings,
			words.nothing,
		].flatMap((set) => [...set]);
		expect(all.filter((word, index) => word === '' || all.indexOf(word) !== index)).toEqual([]);
	});
});
