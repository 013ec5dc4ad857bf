import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { parseEndpointPaths } from './endpointPaths';
import { type EndpointKey, type EndpointPaths, endpoints } from '../api/endpoints';
import { cleanToken } from '../shared/cleanToken';
import { UserFacingError } from '../shared/UserFacingError';

export interface Connection {
	/** Without a trailing slash. */
	readonly baseUrl: string;
	readonly endpointPaths: EndpointPaths;
	/** Keys of 'Endpoint Paths' that this version does not know. A newer credential must not stop an older package. */
	readonly ignoredKeys?: readonly string[];
	/** Only used to redact messages; the credential itself sets the header. */
	readonly accessToken: string;
}

export function readConnection(credential: ICredentialDataDecryptedObject): Connection {
	const baseUrl = parseBaseUrl(credential.baseUrl);
	checkAllowedDomains(baseUrl, credential);
	const { paths: endpointPaths, ignoredKeys } = parseEndpointPaths(credential.endpointPaths);
	return { baseUrl, endpointPaths, ignoredKeys, accessToken: checkedToken(credential.accessToken) };
}

export function pathOf(connection: Connection, key: EndpointKey): string {
	return connection.endpointPaths[key] ?? endpoints[key].path;
}

/** Checks n8n's limit on a credential's domains, for all requests: they go to this host and follow no redirects. */
function checkAllowedDomains(baseUrl: string, credential: ICredentialDataDecryptedObject): void {
	const { allowedHttpRequestDomains: mode, allowedDomains } = credential;
	if (mode !== 'domains') return;
	const domains = typeof allowedDomains === 'string' ? allowedDomains.trim() : '';
	const { host, hostname } = new URL(baseUrl);
	if (isAllowedHost(hostname, domains)) return;
	const allowed = domains === '' ? 'name none' : `are ${domains}`;
	throw new UserFacingError(
		`The credential may not be used with ${host}`,
		`Its 'Allowed Domains' ${allowed}. Open the credential and add the host of 'Base URL' to them. Nothing was sent.`,
	);
}

function checkedToken(value: unknown): string {
	const token = cleanToken(value);
	const advice = "Open the credential and paste the token into 'Access Token' again.";
	if (token === '') throw new UserFacingError("'Access Token' is empty", advice);
	// Only visible ASCII characters are allowed in a header.
	if (/[^\x21-\x7e]/.test(token)) throw new UserFacingError("'Access Token' contains an invalid character", advice);
	return token;
}

/** n8n's rule: `*.example.com` is every host below it, not itself. n8n's own function differs in n8n 1 and n8n 2. */
export function isAllowedHost(hostname: string, domains: string): boolean {
	const host = normal(hostname);
	const named = domains.split(',').map(normal);
	const isBelow = (domain: string): boolean => /^\*\../.test(domain) && host.endsWith(domain.slice(1));
	return host !== '' && named.some((domain) => domain === host || isBelow(domain));
}

function normal(host: string): string {
	return host.trim().toLowerCase().replace(/\.$/, '');
}

const example = 'https://api.example.com';

type BaseUrlRule = readonly [
	isBroken: (text: string, url: URL) => boolean,
	defect: string,
	advice: (address: string) => string,
];

/** Defects of a Base URL; the first match counts. They check the text too, because new URL() repairs some of them. */
// prettier-ignore
const baseUrlRules: readonly BaseUrlRule[] = [
	[(text) => text === '', 'is empty', () => `enter the address of the service, e.g. ${example}`],
	[(text) => !/^https?:\/\//i.test(text), 'must start with https://', () => `enter the whole address, e.g. ${example}`],
	[(text) => /[\s\u0000-\u001f\\]|^https?:\/\/\//i.test(text) || !URL.canParse(text), 'is not a valid address', () => `it should look like ${example}`],
	[(_, { username, password }) => username + password !== '', 'must not contain a user name or password', () => "keep only the address, and put the token into 'Access Token'"],
	[(text) => /[?#]/.test(text), "must not contain '?' or '#'", (address) => `keep only the address, e.g. ${address}`],
	[(_, { protocol, hostname }) => protocol === 'http:' && !isPrivateHost(hostname), 'uses http:// with a public host, so the access token would travel unencrypted', (address) => `use ${address.replace(/^http:/, 'https:')}; plain http:// is accepted only for this computer and private networks`],
];

/** Reads 'Base URL': scheme, host, port and path prefix, without slashes or /v1 at its end: each path has its own. */
export function parseBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	const url = new URL(URL.canParse(text) ? text : example);
	const address = url.origin + url.pathname.replace(/\/*(\/v1)?\/*$/i, '');
	const [, defect, advice] = baseUrlRules.find(([isBroken]) => isBroken(text, url)) ?? [];
	if (defect === undefined || advice === undefined) return address;
	throw new UserFacingError(`'Base URL' ${defect}`, `Correct 'Base URL' in the credential: ${advice(address)}.`);
}

/** Whether a `URL` host is local: a single label, localhost (RFC 6761) or a private range (RFC 1918, RFC 4193). */
export function isPrivateHost(hostname: string): boolean {
	if (hostname.startsWith('[')) return hostname === '[::1]' || /^\[f[cd][0-9a-f]{2}:/i.test(hostname);
	const isIpv4 = /^\d+(\.\d+){3}$/.test(hostname);
	if (isIpv4) return /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(hostname);
	return !hostname.includes('.') || hostname.endsWith('.localhost');
}
