import { optOutOf } from '../../nodes/EmailMarketing/rows/optOut';

/** Why a row with this one column opts out. */
const optOutIn = (column: string, cell: unknown): string | undefined => optOutOf({ [column]: cell as string });
/** The cells that are no opt-out in this column. */
const accepted = (column: string, cells: readonly unknown[]) =>
	cells.filter((cell) => optOutIn(column, cell) === undefined);

describe('an opt-in column', () => {
	// prettier-ignore
	const yes = [
		true, 'true', 'TRUE', 1, '1', 'yes', 'Yes.', 'Y', 'ja', 'oui', 'sí', 'Si', 'sim', 'x', 'X', '✓', '✔️', 'subscribed', 'active', 'ON', 'wahr', 'opted in', ['yes'],
	];
	it('with a yes in any of the seven languages is no opt-out', () => {
		expect(accepted('Opt In', yes)).toEqual(yes);
	});

	it.each<[unknown, string]>([
		[false, 'false'],
		['FALSE', 'FALSE'],
		[0, '0'],
		['0', '0'],
		...['no', 'N', 'nein', 'non', 'falsch', 'faux', 'não', 'nee', 'unsubscribed', 'opted out'].map(
			(word): [string, string] => [word, word],
		),
		...['never', '-', 'n/a', '✗'].map((word): [string, string] => [word, word]),
		[['yes', 'no'], 'no'],
	])('with a no is an opt-out: %j', (cell, shown) => {
		expect(optOutIn('Subscribed', cell)).toBe(`"Subscribed" is "${shown}"`);
	});

	it.each<[unknown, string]>([
		['maybe', '"maybe"'],
		[2, '"2"'],
		[{ a: 1 }, '"{"a":1}"'],
		['tak', '"tak"'],
		['2024-01-01', '"2024-01-01"'],
		['?', '"?"'],
		['yes and no', '"yes and no"'],
		['Yes, unsubscribe me', '"Yes, unsubscribe me"'],
		['constructor', '"constructor"'],
		['perhaps '.repeat(100), `"${'perhaps '.repeat(5).slice(0, 39)}…"`],
	])('with something else is an opt-out, which is unclear: %.20j', (cell, shown) => {
		expect(optOutIn('is_subscribed', cell)).toBe(`"is_subscribed" is ${shown}, which is neither yes nor no`);
	});

	it('with the boxes of a form is an opt-out where none is ticked', () => {
		expect(optOutIn('Newsletter', [])).toBe('"Newsletter" has nothing ticked');
		expect(optOutIn('Newsletter', ['yes'])).toBeUndefined();
	});

	it.each<[object, string | undefined]>([
		[{ state: 'subscribed', opt_in_level: 'single_opt_in' }, undefined],
		[{ marketingState: 'SUBSCRIBED' }, undefined],
		[{ state: 'unsubscribed' }, '"unsubscribed"'],
		[{ state: 'not_subscribed' }, '"not_subscribed", which is neither yes nor no'],
		[{ state: null }, '"{"state":null}", which is neither yes nor no'],
	])("with Shopify's consent counts by its state: %j", (cell, shown) => {
		expect(optOutIn('email_marketing_consent', cell)).toBe(shown && `"email_marketing_consent" is ${shown}`);
	});
});

