import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { parseEndpointPaths } from './endpointPaths';
import { type EndpointKey, type EndpointPaths, endpoints } from '../api/endpoints';
import { UserFacingError } from '../shared/UserFacingError';

/** Where the requests of one credential go. */
export interface Connection {
	/** Without a trailing slash. */
	readonly baseUrl: string;
	readonly endpointPaths: EndpointPaths;
	/** Kept only to strike it out of messages; the header is set by the credential itself. */
	readonly accessToken: string;
}

/** Reads and checks the credential, before anything is sent with it. */
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

const example = 'https://api.example.com';

type BaseUrlRule = readonly [
	isBroken: (text: string, url: URL) => boolean,
	says: string,
	advice: (address: string) => string,
];

/** What may be wrong with a Base URL, and what to do. The first that fits. new URL() drops line breaks and extra slashes, and would lead to a host that was never entered. */
// prettier-ignore
const baseUrlRules: readonly BaseUrlRule[] = [
	[(text) => text === '', 'is empty', () => `enter the address of the service, e.g. ${example}`],
	[(text) => !/^https?:\/\//i.test(text), 'must start with https://', () => `enter the whole address, e.g. ${example}`],
	[(text) => /[\s\u0000-\u001f\\]|^https?:\/\/\//i.test(text) || !URL.canParse(text), 'is not a valid address', () => `it should look like ${example}`],
	[(_, { username, password }) => username + password !== '', 'must not contain a user name or password', () => "keep only the address, and put the token into 'Access Token'"],
	[(text) => /[?#]/.test(text), "must not contain '?' or '#'", (address) => `keep only the address, e.g. ${address}`],
	[(_, { pathname }) => /\/v1\/*$/i.test(pathname), 'must not end in /v1', (address) => `enter ${address.slice(0, -3)}; each operation adds /v1 itself`],
	[(_, { protocol, hostname }) => protocol === 'http:' && !isPrivateHost(hostname), 'uses http:// with a public host, so the access token would travel unencrypted', (address) => `use ${address.replace(/^http:/, 'https:')}; plain http:// is accepted only for this computer and private networks`],
];

/** Reads the credential's 'Base URL': scheme and host, with a port and a path prefix if the service has one. @returns the address without a trailing slash @throws UserFacingError where it breaks one of the rules */
export function parseBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	const url = new URL(URL.canParse(text) ? text : example);
	const address = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
	const [, says, advice] = baseUrlRules.find(([isBroken]) => isBroken(text, url)) ?? [];
	if (says === undefined || advice === undefined) return address;
	throw new UserFacingError(`'Base URL' ${says}`, `Correct 'Base URL' in the credential: ${advice(address)}.`);
}

/** Whether a host, as `new URL()` writes it, is loopback, in a private range or a single label (a name inside a local network). Ranges: RFC 1918 (IPv4), RFC 4193 (IPv6), RFC 6761 (localhost). */
export function isPrivateHost(hostname: string): boolean {
	if (hostname.startsWith('[')) return hostname === '[::1]' || /^\[f[cd][0-9a-f]{2}:/i.test(hostname);
	const isIpv4 = /^\d+(\.\d+){3}$/.test(hostname);
	if (isIpv4) return /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(hostname);
	return !hostname.includes('.') || hostname.endsWith('.localhost');
}
