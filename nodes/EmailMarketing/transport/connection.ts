import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { parseEndpointPaths, type EndpointPaths } from '../api/endpointPaths';
import { endpoints, type EndpointKey } from '../api/endpoints';
import { Explained } from '../shared/Explained';
import { parseBaseUrl } from './baseUrl';

/** Where the requests of one credential go. */
export interface Connection {
	/** Without a trailing slash. */
	readonly baseUrl: string;
	readonly endpointPaths: EndpointPaths;
	/** Kept only to strike it out of everything that is shown; the header is set by the credential itself. */
	readonly accessToken: string;
}

/**
 * Reads and checks the credential, before anything is sent with it.
 * @throws Explained naming the field of the credential that cannot be used
 */
export function readConnection(credential: ICredentialDataDecryptedObject): Connection {
	return {
		baseUrl: parseBaseUrl(credential.baseUrl),
		endpointPaths: parseEndpointPaths(credential.endpointPaths),
		accessToken: checkedToken(credential.accessToken),
	};
}

/** The path of an operation: from the credential's 'Endpoint Paths' if it is there, else from the catalogue. */
export function pathOf(connection: Connection, key: EndpointKey): string {
	return connection.endpointPaths[key] ?? endpoints[key].path;
}

function checkedToken(value: unknown): string {
	const token = typeof value === 'string' ? value : '';
	const advice = "Open the credential and paste the token into 'Access Token' again, without anything before or after it.";
	if (token.trim() === '') throw new Explained("'Access Token' is empty", advice);
	if (/[\r\n]/.test(token)) throw new Explained("'Access Token' contains a line break", advice);
	// A header value can hold only visible ASCII characters.
	if (/[^\x21-\x7e]/.test(token)) throw new Explained("'Access Token' contains a space or a character that a token cannot have", advice);
	return token;
}
