import { NodeApiError } from 'n8n-workflow';

import type { EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import {
	classifyResponse,
	networkFailure,
	rejectFailureBody,
	type Result,
	sendOnceWith,
	type Context,
} from '../../nodes/EmailMarketing/transport/sendOnce';
import { aNode } from '../aNode';

const response = (statusCode: number, body: unknown, headers: Record<string, string> = {}) =>
	({ statusCode, body, headers }) as Parameters<typeof classifyResponse>[0];

describe('a response', () => {
	it.each([
		[200, { uuid: 'a' }, { uuid: 'a' }],
		[299, [], []],
		[204, '', undefined],
		[200, null, undefined],
		[200, ' \n', undefined],
	])('of status %i with %j is a success: JSON or nothing', (status, sent, body) => {
		const headers = { 'x-id': '1' };
		expect(classifyResponse(response(status, sent, headers))).toEqual({ ok: true, status, body, headers });
	});

	it.each(['<!doctype html>', 'queued', '{"data": [', true, 0])('of status 202 with %j cannot be read', (body) => {
		expect(classifyResponse(response(202, body))).toEqual({ ok: false, kind: 'unreadable', status: 202, body });
	});

	it.each([199, 300, 404, 503])('of status %i is a failure, with its body', (status) => {
		const failure = { ok: false, kind: 'status', status, body: { message: 'No' } };
		expect(classifyResponse(response(status, { message: 'No' }))).toMatchObject(failure);
	});
});

describe('a success', () => {
	const success = (body: unknown): Result => ({ ok: true, status: 201, body, headers: {} });
	const [errors, campaign] = [['No'], { uuid: 'c1' }];

	it.each<[EndpointKey, object]>([
		['campaign.create', { campaign, errors }],
		['campaign.getAll', { campaigns: [campaign], errors }],
		['campaign.update', { message: 'ok' }],
		['subscriber.import', { message: 'ok', errors: [], data: { imported: 3 } }],
	])('of %s stays one where it shows its result: %j', (key, body) => {
		expect(rejectFailureBody(success(body), key)).toEqual(success(body));
	});

	it.each<[EndpointKey, object, string]>([
		['campaign.create', { errors }, 'incomplete'],
		['campaign.create', { campaigns: [campaign], errors }, 'incomplete'],
		['campaign.getAll', { campaign, errors }, 'incomplete'],
		['campaign.update', { success: false, campaign }, 'declined'],
		['subscriber.import', { success: false }, 'declined'],
	])('of %s is a failure where its body says so: %j', (key, body, kind) => {
		expect(rejectFailureBody(success(body), key)).toEqual({ ok: false, kind, status: 201, body });
	});
});

it('a request is sent by n8n: any status comes back, redirects are not followed, with the credential and the timeout', async () => {
	const options = { url: 'https://api.example.com/v1/x', method: 'POST', body: { a: 1 }, timeout: 1000 } as const;
	const asked: unknown[] = [];
	const httpRequestWithAuthentication = async function (this: unknown, ...args: unknown[]) {
		asked.push(this, ...args);
		return await Promise.resolve(response(201, { uuid: 'a' }));
	};
	const context = { helpers: { httpRequestWithAuthentication } } as unknown as Context;
	const result = await sendOnceWith(context, { accessToken: 'token' })(options);
	expect(result).toEqual({ ok: true, status: 201, body: { uuid: 'a' }, headers: {} });
	const sent = { returnFullResponse: true, ignoreHttpStatusErrors: true, disableFollowRedirect: true };
	expect(asked).toEqual([
		context,
		'emailMarketingApi',
		{ ...options, json: true, ...sent },
		{ credentialsDecrypted: { id: '', name: '', type: 'emailMarketingApi', data: { accessToken: 'token' } } },
	]);
	// n8n works on the object that it is given, and another attempt may follow.
	expect(asked[2]).not.toBe(options);
});

describe('a failure of the network', () => {
	const failed = (code: string, message = 'words') => Object.assign(new Error(message), { code });
	const kindOf = (code: string): string => networkFailure(failed(code)).kind;

	it.each([
		['notSent', 'ECONNREFUSED ENOTFOUND EAI_AGAIN ENETUNREACH EHOSTUNREACH EADDRNOTAVAIL'],
		[
			'noResponse',
			'ECONNRESET ECONNABORTED ETIMEDOUT EPIPE ERR_BAD_RESPONSE HPE_INVALID_CONSTANT ERR_STREAM_PREMATURE_CLOSE ' +
				'EPROTO ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC XECONNREFUSED ' +
				'ECONNREFUSED_LATE MY_CERT_HAS_EXPIRED INVALID_CAP XERR_INVALID_URL MY_ERR_UNESCAPED HOSTNAME_MISMATCHED',
		],
		[
			'unsendable',
			'CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE ' +
				'ERR_TLS_CERT_ALTNAME_INVALID CRL_HAS_EXPIRED HOSTNAME_MISMATCH INVALID_CA INVALID_PURPOSE ' +
				'PATH_LENGTH_EXCEEDED ERROR_IN_CERT_NOT_AFTER_FIELD ERR_INVALID_URL ERR_INVALID_CHAR ' +
				'ERR_HTTP_INVALID_HEADER_VALUE ERR_UNESCAPED_CHARACTERS',
		],
	])('is %s by its code, which decides whether the request may have arrived: %s', (kind, codes) => {
		expect(codes.split(' ').filter((code) => kindOf(code) !== kind)).toEqual([]);
	});

	it.each([
		'wrong version number',
		'sslv3 alert handshake failure',
		'tlsv1 alert protocol version',
		'unsupported protocol',
	])('came before the request where no secure connection was made: %s', (words) => {
		const text = `write EPROTO 80A0:error:0A00010B:SSL routines:ssl3_get_record:${words}:../deps/openssl`;
		expect(networkFailure(failed('EPROTO', text))).toMatchObject({ kind: 'unsendable', code: 'EPROTO' });
		expect(networkFailure(failed('ERR_SSL_X', words))).toMatchObject({ kind: 'noResponse' });
	});

	it.each([
		['EHOSTUNREACH', 'connect', 'notSent'],
		['EHOSTUNREACH', 'read', 'noResponse'],
		['EHOSTUNREACH', 'write', 'noResponse'],
		['ECONNRESET', 'connect', 'noResponse'],
	])('with %s of the call %s is %s: what breaks later may have arrived', (code, syscall, kind) => {
		expect(networkFailure(Object.assign(failed(code), { syscall }))).toMatchObject({ kind });
	});

	it('is known by the innermost code, of errors only', () => {
		const inner = new Error('inner', { cause: failed('ECONNREFUSED') });
		const outer = Object.assign(new Error('outer', { cause: inner }), { code: 'ERR_OUTER' });
		expect(networkFailure(outer)).toMatchObject({ kind: 'notSent', code: 'ECONNREFUSED', reason: 'outer' });
		expect(networkFailure(new Error('outer', { cause: { code: 'ECONNRESET' } })).code).toBeUndefined();
		const circle = failed('ECONNRESET');
		circle.cause = circle;
		expect(networkFailure(circle).code).toBe('ECONNRESET');
	});

	it("is known by its name where n8n's SSRF protection blocks the address: that has no code, and nothing was sent", () => {
		const blocked = Object.assign(new Error('The request was blocked'), { name: 'SsrfBlockedIpError' });
		const expected = { kind: 'unsendable', code: 'SsrfBlockedIpError' };
		expect(networkFailure(blocked)).toMatchObject(expected);
		expect(networkFailure(new NodeApiError(aNode(), blocked as never))).toMatchObject(expected);
	});

	it.each([new Error('Domain not allowed'), 'text', undefined, { code: 'ECONNRESET' }, failed(5 as never)])(
		'without a code is not repeated: %p',
		(thrown) => {
			expect(networkFailure(thrown)).toMatchObject({ ok: false, kind: 'unsendable', code: undefined });
		},
	);

	// Late versions of n8n 1 drop the cause, and keep its code in place of a status.
	it.each([
		['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9', 'notSent'],
		['EHOSTUNREACH', 'read EHOSTUNREACH', 'noResponse'],
		['EPROTO', 'write EPROTO 80A0:error:ssl3_get_record:wrong version number', 'unsendable'],
	])('whose cause n8n has dropped is known by the code and words that it keeps: %s, %s', (code, message, kind) => {
		expect(networkFailure(new NodeApiError(aNode(), { code, message }))).toMatchObject({ code, kind });
	});

	it('whose cause n8n has dropped came after a response had begun where there is a status', () => {
		const aborted = new NodeApiError(aNode(), { message: 'aborted', statusCode: 200 });
		expect(networkFailure(aborted)).toMatchObject({ kind: 'noResponse' });
		const unknown = new NodeApiError(aNode(), { message: 'Domain not allowed' });
		expect(networkFailure(unknown)).toMatchObject({ kind: 'unsendable', code: undefined });
	});
});
