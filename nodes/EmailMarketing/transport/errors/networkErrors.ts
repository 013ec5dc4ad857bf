import { endpointOf } from '../../api/endpoints';
import { certificateCode, type Failure } from '../sendOnce';
import { times, type ErrorText, type FailedRequest } from './FailedRequest';

/** Puts into words why no answer came. */
export function networkError({ baseUrl, attempts }: FailedRequest, { code, reason, kind }: Failure): ErrorText {
	const { host } = new URL(baseUrl);
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return { message: `The host ${host} was not found`, description: "Check 'Base URL' in the credential for typing slips, and the network connection of n8n." };
	}
	if (code === 'ERR_CANCELED') {
		return { message: 'The execution was cancelled before the answer came', description: 'What this request asked for may have happened.' };
	}
	if (kind === 'notSent') {
		return { message: `Nothing answers at ${host}`, description: "Check 'Base URL' in the credential (host and port), and whether the service is running and reachable from n8n." };
	}
	if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') {
		return { message: 'The service did not answer in time', description: `Sent ${times(attempts)}. Raise 'Timeout' under 'Request Options', or try again later.` };
	}
	if (kind === 'noAnswer') {
		return { message: 'The connection was closed before the answer was complete', description: `Sent ${times(attempts)}. Try again later.` };
	}
	if (code === 'EPROTO') {
		return { message: `No secure connection to ${host} could be made`, description: "It may speak http:// only, or be another kind of server. Check 'Base URL' in the credential (scheme and port)." };
	}
	if (code !== undefined && certificateCode.test(code)) {
		return { message: `No secure connection to ${host} could be made`, description: `Its certificate was not accepted (${code}). Check 'Base URL' in the credential.` };
	}
	return { message: `The request to ${host} could not be sent`, description: reason ?? "Check 'Base URL' in the credential." };
}

/** Puts into words why an answer of status 200 to 299 cannot be read. */
export function unreadableResponse({ key, baseUrl, path }: FailedRequest, { body, status }: Failure): ErrorText {
	const { method } = endpointOf(key);
	const text = typeof body === 'string' ? body : '';
	if (text === '') {
		return { message: `The answer was empty (status ${status})`, description: `${method} ${baseUrl}${path} should give JSON.` };
	}
	if (/^\s*[[{]/.test(text)) {
		return { message: 'The answer was cut off before its end', description: 'The connection may be unstable, or a proxy in between limits the size of answers.' };
	}
	return {
		message: /^\s*</.test(text) ? 'The answer is a web page, not data' : 'The answer is not JSON',
		description: `Check 'Base URL' in the credential: ${baseUrl} may be the address of a website rather than of the service's API. Asked for: ${method} ${path}`,
	};
}
