import { ConsentReader } from '../../nodes/EmailMarketing/rows/optOut';
import { rowOf } from '../engine/support';

/** What the items of one run say, each by itself. */
function judge(items: readonly unknown[]) {
	const reader = new ConsentReader();
	for (const item of items) reader.collect([item]);
	return items.map((item) => reader.judge([item]));
}
const optOutOf = (json: unknown): string | undefined => judge([json])[0]?.reason;
/** Why a row with this one column opts out. */
const optOutIn = (column: string, cell: unknown): string | undefined => optOutOf({ [column]: cell });
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

	// prettier-ignore
	it.each([
		false, 'FALSE', 0, '0', 'no', 'N', 'nein', 'non', 'falsch', 'faux', 'não', 'nee', 'unsubscribed', 'opted out', 'never', '-', 'n/a', '✗', '0000-00-00',
	])('with a no is an opt-out: %j', (cell) => {
		expect(optOutIn('Subscribed', cell)).toBe(`"Subscribed" is "${cell}"`);
		expect(optOutIn('Subscribed', ['yes', cell])).toBe(`"Subscribed" is "${cell}"`);
	});

	// prettier-ignore
	it.each([
		'maybe', 2, '10', 'tak', 'until 2024-01-01', '1.0.2', '?', 'yes and no', 'Yes, unsubscribe me', 'constructor',
	])('with something else is an opt-out, which is unclear: %j', (cell) => {
		expect(optOutIn('is_subscribed', cell)).toBe(`"is_subscribed" is "${cell}", which is neither yes nor no`);
	});

	it('with something else is shown as JSON and shortened', () => {
		expect(optOutIn('Opt In', { a: 1 })).toContain('"Opt In" is "{"a":1}", which');
		expect(optOutIn('Opt In', 'perhaps '.repeat(9))).toContain(`is "${'perhaps '.repeat(5).slice(0, 39)}…", which`);
	});

	// prettier-ignore
	const dates = [
		'2024-05-31', '2024-05-31 10:00:00', '2024-05-31T10:00:00.000Z', '2024-05-31T10:00:00+02:00', '5/31/24', '5/31/2024 10:00 AM', '31.05.2024',
		'May 31, 2024', '31 May 2024 10:00:00 UTC', 1_714_557_600, '1714557600000', new Date('2024-05-01T12:00:00Z'),
	];
	it('with a date is no opt-out', () => {
		expect(accepted('Subscribed', dates)).toEqual(dates);
	});

	it('with the boxes of a form is an opt-out where none is ticked', () => {
		expect(optOutIn('Newsletter', [])).toBe('"Newsletter" has nothing ticked');
		expect(accepted('Newsletter', [['yes'], ['', 'yes']])).toHaveLength(2);
	});

	it.each<[object, string | undefined]>([
		[{ state: 'subscribed', opt_in_level: 'single_opt_in' }, undefined],
		[{ marketingState: 'SUBSCRIBED' }, undefined],
		[{ state: 'unsubscribed' }, '"unsubscribed"'],
		[{ state: 'not_subscribed' }, '"not_subscribed"'],
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

	it.each([true, 'yes', 1, 'x', '✓', 'maybe', 'active', 'not allowed', '2024-05-01', 1_714_557_600])(
		'with anything else is an opt-out: %j',
		(cell) => {
			for (const column of ['Do Not Email', 'UNSUB_TIME'])
				expect(optOutIn(column, cell)).toBe(`"${column}" is "${cell}"`);
		},
	);

	it.each<[unknown, string]>([
		[{ value: true }, '"{"value":true}"'],
		[{}, '"{}"'],
		[['no', 'yes'], '"yes"'],
		[new Date('2024-05-01T12:00:00Z'), '"Wed May 01 2024 '],
		[new Date(Number.NaN), '"Invalid Date"'],
	])('is an opt-out with %j', (cell, shown) => {
		expect(optOutIn('Do Not Email', cell)).toContain(`"Do Not Email" is ${shown}`);
	});
});

