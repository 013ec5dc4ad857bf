import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { type EndpointPaths, parseEndpointPaths } from '../api/endpointPaths';
import { type EndpointKey, endpoints } from '../api/endpoints';
import { UserFacingError } from '../shared/UserFacingError';

/** Where the requests of one credential go. */
export interface Connection {
	/** Without a trailing slash. */
	readonly baseUrl: string;
	readonly endpointPaths: EndpointPaths;
	/** Kept only to strike it out of messages; the header is set by the credential itself. */
	readonly accessToken: string;
}

/**
 * Reads and checks the credential, before anything is sent with it.
 * @throws UserFacingError naming the field of the credential that cannot be used
 */
export function readConnection(credential: ICredentialDataDecryptedObject): Connection {
	const baseUrl = parseBaseUrl(credential.baseUrl);
	checkAllowedDomains(baseUrl, credential);
	return {
		baseUrl,
		endpointPaths: parseEndpointPaths(credential.endpointPaths),
		accessToken: checkedToken(credential.accessToken),
	};
}

/** The path of an operation: from the credential's 'Endpoint Paths' if it is there, else from the catalogue. */
export function pathOf(connection: Connection, key: EndpointKey): string {
	return connection.endpointPaths[key] ?? endpoints[key].path;
}

/**
 * n8n lets the owner of a credential name the domains that it may be used with. Every request of this package goes to the
 * host of the Base URL and redirects are not followed, so this one place holds the rule for all of them.
 */
function checkAllowedDomains(
	baseUrl: string,
	{ allowedHttpRequestDomains: mode, allowedDomains }: ICredentialDataDecryptedObject,
): void {
	if (mode !== 'domains') return;
	const domains = typeof allowedDomains === 'string' ? allowedDomains.trim() : '';
	if (isAllowedHost(new URL(baseUrl).hostname, domains)) return;
	throw new UserFacingError(
		`The credential may not be used with ${new URL(baseUrl).host}`,
		`Its 'Allowed Domains' ${domains === '' ? 'name none' : `are ${domains}`}. Open the credential and add the host of 'Base URL' to them. Nothing was sent.`,
	);
}

function checkedToken(value: unknown): string {
	const token = typeof value === 'string' ? value : '';
	const advice =
		"Open the credential and paste the token into 'Access Token' again, without anything before or after it.";
	if (token.trim() === '') throw new UserFacingError("'Access Token' is empty", advice);
	// A header value can hold only visible ASCII characters.
	if (/[^\x21-\x7e]/.test(token))
		throw new UserFacingError("'Access Token' contains a space, a line break or another invalid character", advice);
	return token;
}

/**
 * Whether 'Allowed Domains' of the credential name a host, by n8n's rule: `example.com` is that host alone, `*.example.com` every host below it.
 * n8n has a function for it, which takes other arguments in n8n 1 than in n8n 2.
 * @param domains with commas between them; an empty text names none
 */
export function isAllowedHost(hostname: string, domains: string): boolean {
	const host = normal(hostname);
	return domains
		.split(',')
		.map(normal)
		.some((domain) => (/^\*\../.test(domain) ? host.endsWith(domain.slice(1)) : host !== '' && host === domain));
}

function normal(host: string): string {
	return host.trim().toLowerCase().replace(/\.$/, '');
}

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
