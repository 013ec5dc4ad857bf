/** Compares email addresses without regard to what every mail service ignores: case, spaces around them, and how an international domain is written. */

import { ParameterError } from '../shared/UserFacingError';

/** The address in the one form in which two writings of it are equal; '' for no address. */
export function addressKey(value: unknown): string {
	if (typeof value !== 'string') return '';
	const address = value.trim().normalize('NFC').toLowerCase();
	const at = address.lastIndexOf('@');
	const isLatin = /^[!-~]*$/.test(address);
	return isLatin ? address : `${address.slice(0, at + 1)}${asciiDomain(address.slice(at + 1))}`;
}

/** Whether a text has the shape of an email address. Quoted local parts and IP literals are rejected; everything else that may be one is left to the service. */
export function isEmailAddress(text: string): boolean {
	const [, domain = ''] =
		/^[^\s@<>(),;:"[\]\\\p{C}]{1,64}@([^\s@<>(),;:"[\]\\\p{C}/?#%!$&'*+=^`{|}~]{1,253})$/u.exec(text) ?? [];
	const labels = domain.split(/[.。．｡]/u);
	return labels.length > 1 && labels.every((label) => label !== '' && !label.startsWith('-') && !label.endsWith('-'));
}

/** @throws UserFacingError when a text does not have the shape of an email address */
export function assertEmail(text: string): void {
	if (isEmailAddress(text)) return;
	const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
	// What cannot be seen in the message has to be named.
	const hidden = /[\p{Cc}\p{Cf}]/u.test(text) ? ': it contains an invisible character' : '';
	throw new ParameterError(
		`"${shown}" is not an email address${hidden}`,
		"Correct it in 'Email', or where the rows come from.",
	);
}

/** `müller.de` as `xn--mller-kva.de`, in which services may keep it. */
function asciiDomain(domain: string): string {
	return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
}
