import type { EndpointKey } from '../../../nodes/EmailMarketing/api/endpoints';
import type { FailedRequest } from '../../../nodes/EmailMarketing/transport/errors/FailedRequest';
import { networkError, unreadableResponse } from '../../../nodes/EmailMarketing/transport/errors/networkErrors';
import type { Failure } from '../../../nodes/EmailMarketing/transport/sendOnce';

const request = (key: EndpointKey, more: Partial<FailedRequest> = {}): FailedRequest => ({
	key,
	path: '/v1/x',
	baseUrl: 'https://api.example.com:8443',
	isOverridden: false,
	attempts: 2,
	mayBeDone: false,
	...more,
});

describe('networkError', () => {
	const shown = (
		failure: Partial<Failure>,
		key: EndpointKey = 'campaign.create',
		more: Partial<FailedRequest> = {},
	): string => {
		const { message, description } = networkError(request(key, more), { ok: false, kind: 'noAnswer', ...failure });
		return `${message} | ${description}`;
	};

	it.each<[string, Partial<Failure>, RegExp]>([
		[
			'a host without an address',
			{ kind: 'notSent', code: 'ENOTFOUND' },
			/^The host api\.example\.com:8443 was not found \| Check 'Base URL' in the credential for typing slips, and the network/,
		],
		[
			'names that are not told for now',
			{ kind: 'notSent', code: 'EAI_AGAIN' },
			/^The host api\.example\.com:8443 was not found/,
		],
		[
			'a port that nobody listens on',
			{ kind: 'notSent', code: 'ECONNREFUSED' },
			/^Nothing answers at api\.example\.com:8443 \| Check 'Base URL' in the credential \(host and port\), and whether the service is running/,
		],
		[
			'an answer that n8n waited for in vain',
			{ code: 'ECONNABORTED' },
			/^The service did not answer in time \| Sent 2 times\. Raise 'Timeout' under 'Request Options'/,
		],
		['an answer that took too long', { code: 'ETIMEDOUT' }, /^The service did not answer in time/],
		[
			'a connection that broke',
			{ code: 'ECONNRESET' },
			/^The connection was closed before the answer was complete \| Sent 2 times\. Try again later\.$/,
		],
		...['Z_DATA_ERROR', 'ERR__ERROR_FORMAT_PADDING_2', 'ERR_BROTLI_DECODER', 'ZSTD_error_prefix_unknown'].map(
			(code): [string, Partial<Failure>, RegExp] => [
				`what cannot be decompressed (${code})`,
				{ code },
				/^The answer was compressed in a way that cannot be read \| Sent 2 times\. .*'Content-Encoding'/,
			],
		),
		[
			'what is compressed and ends too early',
			{ code: 'Z_BUF_ERROR' },
			/^The connection was closed before the answer was complete/,
		],
		[
			'a host without TLS',
			{ kind: 'notRetryable', code: 'EPROTO' },
			/^No secure connection to api\.example\.com:8443 .* \| It may speak http:\/\/ only.* Check 'Base URL' in the credential \(scheme and port\)/,
		],
		[
			'a certificate',
			{ kind: 'notRetryable', code: 'CERT_HAS_EXPIRED' },
			/^No secure connection to api\.example\.com:8443 .* \| Its certificate was not accepted \(CERT_HAS_EXPIRED\)\. Check 'Base URL'/,
		],
		[
			'what has another code',
			{ kind: 'notRetryable', code: 'ERR_INVALID_CHAR', reason: 'Odd sign' },
			/^The request to api\.example\.com:8443 could not be sent \| Odd sign$/,
		],
		[
			'what has no code',
			{ kind: 'notRetryable', reason: 'Domain not allowed' },
			/could not be sent \| Domain not allowed$/,
		],
		[
			'what nothing is known of',
			{ kind: 'notRetryable' },
			/could not be sent \| Check 'Base URL' in the credential\.$/,
		],
	])('tells %s, and what to do', (_name, failure, words) => {
		expect(shown(failure)).toMatch(words);
	});

	it.each<[EndpointKey, string]>([
		['campaign.getAll', 'Sent 2 times.'],
		['campaign.update', 'Sent 2 times. What this request asked for may have happened.'],
		['email.send', 'Sent 2 times.'],
	])(
		'says of %s that was canceled how often it was sent, and the doubt where no notice says it: %s',
		(key, description) => {
			expect(shown({ code: 'ERR_CANCELED' }, key)).toBe(
				`The execution was canceled before the answer came | ${description}`,
			);
		},
	);
});

describe('unreadableResponse', () => {
	const shown = (body: unknown, key: EndpointKey = 'campaign.getAll'): string => {
		const { message, description } = unreadableResponse(request(key), {
			ok: false,
			kind: 'unreadable',
			status: 202,
			body,
		});
		return `${message} | ${description}`;
	};

	it.each<[unknown, RegExp]>([
		[
			undefined,
			/^The answer was empty \(status 202\) \| GET https:\/\/api\.example\.com:8443\/v1\/x should give JSON\.$/,
		],
		[
			'{"a": ',
			/^The answer was cut off before its end \| The connection may be unstable, or a proxy .* Asked for: GET \/v1\/x$/,
		],
		[
			'{"a": NaN}',
			/^The answer is not valid JSON \| It begins as JSON and then has something .* Ask the service's support\. Asked for: GET \/v1\/x$/,
		],
		[
			'Warning: {"a": 1}',
			/^The answer has other text before its JSON \| The service, or a proxy in between, puts a text .* Ask the service's support\. Asked for/,
		],
		[
			'<?xml?>',
			/^The answer is XML, not JSON \| Check 'Base URL' in the credential: https:\/\/api\.example\.com:8443 may be the address of a website .* Asked for/,
		],
		[
			'\u001f\ufffd\b',
			/^The answer was compressed in a way that cannot be read \| What it holds .* Asked for: GET \/v1\/x$/,
		],
		['<html>', /^The answer is a web page, not data \| Check 'Base URL' in the credential: /],
		['Hello', /^The answer is not JSON \| Check 'Base URL' in the credential: /],
	])('tells what %j is in place of data, and what to do', (body, words) => {
		expect(shown(body)).toMatch(words);
	});

	it.each<[unknown, string]>([
		['No', 'It is a text rather than data.'],
		[[], 'The whole answer is: [].'],
		[Array.from({ length: 100 }, () => 7), `The whole answer is: [${'7,'.repeat(49)}7.`],
	])('says of %j after a write that it does not say that this was done', (body, description) => {
		expect(shown(body, 'campaign.create')).toBe(
			`The answer does not say that this was done | ${description} Asked for: POST /v1/x`,
		);
	});

	it('calls a web page that name also after a write', () => {
		expect(shown('<html>', 'campaign.create')).toMatch(/^The answer is a web page/);
	});
});
