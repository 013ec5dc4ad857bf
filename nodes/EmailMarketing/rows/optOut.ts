import type { IDataObject } from 'n8n-workflow';

import { plainText, quoted, textOf } from '../shared/text';
import { isRecord, type JsonRecord } from '../shared/values';

/** What a column says about mail to its person. An opt-in needs a yes, an opt-out a no; of a status, which may be that of an order, only some values count. */
export type Consent = 'opt-in' | 'opt-out' | 'status';

// prettier-ignore
const headers: Readonly<Record<Consent, readonly string[]>> = {
	'opt-in': [
		'Subscribed', 'Is Subscribed', 'Email Subscribed', 'Opt In', 'Opted In', 'Is Opted In', 'Has Opted In', 'Email Opt In', 'Marketing Opt In', 'Newsletter Opt In', 'Double Opt In',
		'Consent', 'Email Consent', 'Marketing Consent', 'Email Marketing Consent', 'Newsletter Consent', 'GDPR Consent', 'Accepts Marketing', 'Accepts Email Marketing',
		'Newsletter', 'Newsletter Subscription', 'Newsletter Status', 'Subscription Status', 'Email Subscription Status', 'Email Marketing Status',
	],
	'opt-out': [
		'Unsubscribed', 'Is Unsubscribed', 'Opt Out', 'Opted Out', 'Is Opted Out', 'Has Opted Out', 'Email Opt Out', 'Email Opted Out', 'Marketing Opt Out', 'Newsletter Opt Out',
		'Unsubscribed At', 'Unsubscribed On', 'Unsubscribed Date', 'Unsubscribe Date', 'Date Unsubscribed', 'Opted Out At', 'Opt Out Date',
		// Mailchimp, HubSpot, Salesforce and Brevo
		'UNSUB_TIME', 'hs_email_optout', 'Unsubscribed from All Email', 'Opted Out of Email', 'Has Opted Out of Email', 'Blacklisted', 'Email Blacklisted', 'Do Not Email', 'Do Not Contact', 'Suppressed', 'Blocked',
	],
	status: ['Status', 'Contact Status', 'Member Status', 'Subscriber Status', 'Email Status'],
};

const consents: ReadonlyMap<string, Consent> = new Map(
	(Object.keys(headers) as Consent[]).flatMap((consent) => headers[consent].map((name) => [plainText(name), consent])),
);

// prettier-ignore
const yes = wordsOf('yes, y, true, t, 1, x, on, ok, checked, ✓, ✔, ☑, ✅, subscribed, active, opted in, opt in, accepted, agreed, granted, confirmed, ja, j, wahr, oui, vrai, sí, s, verdadero, sim, verdadeiro, vero, waar');
// prettier-ignore
const no = wordsOf('no, n, false, f, 0, off, none, never, n/a, -, –, unchecked, ✗, ✘, ❌, ☐, nein, falsch, non, faux, falso, não, nee, onwaar');
const gone = wordsOf('unsubscribed, opted out, bounced, complained, cleaned, blocked, suppressed, deleted');
const nothing = wordsOf(', null, undefined, nil');

/** All rows have the same headers. */
const known = new Map<string, Consent | undefined>();

/** What a column with this header says, if anything. A failed row that comes back has `input_` in front of a name that the failure has too. */
export function consentOf(header: string): Consent | undefined {
	if (header.length > 100) return undefined;
	if (known.size >= 2000) known.clear();
	if (!known.has(header)) known.set(header, consents.get(plainText(header.replace(/^(input_)+/, ''))));
	return known.get(header);
}

/** Whether an item is a result of this node that comes in again, as in a loop. It has the row that it was made of under `input`. */
export function isResult(json: JsonRecord): boolean {
	return typeof json.action === 'string' && isRecord(json.input);
}

/** Why the person of an item must not be subscribed, by the item's own columns: a phrase such as `"Subscribed" is "no"`. */
export function optOutOf(json: IDataObject): string | undefined {
	if (!isRecord(json)) return undefined;
	for (const column of Object.keys(json)) {
		const consent = consentOf(column);
		const optOut = consent && optOutBy(column, consent, json[column]);
		if (optOut !== undefined) return optOut;
	}
	// n8n's Webhook node outputs what was sent next to its headers.
	if (isRecord(json.headers) && isRecord(json.body)) return optOutOf(json.body as IDataObject);
	return isResult(json) ? optOutOf(json.input as IDataObject) : undefined;
}

/** The same, of one cell; a list counts by each of its entries. */
export function optOutBy(column: string, consent: Consent, value: unknown): string | undefined {
	// The boxes of a form come as a list of those that are ticked.
	if (consent === 'opt-in' && Array.isArray(value) && value.length === 0) return `${quoted(column)} has nothing ticked`;
	// Shopify's consent is an object with a state.
	const cells = [value].flat().map((cell) => (isRecord(cell) ? (cell.state ?? cell.marketingState ?? cell) : cell));
	const cell = cells.find((one) => isOptOut(consent, wordOf(one)));
	if (cell === undefined) return undefined;
	const isUnclear = consent === 'opt-in' && !no.has(wordOf(cell)) && !gone.has(wordOf(cell));
	return `${quoted(column)} is ${quoted(textOf(cell))}${isUnclear ? ', which is neither yes nor no' : ''}`;
}

function isOptOut(consent: Consent, word: string): boolean {
	if (consent === 'status' || nothing.has(word)) return gone.has(word);
	// Databases write a date of zeros for none.
	return consent === 'opt-in' ? !yes.has(word) : !no.has(word) && !/^0+$/.test(word);
}

/** Letters and digits or, where there are none, the signs, such as ✓. */
function wordOf(cell: unknown): string {
	const text = textOf(cell ?? '');
	return plainText(text) || text.replace(/[\s\p{M}\p{C}]/gu, '');
}

function wordsOf(words: string): ReadonlySet<string> {
	return new Set(words.split(', ').map(wordOf));
}
