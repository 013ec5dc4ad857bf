import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { parseEndpointPaths, type EndpointPaths } from '../api/endpointPaths';
import { endpoints, type EndpointKey } from '../api/endpoints';
import { UserFacingError } from '../shared/UserFacingError';
import { isAllowedHost } from './allowedDomains';
import { parseBaseUrl } from './baseUrl';

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
	if (/[\r\n]/.test(token)) throw new UserFacingError("'Access Token' contains a line break", advice);
	// A header value can hold only visible ASCII characters.
	if (/[^\x21-\x7e]/.test(token))
		throw new UserFacingError("'Access Token' contains a space or a character that a token cannot have", advice);
	return token;
}
