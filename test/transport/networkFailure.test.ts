import { NodeApiError, type INode } from 'n8n-workflow';

import { networkFailure } from '../../nodes/EmailMarketing/transport/sendOnce';

describe('networkFailure', () => {
	const failed = (code: string, message = 'words') => Object.assign(new Error(message), { code });

	it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL'])(
		'knows that nothing was sent after %s',
		(code) => {
			expect(networkFailure(failed(code))).toMatchObject({ kind: 'notSent', code });
		},
	);

	it.each([
		'ECONNRESET',
		'ECONNABORTED',
		'ETIMEDOUT',
		'EPIPE',
		'ERR_BAD_RESPONSE',
		'HPE_INVALID_CONSTANT',
		'XECONNREFUSED',
		'ECONNREFUSED_LATE',
		'MY_CERT_HAS_EXPIRED',
		'INVALID_CAP',
		'XERR_INVALID_URL',
		'MY_ERR_UNESCAPED',
		'HOSTNAME_MISMATCHED',
		'INVALID_PURPOSES',
	])('knows that something may have arrived after %s', (code) => {
		expect(networkFailure(failed(code))).toMatchObject({ kind: 'noAnswer', code });
	});

	it.each([
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'CERT_UNTRUSTED',
		'CRL_HAS_EXPIRED',
		'HOSTNAME_MISMATCH',
		'INVALID_CA',
		'ERR_INVALID_URL',
		'ERR_INVALID_CHAR',
		'ERR_HTTP_INVALID_HEADER_VALUE',
		'ERR_UNESCAPED_CHARACTERS',
		'PATH_LENGTH_EXCEEDED',
		'INVALID_PURPOSE',
		'ERROR_IN_CERT_NOT_AFTER_FIELD',
	])('knows that every repetition would meet %s again', (code) => {
		expect(networkFailure(failed(code))).toMatchObject({ kind: 'notRetryable', code });
	});

	it.each([
		'wrong version number',
		'sslv3 alert handshake failure',
		'tlsv1 alert protocol version',
		'unsupported protocol',
	])('knows that no secure connection came about, and nothing was sent: %s', (words) => {
		expect(
			networkFailure(
				failed('EPROTO', `write EPROTO 80A0:error:0A00010B:SSL routines:ssl3_get_record:${words}:../deps/openssl`),
			),
		).toMatchObject({ kind: 'notRetryable', code: 'EPROTO' });
	});

	it.each([
		'EPROTO',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'ERR_SSL_BAD_RECORD_TYPE',
		'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
		'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
		'ERR_STREAM_PREMATURE_CLOSE',
	])('knows that a secure connection may break after the request has left: %s', (code) => {
		expect(networkFailure(failed(code, code === 'EPROTO' ? 'read EPROTO' : 'wrong version number'))).toMatchObject({
			kind: 'noAnswer',
			code,
		});
	});

	it('knows that a host that is lost while it is read from may have got the request', () => {
		expect(networkFailure(Object.assign(failed('EHOSTUNREACH'), { syscall: 'read' }))).toMatchObject({
			kind: 'noAnswer',
		});
		expect(networkFailure(Object.assign(failed('EHOSTUNREACH'), { syscall: 'connect' }))).toMatchObject({
			kind: 'notSent',
		});
	});

	it('reads the innermost code', () => {
		const wrapped = Object.assign(
			new Error('outer', { cause: new Error('middle', { cause: failed('ECONNREFUSED') }) }),
			{ code: 'ERR_OUTER' },
		);
		expect(networkFailure(wrapped)).toMatchObject({ kind: 'notSent', code: 'ECONNREFUSED', reason: 'outer' });
	});

	it('looks for the code five errors deep, and in errors only', () => {
		const wrapped = (depth: number): unknown =>
			Array.from({ length: depth }).reduce((cause) => new Error('outer', { cause }), failed('ECONNRESET'));
		expect([networkFailure(wrapped(4)).code, networkFailure(wrapped(5)).code]).toEqual(['ECONNRESET', undefined]);
		expect(networkFailure(new Error('outer', { cause: { code: 'ECONNRESET' } })).code).toBeUndefined();
		expect(networkFailure(Object.assign(new Error('outer'), { code: 5 }))).toEqual({
			ok: false,
			kind: 'notRetryable',
			code: undefined,
			reason: 'outer',
		});
	});

	it.each([
		['EHOSTUNREACH', 'write', 'noAnswer'],
		['ECONNREFUSED', undefined, 'notSent'],
		['ECONNRESET', 'connect', 'noAnswer'],
	])('takes %s of the call %s for: %s', (code, syscall, kind) => {
		expect(networkFailure(Object.assign(failed(code), { syscall }))).toMatchObject({ kind });
	});

	it.each([new Error('Domain not allowed'), 'text', undefined, { code: 'ECONNRESET' }])(
		'repeats nothing after what has no code: %p',
		(thrown) => {
			expect(networkFailure(thrown)).toMatchObject({ ok: false, kind: 'notRetryable', code: undefined });
		},
	);

	it('ends on causes that go round in a circle', () => {
		const circle = failed('ECONNRESET');
		circle.cause = circle;
		expect(networkFailure(circle).code).toBe('ECONNRESET');
	});

	describe('where n8n has dropped what happened, as late versions of n8n 1 do', () => {
		const node: INode = { id: '1', name: 'Node', type: 'node', typeVersion: 1, position: [0, 0], parameters: {} };
		const dropped = (response: { message: string; code?: string; statusCode?: number }): NodeApiError =>
			new NodeApiError(node, response);

		it.each([
			['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9', 'notSent'],
			['ECONNRESET', 'socket hang up', 'noAnswer'],
			['E2BIG', 'too long', 'noAnswer'],
			['EHOSTUNREACH', 'read EHOSTUNREACH', 'noAnswer'],
			['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', 'notRetryable'],
			['EPROTO', 'write EPROTO 80A0:error:0A00010B:SSL routines:ssl3_get_record:wrong version number', 'notRetryable'],
			['EPROTO', 'read EPROTO', 'noAnswer'],
		])('reads the code and the words that it keeps: %s, %s', (code, message, kind) => {
			expect(networkFailure(dropped({ code, message }))).toMatchObject({ code, kind });
		});

		it('knows by a status that an answer had begun, so that the request has arrived', () => {
			expect(networkFailure(dropped({ message: 'aborted', statusCode: 200 }))).toMatchObject({ kind: 'noAnswer' });
		});

		it('takes what has neither for something that is not to be repeated', () => {
			expect(networkFailure(dropped({ message: 'Domain not allowed' }))).toMatchObject({
				kind: 'notRetryable',
				code: undefined,
			});
		});
	});
});
