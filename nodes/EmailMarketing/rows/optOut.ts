import { plainText, quoted, textOf } from '../shared/text';
import { isRecord, type JsonRecord } from '../shared/values';

/** How a column expresses consent: an opt-in needs a yes, an opt-out a no. A status may be that of an order. */
export type Consent = 'opt-in' | 'opt-out' | 'status';

export interface OptOut {
	/** Why the person must not be subscribed, such as `"Subscribed" is "no"`. Call it once all items are read. */
	readonly reason: () => string | undefined;
	/** Whether people may be unsubscribed by it. */
	readonly isClear: boolean;
}

// prettier-ignore
const headers: Readonly<Record<Consent, readonly string[]>> = {
	'opt-in': [
		'Subscribed', 'Is Subscribed', 'Email Subscribed', 'Opt In', 'Opted In', 'Is Opted In', 'Has Opted In', 'Email Opt In', 'Marketing Opt In', 'Newsletter Opt In', 'Double Opt In',
		'Consent', 'Email Consent', 'Marketing Consent', 'Email Marketing Consent', 'Newsletter Consent', 'GDPR Consent', 'Accepts Marketing', 'Accepts Email Marketing',
		'Newsletter', 'Newsletter Subscription', 'Newsletter Status', 'Subscription Status', 'Email Subscription Status', 'Email Marketing Status',
		'CONFIRM_TIME', 'Email Marketing', 'Subscribed to Emails', // Mailchimp (whose OPTIN_TIME is blank for imported subscribers), Ghost
		'Receive Marketing Emails', 'Newsletter Subscriber', // BigCommerce
	],
	'opt-out': [
		'Unsubscribed', 'Is Unsubscribed', 'Opt Out', 'Opted Out', 'Is Opted Out', 'Has Opted Out', 'Email Opt Out', 'Email Opted Out', 'Marketing Opt Out', 'Newsletter Opt Out',
		'Unsubscribed At', 'Unsubscribed On', 'Unsubscribed Date', 'Unsubscribe Date', 'Date Unsubscribed', 'Opted Out At', 'Opt Out Date',
		// Mailchimp, HubSpot, Salesforce and Brevo
		'UNSUB_TIME', 'hs_email_optout', 'Unsubscribed from All Email', 'Opted Out of Email', 'Has Opted Out of Email', 'Blacklisted', 'Email Blacklisted', 'Do Not Email', 'Do Not Contact', 'Suppressed', 'Blocked',
		'Has Hard Bounced', 'Hard Bounced', 'Marked Email as Spam', // Intercom
		// Mailchimp, Klaviyo, Mailjet and Substack
		'CLEAN_TIME', 'Email Suppressions', 'IsUnsub', 'IsExcludedFromCampaigns', 'IsSpamComplaining', 'Email Disabled',
	],
	status: [
		'Status', 'Contact Status', 'Member Status', 'Subscriber Status', 'Email Status', 'Marketing Status', 'Person - Marketing Status', // Pipedrive
		'State', 'Email Permission Status', 'Permission to Send', 'Email Subscriber Status', 'EU Consent', // Campaign Monitor, Constant Contact, Wix, Drip
		'Email Permission to Send', 'Email Status - Primary Address', 'Global Status', // Constant Contact, MailPoet
	],
};

/** Headers with one of these words, except links and those about other channels, such as Brevo's SMS_BLACKLISTED. */
const optOutName =
	/^(?!.*(link|url)$)(?=.*mail|(?!.*(sms|whatsapp|fax))).*(unsubscribed|optedout|optout|isoptinpending|blacklisted|blocklisted).*/;

const consents: ReadonlyMap<string, Consent> = new Map(
	(Object.keys(headers) as Consent[]).flatMap((consent) => headers[consent].map((name) => [plainText(name), consent])),
);

