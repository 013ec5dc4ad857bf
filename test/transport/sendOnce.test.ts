import { classifyResponse, judged, sendOnceWith, type Context } from '../../nodes/EmailMarketing/transport/sendOnce';

const answer = (statusCode: number, body: unknown, headers: Record<string, string> = {}) =>
	({ statusCode, body, headers }) as Parameters<typeof classifyResponse>[0];

describe('classifyResponse', () => {
	it.each([200, 201, 202, 299])('takes JSON with status %i for success', (status) => {
		expect(classifyResponse(answer(status, { uuid: 'a' }), 'GET')).toEqual({
			ok: true,
			status,
			body: { uuid: 'a' },
			headers: {},
		});
	});

	it.each(['', null])('takes %j after a write for success without a body', (body) => {
		expect(classifyResponse(answer(204, body), 'PUT')).toEqual({ ok: true, status: 204, body: undefined, headers: {} });
	});

	it.each([0, false, [], {}])('takes %j for JSON', (body) => {
		expect(classifyResponse(answer(200, body), 'GET')).toEqual({ ok: true, status: 200, body, headers: {} });
	});

	it('takes an empty answer to a read for no answer', () => {
		expect(classifyResponse(answer(200, ''), 'GET')).toMatchObject({ ok: false, kind: 'noAnswer', status: 200 });
	});

	it.each(['{"data": [', ' [1, 2'])('takes %j for an answer that was cut off', (body) => {
		expect(classifyResponse(answer(200, body), 'GET')).toMatchObject({ ok: false, kind: 'noAnswer', body });
	});

	it.each(['<!doctype html>', 'OK', '{"a": NaN}'])('takes %j for an answer that cannot be read', (body) => {
		expect(classifyResponse(answer(200, body), 'GET')).toMatchObject({ ok: false, kind: 'unreadable', body });
	});

	it.each([199, 301, 304, 400, 404, 422, 429, 500, 503])(
		'takes status %i for what it says, with the body',
		(status) => {
			expect(classifyResponse(answer(status, { message: 'No' }), 'GET')).toMatchObject({
				ok: false,
				kind: 'status',
				status,
				body: { message: 'No' },
			});
		},
	);

	it('takes an empty answer of status 204 to a read for success, and one of blanks for empty', () => {
		expect(classifyResponse(answer(204, ''), 'GET')).toEqual({ ok: true, status: 204, body: undefined, headers: {} });
		expect(classifyResponse(answer(200, ' \n'), 'GET')).toEqual({ ok: false, kind: 'noAnswer', status: 200 });
	});

	it('takes no list for the address of a redirect', () => {
		expect(
			classifyResponse({ ...answer(302, ''), headers: { location: ['https://other.example'] } }, 'GET'),
		).toMatchObject({ location: undefined });
	});

	it('keeps where a redirect points and how long to wait', () => {
		expect(
			classifyResponse(answer(302, '', { location: 'https://other.example', 'retry-after': '3' }), 'POST'),
		).toMatchObject({ location: 'https://other.example', retryAfterMs: 3000 });
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

	it('ends a request that is on its way when its poll is outdated', async () => {
		const outdated = new AbortController();
		const endless = async (_: unknown, request: unknown) =>
			await new Promise((__, reject) =>
				(request as { abortSignal: AbortSignal }).abortSignal.addEventListener('abort', () =>
					reject(Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' })),
				),
			);
		const sent = sendOnceWith(contextWith(endless), {}, 1000, outdated.signal)(options);
		outdated.abort();
		expect(await sent).toMatchObject({ ok: false, kind: 'noAnswer', code: 'ERR_CANCELED' });
	});
});

describe('classifyResponse of a write', () => {
	it.each(['queued', 'true', true, { message: 'ok' }, [{ uuid: 'a' }]])('takes %j for the answer', (body) => {
		expect(classifyResponse(answer(202, body), 'POST')).toEqual({ ok: true, status: 202, body, headers: {} });
	});

	it.each([
		' <html>',
		'<br />\n<b>Warning</b>: odd\n{"message": "Created"}',
		'PHP Warning: odd',
		'One\ntwo',
		'{"a": 1}<br>',
		'Unauthorized',
		'"',
		false,
		0,
		[],
	])('takes %j for an answer that cannot be read', (body) => {
		expect(classifyResponse(answer(200, body), 'POST')).toMatchObject({ ok: false, kind: 'unreadable' });
	});

	it('takes an answer for unreadable of which nothing can be told', async () => {
		const helpers = {
			httpRequestWithAuthentication: async () =>
				await Promise.resolve({
					statusCode: 200,
					get body(): unknown {
						throw new RangeError('Maximum call stack size exceeded');
					},
				}),
		};
		const send = sendOnceWith({ helpers, getNode: () => ({}) } as unknown as Context, {}, 1000);
		expect(await send({ url: 'https://api.example.com', method: 'POST' })).toEqual({
			ok: false,
			kind: 'unreadable',
			status: 200,
		});
	});

	it.each(['{"message": "Crea', '[1, '])('takes %j for an answer that was cut off', (body) => {
		expect(classifyResponse(answer(200, body), 'POST')).toMatchObject({ ok: false, kind: 'noAnswer' });
	});
});

describe('judged', () => {
	const success = (body: unknown) => ({ ok: true, status: 200, body, headers: {} }) as const;

	it('takes an answer that says that it was not done for a failure, with its words', () => {
		expect(judged(success({ success: false, message: 'No' }), 'subscriber.create')).toEqual({
			ok: false,
			kind: 'declined',
			status: 200,
			body: { success: false, message: 'No' },
		});
	});

	it('leaves every other answer as it is', () => {
		const done = success({ success: true });
		const failure = { ok: false, kind: 'status', status: 500, body: { success: false } } as const;
		expect([judged(done, 'subscriber.create'), judged(failure, 'subscriber.create')]).toEqual([done, failure]);
	});
});