describe('an opt-out column', () => {
	const no = [false, 'false', 0, '0', 'no', 'N', 'nein', 'non', 'never', '-', 'n/a', 'none', 'null'];
	const noDate = ['0000-00-00 00:00:00', '0000-00-00'];
	it.each(['Opted Out', 'unsubscribed_at'])('with a no, or a date of zeros, is no opt-out: %s', (column) => {
		expect(accepted(column, [...no, ...noDate])).toEqual([...no, ...noDate]);
	});

	it.each<[unknown, unknown]>([
		...[true, 'yes', 1, 'x', '✓', 'maybe', 'active', 'not allowed', '2024-05-01'].map((cell): [unknown, unknown] => [
			cell,
			`"${cell}"`,
		]),
		[1_714_557_600, '"1714557600"'],
		[{ value: true }, '"{"value":true}"'],
		[{}, '"{}"'],
		[['no', 'yes'], '"yes"'],
		[new Date('2024-05-01T12:00:00Z'), expect.stringMatching(/^"Wed May 01 2024 /)],
		[new Date(Number.NaN), '"Invalid Date"'],
	])('with anything else is an opt-out: %j', (cell, shown) => {
		for (const column of ['Do Not Email', 'UNSUB_TIME'])
			expect(optOutIn(column, cell)?.replace(`"${column}" is `, '')).toEqual(shown);
	});
});

describe('a status column', () => {
	// prettier-ignore
	it.each([
		'unsubscribed', 'UNSUBSCRIBED', 'opted out', 'Opted-Out', 'cleaned', 'bounced', 'complained', 'blocked', 'suppressed', 'deleted', ['unsubscribed'],
	])('is an opt-out with %j', (cell) => {
		expect(optOutIn('Status', cell)).toBe(`"Status" is "${String(cell)}"`);
	});

	// prettier-ignore
	const others = [
		'subscribed', 'active', 'no', false, 0, '0', 'pending', 'cancelled', 'paid', 'Unsubscribable', 'payment declined', 'order deleted', { a: 1 }, '-', '__proto__',
	];
	it('is no opt-out with anything else, because it may be that of an order', () => {
		expect(accepted('Status', others)).toEqual(others);
	});

	it.each(['unsubscribed', 'Hard bounced', 'inactive', 'never_subscribed', 'no', false, 'pending', 'not cancelled'])(
		'needs a yes where it is that of a subscription: %j',
		(cell) => {
			expect(optOutIn('Subscription Status', cell)).toContain(`"Subscription Status" is "${String(cell)}"`);
			expect(optOutIn('Newsletter Status', 'active')).toBeUndefined();
		},
	);
});

describe('a column', () => {
	const empty = [undefined, null, '', '  ', '\u00a0', '\u200b', [''], [null], 'NULL'];
	it.each(['Subscribed', 'Unsubscribed', 'Unsubscribed At', 'Status'])('that is empty is no opt-out: %s', (column) => {
		expect(accepted(column, empty)).toEqual(empty);
	});

	it.each([
		['Email Opt In', 'no'],
		['Accepts Marketing', 'no'],
		['Marketing Consent', false],
		['Consent?', 'no'],
		['newsletter', 'n'],
		['Opt-Out', 'x'],
		['Has Opted Out of Email', true],
		['Unsubscribed Date', '2024-05-01'],
		['Email Blacklisted', 'Yes'],
		['hs_email_optout', 'true'],
		// The names of failed rows that come back.
		['input_status', 'unsubscribed'],
		['input_input_status', 'unsubscribed'],
	])('is recognized by its header "%s": %j', (column, cell) => {
		expect(optOutOf({ status: 401, [column]: cell })).toBe(`"${column}" is "${String(cell)}"`);
	});

	// prettier-ignore
	it.each([
		'Subscribed Products', 'Unsubscribe Link', 'Order Status', 'Newsletter Topic', 'my_status', 'Abgemeldet', 'constructor', 'x'.repeat(1_000_000),
	])('is not recognized by the header "%.30s"', (column) => {
		expect(optOutIn(column, 'unsubscribed')).toBeUndefined();
	});
});

describe('an item', () => {
	it.each<[object, string]>([
		[
			{ is_subscribed: true, Status: 'active', unsubscribed_at: '2024', 'Opt Out': 'yes' },
			'"unsubscribed_at" is "2024"',
		],
		[{ is_subscribed: true, 'Opt Out': 'yes' }, '"Opt Out" is "yes"'],
		[{ 'Opt Out': 'no', Subscribed: 'no' }, '"Subscribed" is "no"'],
	])('opts out by one of several columns, of which the first is named: %j', (json, shown) => {
		expect(optOutOf(json as never)).toBe(shown);
	});

	const body = { email: 'a@example.com', newsletter: 'no' };
	const result = { action: 'created', email: 'a@example.com', is_subscribed: true };
	it.each<[string, unknown, string | undefined]>([
		["of n8n's Webhook node counts by its body", { headers: {}, query: {}, body }, '"newsletter" is "no"'],
		['of another node does not', { body }, undefined],
		['whose body is text does not', { headers: {}, body: 'newsletter=no' }, undefined],
		['that is a result counts by its input', { ...result, input: { 'Opt Out': 'yes' } }, '"Opt Out" is "yes"'],
		['that is a result of a webhook does, too', { ...result, input: { headers: {}, body } }, '"newsletter" is "no"'],
		['that is a result may be subscribed', { ...result, input: { Subscribed: 'yes' } }, undefined],
		['that is no result has no input', { action: 7, input: { 'Opt Out': 'yes' } }, undefined],
		['may be a subscriber', { uuid: 's1', is_subscribed: true, unsubscribed_at: null }, undefined],
		['may be an unsubscribed one', { uuid: 's1', is_subscribed: false }, '"is_subscribed" is "false"'],
		...[null, undefined, 'text', 7, [{ Subscribed: 'no' }]].map((json): [string, unknown, undefined] => [
			'may be no object',
			json,
			undefined,
		]),
	])('%s: %j', (_, json, shown) => {
		expect(optOutOf(json as never)).toBe(shown);
	});
});