describe('a status column', () => {
	// prettier-ignore
	it.each([
		'unsubscribed', 'UNSUBSCRIBED', 'opted out', 'Opted-Out', 'cleaned', 'bounced', 'complained', 'blocked', 'suppressed', 'deleted', ['unsubscribed'],
		'pending', 'cancelled',
	])('is an opt-out with %j', (cell) => {
		expect(optOutIn('Status', cell)).toBe(`"Status" is "${String(cell)}"`);
	});

	// prettier-ignore
	const others = [
		'subscribed', 'active', 'no', false, 0, '0', 'paid', 'Unsubscribable', 'payment declined', 'order deleted', { a: 1 }, '-', '__proto__',
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
	it.each(['Unsubscribed', 'Unsubscribed At', 'Status', 'is_subscribed'])(
		'that is empty is no opt-out: %s',
		(column) => {
			expect(accepted(column, empty)).toEqual(empty);
		},
	);

	it.each(empty)('that is empty is an opt-out where it is an opt-in: %j', (cell) => {
		for (const column of ['Subscribed', 'Is Subscribed', 'Newsletter'])
			expect(optOutIn(column, cell)).toBe(`"${column}" is empty`);
	});

	it.each([
		['Opt Out Reason', 'Too many emails'],
		['Unsubscribed Count', 3],
		['Newsletter unsubscribed on', '2024-05-01'],
		['hs_email_optout_8363428', 'true'],
		['Globally Blocklisted', 'x'],
		['Email & SMS blacklisted', 'yes'],
	])('is an opt-out where its header contains the word: "%s": %j', (column, cell) => {
		expect(optOutIn(column, cell)).toBe(`"${column}" is "${String(cell)}"`);
		expect(accepted(column, ['', 0, '0', 'no', false, null])).toHaveLength(6);
	});

	it.each(['input_status', 'input_input_status'])('is that of a failed row that comes back: %s', (column) => {
		expect(optOutOf({ status: 401, [column]: 'unsubscribed' })).toBe(`"${column}" is "unsubscribed"`);
	});
});

describe('an item', () => {
	const body = { email: 'a@example.com', newsletter: 'no' };
	const result = rowOf({ action: 'created', email: 'a@example.com', is_subscribed: true });
	it.each<[string, unknown, string | undefined]>([
		["of n8n's Webhook node counts by its body", { headers: {}, query: {}, body }, '"newsletter" is "no"'],
		['of another node does not', { body }, undefined],
		['whose body is text does not', { headers: {}, body: 'newsletter=no' }, undefined],
		['that is a result counts by its input', { ...result, input: { 'Opt Out': 'yes' } }, '"Opt Out" is "yes"'],
		['that is a result of a webhook does, too', { ...result, input: { headers: {}, body } }, '"newsletter" is "no"'],
		['that is a result may be subscribed', { ...result, input: { Subscribed: 'yes' } }, undefined],
		[
			'that is a result without an input counts by its state',
			{ ...result, is_subscribed: false },
			'"is_subscribed" is "false"',
		],
		[
			'that is no result has no input',
			{ action: 'created', email: 'a@example.com', reason: '', input: { 'Opt Out': 'yes' } },
			undefined,
		],
		['may be a subscriber', { uuid: 's1', is_subscribed: true, unsubscribed_at: null }, undefined],
		['may be an unsubscribed one', { uuid: 's1', is_subscribed: false }, '"is_subscribed" is "false"'],
		...[null, undefined, 'text', 7, [{ Subscribed: 'no' }]].map((json): [string, unknown, undefined] => [
			'may be no object',
			json,
			undefined,
		]),
	])('%s: %j', (_, json, shown) => {
		expect(optOutOf(json)).toBe(shown);
	});
});

const ownRow = rowOf({ action: 'created', email: 'a@example.com' });

describe('an opt-out that is clear enough to unsubscribe somebody by', () => {
	const isClear = (json: unknown): boolean => judge([json])[0]?.isClear ?? false;

	// prettier-ignore
	const clear = [
		{ Unsubscribed: 'yes' }, { Unsubscribed: ['yes', 'x'] }, { 'Opt Out': true }, { unsubscribed_at: '2024-05-31T10:00:00Z' },
		{ UNSUB_TIME: '2024-05-31 10:00:00' }, { Newsletter: 'no' }, { input_Newsletter: 'no' }, { 'Accepts Marketing': 'nein' },
		{ Newsletter: 'unsubscribed' }, { is_subscribed: false }, { 'Opt In': 0 }, { Status: 'Unsubscribed' }, { Status: 'opted-out' },
		{ 'Email Status': 'bounced' }, { 'Subscription Status': 'complained' }, { email_marketing_consent: { state: 'unsubscribed' } },
		{ is_subscribed: true, Blocked: 'yes' }, { ...ownRow, Newsletter: 'no' }, { ...ownRow, input: { Newsletter: 'no' } },
	];
	it.each(clear)('is a plain no, a plain opt-out or its date: %j', (json) => {
		expect([isClear(json), optOutOf(json)]).toEqual([true, expect.any(String)]);
	});

	// prettier-ignore
	const unclear = [
		{ Newsletter: '' }, { Newsletter: [] }, { Newsletter: ['yes', 'no'] }, { Newsletter: 'maybe' }, { Newsletter: 'n/a' }, { Newsletter: 'never' },
		{ CONFIRM_TIME: '0000-00-00 00:00:00' }, { 'Opt Out': 'perhaps' }, { 'Opt Out': 'active' }, { 'Opt Out': { a: 1 } },
		{ 'Wholesale unsubscribed on': '2024-05-31' }, { hs_email_optout_836: 'true' }, { IsOptInPending: true }, { Status: 'pending' },
		{ Status: 'archived' }, { Status: 'unconfirmed' }, { Status: 'transactional' }, { Status: 'cancelled' },
		{ Status: 'no', Newsletter: 'maybe' }, { email_marketing_consent: { state: 'not_subscribed' } },
		// It may be a telephone number.
		{ Unsubscribed: '9876543210' },
		// The row may have been skipped.
		{ ...ownRow, is_subscribed: false },
	];
	it.each(unclear)('is nothing else: %j', (json) => {
		expect([isClear(json), optOutOf(json)]).toEqual([false, expect.any(String)]);
	});

	// prettier-ignore
	const others = [
		{}, { email: 'a@example.com' }, { Newsletter: 'yes' }, { Unsubscribed: 'no' }, { Unsubscribed: [] }, { unsubscribed_at: '0000-00-00 00:00:00' },
		{ Status: 'no' }, { Status: 0 },
	];
	it.each(others)('is not where nobody opted out: %j', (json) => {
		expect([isClear(json), optOutOf(json)]).toEqual([false, undefined]);
	});
});

/** Columns of well-known exports and of the services' own APIs, and whether the person may be mailed. */
// prettier-ignore
const exported: ReadonlyArray<readonly [product: string, mayBeMailed: boolean, row: object]> = [
	['Mailchimp', true, { OPTIN_TIME: '', CONFIRM_TIME: '2015-03-16 14:40:47', LAST_CHANGED: '2015-03-16 14:40:47' }],
	['Mailchimp', true, { OPTIN_TIME: '2018-10-11 09:55:14', CONFIRM_TIME: '2018-10-11 09:55:14', UNSUB_TIME: '' }],
	['Mailchimp', false, { OPTIN_TIME: '', CONFIRM_TIME: '' }],
	['Mailchimp', false, { OPTIN_TIME: '2018-10-11 09:55:14', CONFIRM_TIME: '2018-10-11 09:55:14', UNSUB_TIME: '2019-01-01 10:00:00' }],
	['Mailchimp', false, { CONFIRM_TIME: '2018-10-11 09:55:14', CLEAN_TIME: '2019-01-01 10:00:00' }],
	['Mailchimp', true, { 'Email Marketing': 'Subscribed' }],
	...['Unsubscribed', 'Non-subscribed', ''].map((state) => ['Mailchimp', false, { 'Email Marketing': state }] as const),
	['BigCommerce', false, { 'Receive Marketing Emails': 'No' }],
	['MailPoet', false, { 'Global status': 'Unsubscribed' }],
	['a sheet in German', false, { Status: 'abgemeldet' }],
	...['unsubscribed', 'cleaned', 'pending', 'transactional', 'archived', 'nonsubscribed'].map((status) => ['Mailchimp', false, { status }] as const),
	['MailerLite', true, { Status: 'active', Subscribed: '2023-04-01 08:00:00', unsubscribed_at: null }],
	...['unsubscribed', 'unconfirmed', 'bounced', 'junk'].map((Status) => ['MailerLite', false, { Status }] as const),
	['Brevo', true, { EMAIL_BLACKLISTED: 'No', SMS_BLACKLISTED: 'Yes' }],
	['Brevo', true, { emailBlacklisted: false, smsBlacklisted: true, listUnsubscribed: [] }],
	['Brevo', false, { EMAIL_BLACKLISTED: 'Yes', SMS_BLACKLISTED: 'No' }],
	['Brevo', false, { emailBlacklisted: false, listUnsubscribed: [4] }],
	['Brevo', false, { 'Blocklisted Email': '1' }],
	['HubSpot', true, { 'Unsubscribed from all email': 'No', 'Opted out of email: Marketing Information': '' }],
	['HubSpot', false, { 'Unsubscribed from all email': 'TRUE' }],
	['HubSpot', false, { 'Unsubscribed from all email': '', 'Opted out of email: Marketing Information': 'true' }],
	['Klaviyo', true, { 'Email Marketing Consent': 'SUBSCRIBED', 'Email Suppressions': '[]' }],
	['Klaviyo', false, { 'Email Marketing Consent': 'NEVER_SUBSCRIBED' }],
	['Klaviyo', false, { 'Email Marketing Consent': 'UNSUBSCRIBED' }],
	['Klaviyo', false, { 'Email Marketing Consent': '' }],
	['Klaviyo', false, { 'Email Marketing Consent': 'SUBSCRIBED', 'Email Suppressions': "['HARD_BOUNCE']" }],
	['Pipedrive', true, { 'Person - Marketing status': 'Subscribed' }],
	...['No consent', 'Unsubscribed', 'Bounced', 'Archived'].map((status) => ['Pipedrive', false, { 'Person - Marketing status': status }] as const),
	['Pipedrive', false, { marketing_status: 'no_consent' }],
	['Shopify', true, { 'Accepts Email Marketing': 'yes', 'Accepts SMS Marketing': 'no' }],
	['Shopify', false, { 'Accepts Email Marketing': 'no' }],
	...['not_subscribed', 'pending', 'unsubscribed', 'redacted', 'invalid'].map((state) => ['Shopify', false, { email_marketing_consent: { state } }] as const),
	['Shopify', false, { email_marketing_consent: null }],
	['Salesforce', true, { 'Email Opt Out': '0', 'Fax Opt Out': '1' }],
	['Salesforce', true, { HasOptedOutOfEmail: false, HasOptedOutOfFax: true }],
	['Salesforce', false, { 'Email Opt Out': '1' }],
	['Salesforce', false, { HasOptedOutOfEmail: true }],
	['Constant Contact', true, { 'Email status': 'Active', 'Email permission status': 'Express', 'Confirmed Opt-Out Date': '' }],
	['Constant Contact', false, { 'Email status': 'Unsubscribed' }],
	['Constant Contact', false, { 'Email status': 'Non-subscriber' }],
	['Constant Contact', false, { 'Email permission status': 'Awaiting confirmation' }],
	['Constant Contact', false, { 'Email permission status': 'Express', 'Confirmed Opt-Out Date': '05/31/2024 10:00' }],
	['Constant Contact', false, { permission_to_send: 'pending_confirmation' }],
	['Campaign Monitor', true, { State: 'Active', ConsentToTrack: 'No' }],
	['Campaign Monitor', true, { State: 'CA' }],
	...['Unsubscribed', 'Unconfirmed', 'Bounced', 'Deleted'].map((State) => ['Campaign Monitor', false, { State }] as const),
	['Mailjet', true, { IsExcludedFromCampaigns: false, IsOptInPending: false, UnsubscribedAt: '' }],
	['Mailjet', false, { IsExcludedFromCampaigns: true }],
	['Mailjet', false, { IsUnsubscribed: true }],
	['Mailjet', false, { IsUnsub: 'true' }],
	['Omnisend', true, { 'Email status': 'subscribed' }],
	...['unsubscribed', 'nonSubscribed'].map((status) => ['Omnisend', false, { 'Email status': status }] as const),
	['Drip', true, { status: 'active', eu_consent: 'unknown' }],
	...['unsubscribed', 'undeliverable'].map((status) => ['Drip', false, { status }] as const),
	['Drip', false, { status: 'active', eu_consent: 'denied' }],
	['Wix', false, { 'Email subscriber status': 'Never subscribed' }],
	['Ghost', true, { subscribed_to_emails: true }],
	['Ghost', false, { subscribed_to_emails: false }],
	['Substack', false, { email_disabled: 'true' }],
];

describe('a row of an export', () => {
	it.each(exported)('of %s may be mailed: %s, by %j', (_, mayBeMailed, row) => {
		expect(optOutOf({ email: 'a@example.com', ...row }) === undefined).toBe(mayBeMailed);
	});
});

describe('an opt-in column that only some items have', () => {
	const optOuts = (items: readonly unknown[]) => judge(items).map((optOut) => optOut?.reason);
	const missing = '"Newsletter" is empty';

	const webhook = (body: object): object => ({ headers: {}, body });
	const resultOf = (input: object): object => ({ ...ownRow, input });
	// prettier-ignore
	it.each<[string, unknown[], Array<string | undefined>]>([
		['first', [{ Newsletter: 'yes' }, { email: 'b' }], [undefined, missing]],
		['last', [{ email: 'b' }, { Newsletter: 'yes' }], [missing, undefined]],
		['in other letters', [{ Newsletter: 'yes' }, { NEWSLETTER: 'yes' }, { input_newsletter: 'yes' }], [undefined, undefined, undefined]],
		['in the body of a webhook', [webhook({ Newsletter: 'yes' }), webhook({})], [undefined, missing]],
		['in the input of a result', [resultOf({ Newsletter: 'yes' }), resultOf({})], [undefined, missing]],
		['next to results, which were checked when they were made', [{ Newsletter: 'yes' }, ownRow, { ...ownRow, is_subscribed: false }, {}], [undefined, undefined, '"is_subscribed" is "false"', missing]],
		['in two spellings, of which the first is shown', [{ NEWSLETTER: 'yes' }, { Newsletter: 'yes' }, {}], [undefined, undefined, '"NEWSLETTER" is empty']],
		['one of two', [{ Newsletter: 'yes', Consent: 'yes' }, { Newsletter: 'yes' }], [undefined, '"Consent" is empty']],
		['with an opt-out in another', [{ Newsletter: 'yes' }, { 'Opt Out': 'yes' }], [undefined, '"Opt Out" is "yes"']],
		['and is the state of our own rows', [{ is_subscribed: true }, { is_subscribed: null }, {}], [undefined, undefined, undefined]],
	])('is blank in the others: it comes %s', (_, items, expected) => {
		expect(optOuts(items)).toEqual(expected);
	});
});
