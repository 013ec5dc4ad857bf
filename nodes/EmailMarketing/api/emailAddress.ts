import { ParameterError } from '../shared/UserFacingError';
import { normalized, shortened } from '../shared/text';

/** Most characters of an address (RFC 3696). A longer cell is none, before anything slow looks at it. */
const longest = 320;

/** A key equal for all spellings of an address: case, outer spaces, international domains. '' if it is not text. */
export function addressKey(value: unknown): string {
	if (typeof value !== 'string') return '';
	const address = normalized(value.trim(), 'NFC').toLowerCase();
	const at = address.lastIndexOf('@');
	const link = `http://${address.slice(at + 1)}`;
	const isLatin = /^[!-~]*$/.test(address);
	if (isLatin || address.length > longest || !URL.canParse(link)) return address;
	// `müller.de` → `xn--mller-kva.de`, the form in which services may store it.
	return address.slice(0, at + 1) + new URL(link).hostname;
}

/**
 * An address as people paste it, without what is around it: `mailto:`, `Ann <ann@x.org>`, invisible characters. Anything
 * else is unchanged, two different addresses included.
 */
export function cleanAddress<T>(value: T): T | string {
	if (typeof value !== 'string' || value.length > longest) return value;
	const text = value.replace(/[\p{Cf}]/gu, '').trim();
	const [, name = '', inner] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? [];
	const address = withoutMailto((inner ?? text).trim());
	const others = name.match(/[^\s,;|"'()]+@[^\s,;|"'()]+/gu) ?? [];
	const isOne = others.every((other) => addressKey(withoutMailto(other)) === addressKey(address));
	return isOne && isEmailAddress(address) ? address : value;
}

function withoutMailto(text: string): string {
	const [, link] = /^mailto:([^?]*)/i.exec(text) ?? [];
	if (link === undefined) return text;
	try {
		return decodeURIComponent(link).trim();
	} catch {
		return link;
	}
}

/** Whether a text may be an email address. Rejects quoted local parts and IP literals; the service checks the rest. */
export function isEmailAddress(text: string): boolean {
	const [, domain = ''] =
		/^[^\s@<>(),;:"[\]\\\p{C}]{1,64}@([^\s@<>(),;:"[\]\\\p{C}/?#%!$&'*+=^`{|}~]{1,253})$/u.exec(text) ?? [];
	const labels = domain.split(/[.。．｡]/u);
	return labels.length > 1 && labels.every((label) => label !== '' && !label.startsWith('-') && !label.endsWith('-'));
}

/** @param advice where to correct it */
export function assertEmail(text: string, advice = "Fix it in 'Email', or in the sheet."): void {
	if (isEmailAddress(text)) return;
	// An invisible character would go unnoticed in the message.
	const hidden = /[\p{Cc}\p{Cf}]/u.test(text) ? ': it contains an invisible character' : '';
	throw new ParameterError(`"${shortened(text, 100)}" is not an email address${hidden}`, advice);
}
