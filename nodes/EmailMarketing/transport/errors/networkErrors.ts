import { textKindOf, type TextKind } from '../../api/answerText';
import { endpointOf, type EndpointKey } from '../../api/endpoints';
import { certificateCode } from '../networkFailure';
import type { Failure } from '../sendOnce';
import { times, type ErrorText, type FailedRequest } from './FailedRequest';

/** Codes of what cannot be decompressed (gzip, Brotli, Zstandard); with Z_BUF_ERROR it only ends too early. */
const decompression = /^(Z_(?!BUF_ERROR)|ERR__ERROR_|ERR_BROTLI|ERR_ZSTD|ZSTD_)/;

const compressed = {
	message: 'The answer was compressed in a way that cannot be read',
	from: "What it holds is not what its header 'Content-Encoding' says, or that says nothing. Ask the service's support, or whoever runs a proxy in between.",
};

/** Puts into words why no answer came. */
export function networkError({ key, baseUrl, attempts }: FailedRequest, { code, reason, kind }: Failure): ErrorText {
	const { host, protocol } = new URL(baseUrl);
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return {
			message: `The host ${host} was not found`,
			description: "Check 'Base URL' in the credential for typing slips, and the network connection of n8n.",
		};
	}
	if (code === 'ERR_CANCELED') {
		// n8n takes an execution for canceled, and not for failed, by this very word.
		return {
			message: 'The execution was canceled before the answer came',
			description: cancelledInFlight(key, attempts),
		};
	}
	if (kind === 'notSent') {
		return {
			message: `Nothing answers at ${host}`,
			description:
				"Check 'Base URL' in the credential (host and port), and whether the service is running and reachable from n8n.",
		};
	}
	if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') {
		return {
			message: 'The service did not answer in time',
			description: `Sent ${times(attempts)}. Raise 'Timeout' under 'Request Options', or try again later.`,
		};
	}
	if (code !== undefined && decompression.test(code))
		return { message: compressed.message, description: `Sent ${times(attempts)}. ${compressed.from}` };
	if (kind === 'noAnswer') {
		const scheme =
			protocol === 'http:' ? " If the port speaks https, begin 'Base URL' in the credential with https://." : '';
		return {
			message: 'The connection was closed before the answer was complete',
			description: `Sent ${times(attempts)}. Try again later.${scheme}`,
		};
	}
	if (code === 'EPROTO') {
		return {
			message: `No secure connection to ${host} could be made`,
			description:
				"It may speak http:// only, or be another kind of server. Check 'Base URL' in the credential (scheme and port).",
		};
	}
	if (code !== undefined && certificateCode.test(code)) {
		return {
			message: `No secure connection to ${host} could be made`,
			description: `Its certificate was not accepted (${code}). Check 'Base URL' in the credential.`,
		};
	}
	return {
		message: `The request to ${host} could not be sent`,
		description: reason ?? "Check 'Base URL' in the credential.",
	};
}

/** What could happen twice has a notice of its own, and a read changes nothing. */
function cancelledInFlight(key: EndpointKey, attempts: number): string {
	const { method, idempotent } = endpointOf(key);
	return `Sent ${times(attempts)}.${idempotent && method !== 'GET' ? ' What this request asked for may have happened.' : ''}`;
}

/** What came in place of JSON, and where it may come from. */
const unreadable: Readonly<Record<TextKind, { readonly message: string; readonly from?: string }>> = {
	cutOff: {
		message: 'The answer was cut off before its end',
		from: 'The connection may be unstable, or a proxy in between limits the size of answers.',
	},
	invalidJson: {
		message: 'The answer is not valid JSON',
		from: "It begins as JSON and then has something that JSON cannot have. Ask the service's support.",
	},
	jsonBehindText: {
		message: 'The answer has other text before its JSON',
		from: "The service, or a proxy in between, puts a text of its own before the answer. Ask the service's support.",
	},
	compressed,
	xml: { message: 'The answer is XML, not JSON' },
	webPage: { message: 'The answer is a web page, not data' },
	text: { message: 'The answer is not JSON' },
};

const notSaidToBeDone = 'The answer does not say that this was done';

/** Puts into words why an answer of status 200 to 299 cannot be read. */
export function unreadableResponse({ key, baseUrl, path }: FailedRequest, { body, status }: Failure): ErrorText {
	const { method } = endpointOf(key);
	if (body === undefined)
		return {
			message: `The answer was empty (status ${status})`,
			description: `${method} ${baseUrl}${path} should give JSON.`,
		};
	if (typeof body !== 'string')
		return {
			message: notSaidToBeDone,
			description: `The whole answer is: ${JSON.stringify(body).slice(0, 100)}. Asked for: ${method} ${path}`,
		};
	const kind = textKindOf(body);
	// The text itself is quoted as what the service says.
	if (kind === 'text' && method !== 'GET')
		return { message: notSaidToBeDone, description: `It is a text rather than data. Asked for: ${method} ${path}` };
	const {
		message,
		from = `Check 'Base URL' in the credential: ${baseUrl} may be the address of a website rather than of the service's API.`,
	} = unreadable[kind];
	return { message, description: `${from} Asked for: ${method} ${path}` };
}
