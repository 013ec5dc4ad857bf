import { UserFacingError } from '../shared/UserFacingError';

const field = "'Base URL'";

/**
 * Reads the credential's 'Base URL': scheme and host, with a port and a path prefix if the service has one.
 * @returns the address without a trailing slash
 * @throws UserFacingError when it is empty, no http(s) address, carries more than an address,
 *   ends in the version segment that every path begins with, or would send the token unencrypted over the internet
 */
export function parseBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') {
		throw new UserFacingError(
			`${field} is empty`,
			`Open the credential and enter the address of the service in ${field}, e.g. https://api.example.com`,
		);
	}
	if (!/^https?:\/\//i.test(text)) {
		throw new UserFacingError(
			`${field} must start with https://`,
			`Open the credential and write the whole address in ${field}, e.g. https://api.example.com`,
		);
	}
	// new URL() drops line breaks and extra slashes, and would lead to a host that nobody typed.
	const url = !/[\s\u0000-\u001f\\]|^https?:\/\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
	if (url === undefined) {
		throw new UserFacingError(
			`${field} is not a valid address`,
			`Open the credential and check ${field}. It should look like https://api.example.com`,
		);
	}
	if (url.username !== '' || url.password !== '') {
		throw new UserFacingError(
			`${field} must not contain a user name or password`,
			`Open the credential, keep only the address in ${field}, and put the token into 'Access Token'.`,
		);
	}
	const address = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
	if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
		throw new UserFacingError(
			`${field} must not contain '?' or '#'`,
			`Open the credential and keep only the address in ${field}, e.g. ${address}`,
		);
	}
	if (/\/v1\/*$/i.test(url.pathname)) {
		throw new UserFacingError(
			`${field} must not end in /v1`,
			`Each operation adds /v1 itself. Open the credential and enter ${address.slice(0, -3)} in ${field}.`,
		);
	}
	if (url.protocol === 'http:' && !isPrivateHost(url.hostname)) {
		throw new UserFacingError(
			`${field} uses http:// with a public host, so the access token would travel unencrypted`,
			`Open the credential and use https://${url.host} in ${field}. Plain http:// is accepted only for this computer and private networks.`,
		);
	}
	return address;
}

/**
 * Whether a host, as `new URL()` writes it, is loopback, in a private range or a single label (a name inside a local network).
 * Ranges: RFC 1918 (IPv4), RFC 4193 (IPv6), RFC 6761 (localhost).
 */
export function isPrivateHost(hostname: string): boolean {
	if (hostname.startsWith('[')) return hostname === '[::1]' || /^\[f[cd][0-9a-f]{2}:/i.test(hostname);
	const bytes = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(hostname);
	if (bytes !== null) {
		const [first, second] = [Number(bytes[1]), Number(bytes[2])];
		return (
			first === 127 ||
			first === 10 ||
			(first === 192 && second === 168) ||
			(first === 172 && second >= 16 && second <= 31)
		);
	}
	return !hostname.includes('.') || hostname.endsWith('.localhost');
}