// prettier-ignore
const plainYes = wordsOf('yes, y, true, t, 1, x, on, checked, ✓, ✔, ☑, ✅, ja, j, wahr, oui, vrai, sí, s, verdadero, sim, verdadeiro, vero, waar');
const yes = wordsOf(...plainYes, 'ok, subscribed, active, opted in, opt in, accepted, agreed, granted, confirmed');
// prettier-ignore
const plainNo = wordsOf('no, n, false, f, 0, off, unchecked, ✗, ✘, ❌, ☐, nein, falsch, non, faux, falso, não, nee, onwaar');
const no = wordsOf(...plainNo, 'none, never, n/a, -, –');
const clearlyGone = wordsOf('unsubscribed, opted out, bounced, complained');
// prettier-ignore
const gone = wordsOf(
	'unsubscribed, opted out, bounced, complained, cleaned, blocked, suppressed, deleted',
	'transactional, non subscribed, pending, archived', // Mailchimp, Omnisend
	'unconfirmed, junk, cancelled', // MailerLite, ActiveCampaign, Kit
	'never subscribed, not subscribed, no consent', // Klaviyo, Wix, Shopify, Pipedrive
	'undeliverable, denied', // Drip
	'abgemeldet, désabonné, désinscrit, dado de baja, descadastrado, disiscritto, uitgeschreven, afgemeld',
	'non subscriber, not set, temp hold, no permissions set, pending confirmation, awaiting confirmation', // Constant Contact
);
const nothing = wordsOf(', null, undefined, nil, []');

const month = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const day = `\\d{4}[-/.]\\d\\d?[-/.]\\d\\d?|\\d\\d?[-/.]\\d\\d?[-/.](\\d\\d){1,2}|(${month} \\d\\d?|\\d\\d? ${month}),? \\d{4}`;
const time = '[T ,]+\\d\\d?:\\d\\d[\\d:.]*( ?[ap]m)? ?(Z|UTC|GMT)?([+-]\\d\\d:?\\d\\d)?( \\(.*\\))?';
/** A date and nothing else, with or without a time, or Unix time in seconds or milliseconds. */
const dateAlone = new RegExp(`^\\s*(([a-z]{3},? )?(${day})(${time})?|\\d{10}|\\d{13})\\s*$`, 'i');

/** A cache: most rows have the same headers. */
const known = new Map<string, Consent | undefined>();

/** How a column with this header expresses consent, if it does. */
export function consentOf(header: string): Consent | undefined {
	if (header.length > 100) return undefined;
	if (known.size >= 2000) known.clear();
	if (!known.has(header)) {
		const name = nameOf(header).replace(optOutName, 'optout');
		known.set(header, consents.get(name));
	}
	return known.get(header);
}

/** A header as plain text, without the `input_` that a failure of this node puts before some columns. */
function nameOf(header: string): string {
	return plainText(header.replace(/^(input_)+/, ''));
}

/** The service's own column, also in results of this node. Where it is blank, the state is unknown. */
const ownState = 'is_subscribed';

/** Whether an item is an earlier row of this node, as in a loop. The input may be under `input`. */
export function isResult(json: JsonRecord): boolean {
	return ['action', 'email', 'reason', 'changes', 'is_subscribed', 'uuid'].every((key) => Object.hasOwn(json, key));
}

/** A result without its input. Its columns were checked when it was made: its own state has the outcome. */
function isResultAlone(json: unknown): boolean {
	return isRecord(json) && isResult(json) && !isRecord(json.input);
}

/** Finds the people in a run who must not be subscribed. */
export class OptOutReader {
	/** Opt-in columns of all items → why an item without it is skipped: n8n's file readers omit blank cells. */
	private readonly optIns = new Map<string, string>();
	/** Shared by all items without such a column, to save memory: most of a long list. */
	private readonly silent: OptOut = { reason: () => this.missing([]), isClear: false };

