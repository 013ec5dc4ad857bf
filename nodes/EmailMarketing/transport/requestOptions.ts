import type { IHttpRequestOptions } from 'n8n-workflow';

import { isFields } from '../api/answers';
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
	if (!URL.canParse(text)) {
		throw new Explained("'Proxy' is not a valid address", "Correct 'Proxy' under 'Request Options', e.g. http://proxy.example.com:3128. Nothing was sent.");
	}
	const { hostname, port, protocol, username, password } = new URL(text);
	return {
		host: hostname,
		port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
		protocol: protocol.slice(0, -1),
		...(username === '' ? {} : { auth: { username: decodeURIComponent(username), password: decodeURIComponent(password) } }),
	};
}
