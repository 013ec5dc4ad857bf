import { NodeApiError, type INode } from 'n8n-workflow';

import {
	classifyResponse,
	rejectFailureBody,
	networkFailure,
	sendOnceWith,
	type Context,
} from '../../nodes/EmailMarketing/transport/sendOnce';

const answer = (statusCode: number, body: unknown, headers: Record<string, string> = {}) =>
	({ statusCode, body, headers }) as Parameters<typeof classifyResponse>[0];

describe('classifyResponse', () => {
	it.each([
		[200, { uuid: 'a' }, { uuid: 'a' }],
		[299, [], []],
		[204, '', undefined],
		[200, null, undefined],
		[200, ' \n', undefined],
	])('takes status %i with %j for success: JSON or nothing', (status, sent, body) => {
		expect(classifyResponse(answer(status, sent, { 'x-id': '1' }))).toEqual({
			ok: true,
			status,
			body,
			headers: { 'x-id': '1' },
		});
	});

	it.each(['<!doctype html>', 'queued', '{"data": [', '{"a": NaN}', true, 0])(
		'takes %j for something that cannot be read',
		(body) => {
			expect(classifyResponse(answer(202, body))).toEqual({ ok: false, kind: 'unreadable', status: 202, body });
		},
	);

	it.each([199, 301, 304, 400, 404, 422, 429, 500, 503])(
		'takes status %i for what it says, with the body',
		(status) => {
			expect(classifyResponse(answer(status, { message: 'No' }))).toMatchObject({
				ok: false,
				kind: 'status',
				status,
				body: { message: 'No' },
			});
		},
	);

	it('keeps where a redirect points and how long to wait', () => {
		const headers = { location: 'https://other.example', 'retry-after': '3' };
		expect(classifyResponse(answer(302, '', headers))).toMatchObject({
			location: 'https://other.example',
			retryAfterMs: 3000,
		});
	});
});

describe('sendOnceWith', () => {
	const options = { url: 'https://api.example.com/v1/x', method: 'POST', body: { a: 1 } } as const;
	const contextWith = (httpRequestWithAuthentication: (...args: unknown[]) => Promise<unknown>) =>
		({
			helpers: { httpRequestWithAuthentication },
		}) as unknown as Context;

	it('asks n8n for the answer as it came: whatever its status, redirects not followed, with the credential and the timeout', async () => {
		const asked: unknown[] = [];
		const context = contextWith(async function (this: unknown, ...args) {
			asked.push(this, ...args);
			return await Promise.resolve(answer(201, { uuid: 'a' }, { 'x-id': '1' }));
		});
		const send = sendOnceWith(context, { accessToken: 'token' }, 1000);
		expect(await send(options)).toEqual({ ok: true, status: 201, body: { uuid: 'a' }, headers: { 'x-id': '1' } });
		const [caller, credentialName, request, more] = asked;
		expect(credentialName).toBe('emailMarketingApi');
		expect(request).toEqual({
			...options,
			abortSignal: undefined,
			json: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: 1000,
		});
		expect(request).not.toBe(options);
		expect(more).toEqual({
			credentialsDecrypted: { id: '', name: '', type: 'emailMarketingApi', data: { accessToken: 'token' } },
		});
		expect(caller).toBe(context);
	});

	it('takes what n8n throws for no answer', async () => {
		const refused = sendOnceWith(
			contextWith(async () => await Promise.reject(Object.assign(new Error('words'), { code: 'ECONNREFUSED' }))),
			{},
			1000,
		);
		expect(await refused(options)).toEqual({ ok: false, kind: 'notSent', code: 'ECONNREFUSED', reason: 'words' });
	});
});

describe('rejectFailureBody', () => {
	const success = (body: unknown) => ({ ok: true, status: 200, body, headers: {} }) as const;

	it('takes a body that reports a failure for one, with its words', () => {
		const body = { success: false, message: 'No' };
		expect(rejectFailureBody(success(body), 'subscriber.create')).toEqual({
			ok: false,
			kind: 'declined',
			status: 200,
			body,
		});
	});

	it('leaves every other answer as it is, such as a resource that has a status of its own', () => {
		const done = [success({ success: true }), success({ status: 'failed', campaign: { uuid: 'c1' } })];
		const failure = { ok: false, kind: 'status', status: 500, body: { success: false } } as const;
		for (const result of [...done, failure]) expect(rejectFailureBody(result, 'campaign.update')).toBe(result);
	});
});

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
		['EHOSTUNREACH', 'connect', 'notSent'],
		['EHOSTUNREACH', 'read', 'noAnswer'],
		['EHOSTUNREACH', 'write', 'noAnswer'],
		['ECONNREFUSED', undefined, 'notSent'],
		['ECONNRESET', 'connect', 'noAnswer'],
	])('takes %s of the call %s for %s: what breaks later may have arrived', (code, syscall, kind) => {
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