	/** Reads an item and the objects in it whose columns count too. */
	read(objects: readonly unknown[]): OptOut {
		const own: string[] = [];
		let optOut: string | undefined;
		let isClear = false;
		for (const object of objects.flatMap(withInner)) {
			for (const column of Object.keys(object)) {
				const consent = consentOf(column);
				if (consent === undefined) continue;
				optOut ??= optOutBy(column, consent, object[column]);
				// A state that this node has reported may be that of a skipped row.
				const isReported = column === ownState && isResult(object);
				const isOwnWord = consents.has(nameOf(column)) && !isReported;
				isClear ||= isOwnWord && isClearNo(consent, object[column]);
				if (consent !== 'opt-in' || column === ownState) continue;
				const name = nameOf(column);
				own.push(name);
				if (!this.optIns.has(name)) this.optIns.set(name, `${quoted(column)} is empty`);
			}
		}
		const isAlone = objects.some(isResultAlone);
		if (optOut === undefined && own.length === 0 && !isAlone) return this.silent;
		return { reason: () => optOut ?? (isAlone ? undefined : this.missing(own)), isClear };
	}

	/** Why an item with these opt-in columns is skipped: it lacks one that another item has. */
	private missing(own: readonly string[]): string | undefined {
		return [...this.optIns].find(([name]) => !own.includes(name))?.[1];
	}
}

/** An object, and those in it that hold the same row: the body of n8n's Webhook node, or the input of a result. */
function withInner(object: unknown): JsonRecord[] {
	if (!isRecord(object)) return [];
	if (isRecord(object.headers) && isRecord(object.body)) return [object, ...withInner(object.body)];
	return isResult(object) ? [object, ...withInner(object.input)] : [object];
}

/** Why a cell opts its person out, if it does. Each entry of an array counts. */
export function optOutBy(column: string, consent: Consent, value: unknown): string | undefined {
	// A form's checkboxes arrive as an array of those that are ticked.
	if (consent === 'opt-in' && Array.isArray(value) && value.length === 0) return `${quoted(column)} has nothing ticked`;
	const cells = [value].flat().map(stateOf);
	const needsYes = consent === 'opt-in' && column !== ownState;
	if (needsYes && cells.every((one) => nothing.has(wordOf(one)))) return `${quoted(column)} is empty`;
	const cell = cells.find((one) => isOptOut(consent, one));
	if (cell === undefined) return undefined;
	const isUnclear = consent === 'opt-in' && !no.has(wordOf(cell)) && !gone.has(wordOf(cell));
	const remark = isUnclear ? ', which is neither yes nor no' : '';
	return `${quoted(column)} is ${quoted(textOf(cell))}${remark}`;
}

/** Whether each entry opts out in plain words. */
export function isClearNo(consent: Consent, value: unknown): boolean {
	const cells = [value].flat().map(stateOf);
	const isPlain = (cell: unknown): boolean => {
		const word = wordOf(cell);
		const isDate = dateAlone.test(textOf(cell));
		// A date of zeros reads like a no.
		if (consent === 'opt-out') return plainYes.has(word) || (isDate && !no.has(word));
		return clearlyGone.has(word) || (consent === 'opt-in' && plainNo.has(word) && !isDate);
	};
	return cells.length > 0 && cells.every(isPlain);
}

/** Shopify's consent is an object with a state. */
function stateOf(cell: unknown): unknown {
	return isRecord(cell) ? (cell.state ?? cell.marketingState ?? cell) : cell;
}

function isOptOut(consent: Consent, cell: unknown): boolean {
	const word = wordOf(cell);
	if (consent === 'status' || nothing.has(word)) return gone.has(word);
	if (consent === 'opt-out') return !no.has(word);
	return no.has(word) || (!yes.has(word) && !dateAlone.test(textOf(cell)));
}

/** Lowercase letters and digits or, where there are none, other characters, such as ✓. */
function wordOf(cell: unknown): string {
	const text = textOf(cell ?? '');
	// Databases write a missing date as zeros.
	return plainText(text).replace(/^0+$/, '0') || text.replace(/[\s\p{M}\p{C}]/gu, '');
}

function wordsOf(...lists: string[]): ReadonlySet<string> {
	return new Set(lists.join(', ').split(', ').map(wordOf));
}
