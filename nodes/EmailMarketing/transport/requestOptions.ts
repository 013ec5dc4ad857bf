import type { IHttpRequestOptions } from 'n8n-workflow';

import { isFields } from '../shared/isFields';
import { Explained } from '../shared/Explained';

/**
 * What the user set under n8n's own 'Request Options', for operations that n8n does not route itself.
 * @throws Explained when the proxy is no address
 */
export function readRequestOptions(value: unknown): Partial<IHttpRequestOptions> {
	if (!isFields(value)) return {};
	return {
		...(typeof value.timeout === 'number' ? { timeout: value.timeout } : {}),
		...(value.allowUnauthorizedCerts === true ? { skipSslCertificateValidation: true } : {}),
		...(typeof value.proxy === 'string' && value.proxy !== '' ? { proxy: readProxy(value.proxy) } : {}),
	};
}

function readProxy(text: string): IHttpRequestOptions['proxy'] {
	const { hostname, port, protocol, username, password } = proxyUrl(text);
	return {
		host: hostname,
		port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
		protocol: protocol.slice(0, -1),
		...(username === '' ? {} : { auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) } }),
	};
}

function proxyUrl(text: string): URL {
	// Without a scheme, "proxy.example.com:3128" would be read as the scheme "proxy.example.com".
	const url = /^https?:\/\/[^/]/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
	if (url !== undefined && isDecodable(url.username) && isDecodable(url.password)) return url;
	throw new Explained("'Proxy' is not a valid address", "Correct 'Proxy' under 'Request Options', e.g. http://proxy.example.com:3128. Nothing was sent.");
}

function isDecodable(text: string): boolean {
	return !/%(?![0-9a-f]{2})/i.test(text);
}
