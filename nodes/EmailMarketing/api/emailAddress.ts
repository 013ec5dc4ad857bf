/** What is alike for every mail service: case, blanks around it, and how a domain with other than Latin letters is written. */

/** The address in the one form in which two writings of it are equal; '' for no address. */
export function addressKey(value: unknown): string {
	if (typeof value !== 'string') return '';
	const address = value.trim().normalize('NFC').toLowerCase();
	const at = address.lastIndexOf('@');
	return isLatin(address) ? address : `${address.slice(0, at + 1)}${asciiDomain(address.slice(at + 1))}`;
}

/** Whether a text has the shape of an email address. What exactly is one only the service can say, so that nothing is refused here that might be. */
export function isEmailAddress(text: string): boolean {
	const [, domain = ''] =
		/^[^\s@<>(),;:"[\]\\\p{C}]{1,64}@([^\s@<>(),;:"[\]\\\p{C}/?#%!$&'*+=^`{|}~]{1,253})$/u.exec(text) ?? [];
	const labels = domain.split(/[.。．｡]/u);
	return labels.length > 1 && labels.every((label) => label !== '' && !label.startsWith('-') && !label.endsWith('-'));
}

/** Whether an address does not stand there as it is written in mail: with a name beside it, or in HTML's signs. Whose it is cannot be told from another writing of it. */
export function isDisguised(address: unknown): boolean {
	return typeof address === 'string' && /[<>]|&#?\w+;|%40/.test(address);
}

function isLatin(text: string): boolean {
	return /^[!-~]*$/.test(text);
}

/** `müller.de` as `xn--mller-kva.de`, in which services may keep it. */
function asciiDomain(domain: string): string {
	return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
}
