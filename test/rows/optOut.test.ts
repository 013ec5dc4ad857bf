import { optOutOf } from '../../nodes/EmailMarketing/rows/optOut';

const empty = [undefined, null, '', '  ', '\u00a0', '\u200b', [], [''], [null], 'null', 'NULL'];

describe('optOutOf', () => {
	it.each(
		['Subscribed', 'Unsubscribed', 'Unsubscribed At', 'Status'].flatMap((column) =>
			empty
				.filter((cell) => column !== 'Subscribed' || !Array.isArray(cell) || cell.length > 0)
				.map((cell): [string, unknown] => [column, cell]),
		),
	)('finds nothing in an empty "%s": %j', (column, cell) => {
		expect(optOutOf({ [column]: cell as string })).toBeUndefined();
	});

	it('finds a no in the boxes of a form of which none is ticked', () => {
		expect(optOutOf({ Newsletter: [] })).toBe('"Newsletter" has nothing ticked');
		expect(optOutOf({ Newsletter: ['yes'] })).toBeUndefined();
	});

	it.each(['Yes, please', 'Yes, unsubscribe me', 'yes and no', 'no, thanks'])(
		'finds no yes in an answer of several words: %s',
		(cell) => {
			expect(optOutOf({ Consent: cell })).toBe(`"Consent" is "${cell}", which is neither yes nor no`);
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
		'ON',
		'wahr',
		'opted in',
		['yes'],
	])('finds a yes in an opt-in column: %j', (cell) => {
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
		['nee', 'nee'],
		['unsubscribed', 'unsubscribed'],
		['opted out', 'opted out'],
		['never', 'never'],
		['-', '-'],
		['n/a', 'n/a'],
		['✗', '✗'],
		[['yes', 'no'], 'no'],
	])('finds a no in an opt-in column: %j', (cell, said) => {
		expect(optOutOf({ email: 'a@example.com', Subscribed: cell })).toBe(`"Subscribed" is "${said}"`);
	});

	it.each([
		['maybe', '"maybe"'],
		[2, '"2"'],
		[{ a: 1 }, '"{"a":1}"'],
		['declined', '"declined"'],
		['tak', '"tak"'],
		['2024-01-01', '"2024-01-01"'],
		['?', '"?"'],
		['yes and no', '"yes and no"'],
		['constructor', '"constructor"'],
	])('skips what is neither yes nor no in an opt-in column: %j', (cell, said) => {
		expect(optOutOf({ is_subscribed: cell })).toBe(`"is_subscribed" is ${said}, which is neither yes nor no`);
	});

	it.each([false, 'false', 0, '0', 'no', 'N', 'nein', 'non', '-', 'n/a', 'none', '0000-00-00 00:00:00'])(
		'finds nothing in an opt-out column with a no: %j',
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
		[{ value: true }, '"{"value":true}"'],
		[['no', 'yes'], '"yes"'],
	])('finds that the person has gone in is_unsubscribed: %j', (cell, said) => {
		expect(optOutOf({ 'Do Not Email': cell })).toBe(`"Do Not Email" is ${said}`);
	});

	it.each(['0000-00-00 00:00:00', '0000-00-00', 'null', '-', 0, '0', false, 'no', 'never', 'n/a'])(
		'finds nothing in unsubscribed_at: %j',
		(cell) => {
			expect(optOutOf({ unsubscribed_at: cell })).toBeUndefined();
		},
	);

	it.each([
		['2024-05-01 10:00:00', '"2024-05-01 10:00:00"'],
		[1_714_557_600, '"1714557600"'],
		['x', '"x"'],
		[new Date('2024-05-01T12:00:00Z'), expect.stringMatching(/^"Wed May 01 2024 /)],
		[new Date(Number.NaN), '"Invalid Date"'],
		[{}, '"{}"'],
	])('finds that the person has gone in unsubscribed_at: %j', (cell, said) => {
		expect(optOutOf({ UNSUB_TIME: cell })?.replace('"UNSUB_TIME" is ', '')).toEqual(said);
	});

	it.each([
		'unsubscribed',
		'Unsubscribed',
		'UNSUBSCRIBED',
		'opted out',
		'Opted-Out',
		'cleaned',
		'bounced',
		'complained',
		'blocked',
		'suppressed',
		'deleted',
		['unsubscribed'],
	])('finds an opt-out in a status: %j', (cell) => {
		expect(optOutOf({ Status: cell })).toBe(`"Status" is "${String(cell)}"`);
	});

	it.each([
		'subscribed',
		'active',
		'new',
		'N',
		'no',
		false,
		0,
		'0',
		'customer',
		'pending',
		'cancelled',
		'done',
		'paid',
		'Unsubscribable',
		'payment declined',
		'order deleted',
		{ a: 1 },
		'-',
		'__proto__',
	])('finds nothing in another status, which may be that of an order: %j', (cell) => {
		expect(optOutOf({ Status: cell })).toBeUndefined();
	});

	it.each([
		'unsubscribed',
		'opted out',
		'cleaned',
		'Hard bounced',
		'spam',
		'abgemeldet',
		'inactive',
		'non-subscribed',
		'never_subscribed',
		'no',
		false,
		'Unsubscribed by admin',
		'cancelled',
		'pending',
		'Pending (double opt-in)',
		'not cancelled',
	])('needs a yes in the status of a subscription: %j', (cell) => {
		expect(optOutOf({ 'Subscription Status': cell })).toContain(`"Subscription Status" is "${String(cell)}"`);
		expect(optOutOf({ 'Subscription Status': 'Subscribed', 'Newsletter Status': 'active' })).toBeUndefined();
	});

	it.each<[object, string | undefined]>([
		[{ state: 'subscribed', opt_in_level: 'single_opt_in' }, undefined],
		[{ marketingState: 'SUBSCRIBED' }, undefined],
		[{ state: 'not_subscribed' }, '"email_marketing_consent" is "not_subscribed", which is neither yes nor no'],
		[{ state: 'unsubscribed' }, '"email_marketing_consent" is "unsubscribed"'],
		[{ state: 'pending' }, '"email_marketing_consent" is "pending", which is neither yes nor no'],
		[{ state: null }, '"email_marketing_consent" is "{"state":null}", which is neither yes nor no'],
	])("finds the state in Shopify's consent: %j", (cell, said) => {
		expect(optOutOf({ email_marketing_consent: cell })).toBe(said);
	});

	it.each([
		['Email Opt In', 'no'],
		['Accepts Marketing', 'no'],
		['Accepts Email Marketing', 'nein'],
		['Marketing Consent', false],
		['Consent?', 'no'],
		['newsletter', 'n'],
		['Opt-Out', 'x'],
		['Has Opted Out of Email', true],
		['Unsubscribed Date', '2024-05-01'],
		['Email Blacklisted', 'Yes'],
		['hs_email_optout', 'true'],
	])('knows the header "%s": %j', (column, cell) => {
		expect(optOutOf({ [column]: cell })).toBe(`"${column}" is "${String(cell)}"`);
	});

	it.each([
		'Subscribed Products',
		'Unsubscribe Link',
		'Order Status',
		'Newsletter Topic',
		'my_status',
		'Abgemeldet',
		'constructor',
		'x'.repeat(1_000_000),
	])('finds nothing under the header "%.30s"', (column) => {
		expect(optOutOf({ [column]: 'unsubscribed' })).toBeUndefined();
	});

	it.each(['input_status', 'input_input_status'])('reads %s as a status that the node has renamed', (column) => {
		expect(optOutOf({ status: 401, [column]: 'unsubscribed' })).toBe(`"${column}" is "unsubscribed"`);
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

	it.each<[object, string]>([
		[{ is_subscribed: true, 'Opt Out': 'yes' }, '"Opt Out" is "yes"'],
		[{ 'Opt Out': 'no', Subscribed: 'no' }, '"Subscribed" is "no"'],
	])('takes a contradiction for an opt-out: %j', (json, said) => {
		expect(optOutOf(json as never)).toBe(said);
	});

	it("reads what n8n's Webhook node received", () => {
		const body = { email: 'a@example.com', newsletter: 'no' };
		expect(optOutOf({ headers: {}, params: {}, query: {}, body })).toBe('"newsletter" is "no"');
		expect(optOutOf({ body })).toBeUndefined();
		expect(optOutOf({ headers: {}, body: 'newsletter=no' })).toBeUndefined();
	});

	it('reads the row that a result of this node was made of', () => {
		const result = { action: 'created', email: 'a@example.com', is_subscribed: true };
		expect(optOutOf({ ...result, input: { 'Opt Out': 'yes' } })).toBe('"Opt Out" is "yes"');
		expect(optOutOf({ ...result, input: { headers: {}, body: { newsletter: 'no' } } })).toBe('"newsletter" is "no"');
		expect(optOutOf({ ...result, input: { Subscribed: 'yes' } })).toBeUndefined();
		expect(optOutOf({ action: 7, input: { 'Opt Out': 'yes' } })).toBeUndefined();
	});

	it.each([null, undefined, 'text', 7, [], [{ Subscribed: 'no' }]])(
		'finds nothing in %j, which is no object',
		(json) => {
			expect(optOutOf(json as never)).toBeUndefined();
		},
	);

	it('takes a subscriber as the service gives it', () => {
		expect(optOutOf({ uuid: 's1', is_subscribed: true, unsubscribed_at: null })).toBeUndefined();
		expect(optOutOf({ uuid: 's1', is_subscribed: false, unsubscribed_at: null })).toBe('"is_subscribed" is "false"');
	});
});
