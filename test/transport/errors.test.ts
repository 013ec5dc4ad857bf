import type { IDataObject } from 'n8n-workflow';

import { endpointOf, endpoints, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { definitionOf } from '../../nodes/EmailMarketing/execution/definition';
import { operations } from '../../nodes/EmailMarketing/resources/operations';
import type { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { explain, type FailedRequest } from '../../nodes/EmailMarketing/transport/errors';
import type { ApiRequest } from '../../nodes/EmailMarketing/transport/ApiRequest';
import type { Connection } from '../../nodes/EmailMarketing/transport/connection';
import type { Failure } from '../../nodes/EmailMarketing/transport/retry';

const secret = 'secret-token+1234567890';
const keys = Object.keys(endpoints) as EndpointKey[];

type More = Partial<
	ApiRequest &
		Pick<FailedRequest, 'attempts' | 'isPathRight' | 'outcomeUnknown' | 'path'> &
		Pick<Connection, 'baseUrl' | 'endpointPaths'>
>;

function explained(key: EndpointKey, failure: Partial<Failure>, more: More = {}): UserFacingError {
	const { baseUrl = 'https://api.example.com', endpointPaths = {}, ...others } = more;
	const { attempts = 1, isPathRight, outcomeUnknown = false, path, ...request } = others;
	const operation = operations[key];
	const rows = 'rows' in operation ? operation.rows : undefined;
	const { names } = typeof rows === 'object' ? rows : definitionOf(key, operation.description);
	const failed: FailedRequest = {
		request: { key, pathValues: { contactList: 'x1', campaign: 'x1' }, names, ...request },
		connection: { baseUrl, endpointPaths, accessToken: secret },
		path: path ?? endpoints[key].path.replace(/\{\w+\}/g, 'x1'),
		attempts,
		isPathRight,
		outcomeUnknown,
	};
	return explain(failed, { ok: false, kind: 'status', ...failure });
}

/** The message, and what to do. */
function textOf(...given: Parameters<typeof explained>): string {
	const { message, description } = explained(...given);
	return `${message} | ${description}`;
}

const errors = (fields: IDataObject, message?: string): Partial<Failure> => ({
	status: 422,
	body: { message, errors: fields },
});

describe('a status', () => {
	it.each<[number, RegExp]>([
		[400, /did not accept the request \(status 400\) \| Check the values/],
		[401, /did not accept the access token \| .*'Access Token' in the credential/],
		[403, /access token is not allowed .* \| .*'Access Token' of the credential/],
		[402, /asks for a payment \(status 402\) \| Check the plan/],
		[405, /did not accept POST \/v1\/campaigns \(status 405\) \| The path is inferred.*'Endpoint Paths'/],
		[408, /did not get the whole request in time .* \| Try again later/],
		[409, /conflict .* \| Check the existing entry/],
		[413, /too large .* \| Send fewer or shorter values/],
		[419, /expected a browser session \(status 419\) \| .*'Base URL' in the credential/],
		[422, /did not accept the values \| Check the values/],
		[429, /limiting how many requests .* \| Sent 3 times\. Lower 'Max Parallel Requests'/],
		[500, /could not handle the request \(status 500\) \| Sent 3 times/],
	])("%i says what happened and what to do, with the service's own message", (status, text) => {
		const body = { message: 'Quota of May is used up' };
		const thrown = explained('campaign.create', { status, body }, { attempts: 3 });
		expect(`${thrown.message} | ${thrown.description}`).toMatch(text);
		expect(thrown.description).toContain('The service says: "Quota of May is used up"');
		expect(thrown).toMatchObject({ status, serviceMessage: 'Quota of May is used up' });
	});

	it('403 with a web page comes from a proxy or a firewall, and is no missing permission', () => {
		const text = textOf('campaign.create', { status: 403, body: '<!DOCTYPE html><title>Just a moment...</title>' });
		expect(text).toMatch(/^A proxy or firewall probably returned this web page \(status 403\) \| /);
		expect(text).not.toMatch(/token|permission|Just a moment/);
	});

	it('of a method that is not accepted at a documented path shows the Base URL', () => {
		const text = textOf('campaign.update', { status: 405 });
		expect(text).toMatch(/documented.*'Base URL'.*https:\/\/api\.example\.com/);
		expect(text).not.toContain('inferred');
	});

	it.each<[boolean, EndpointKey, Partial<Failure>]>([
		[true, 'campaign.getAll', { status: 500 }],
		[true, 'subscriber.create', { status: 503, retryAfterMs: 1000 }],
		[false, 'subscriber.create', { status: 500 }],
		[false, 'campaign.getAll', { status: 499 }],
	])('says to try later: %s, for %s with %j', (says, key, failure) => {
		expect(textOf(key, failure).includes('Try again later')).toBe(says);
	});

	it.each<[string, Partial<Failure>, string]>([
		[
			'that no table names',
			{ status: 451 },
			'did not accept the request (status 451) | Check the values. The path is inferred',
		],
		['300', { status: 300 }, 'redirects to another address (status 300) | The redirect was not followed.'],
		['429 that asks for 120 minutes', { status: 429, retryAfterMs: 7_200_000 }, 'again in 2 hours'],
		['429 that asks for 119 minutes', { status: 429, retryAfterMs: 7_140_000 }, 'again in 119 minutes'],
		[
			'429 that asks for 7 seconds',
			{ status: 429, retryAfterMs: 7000 },
			'again in 1 minute | Sent once. Try again later.',
		],
		['503 that asks for a day', { status: 503, retryAfterMs: 86_400_000 }, 'accepts requests again in 24 hours'],
	])('%s has its text too', (_name, failure, text) => {
		expect(textOf('campaign.create', failure)).toContain(text);
	});

	it('is explained in sentences, whatever the operation', () => {
		const statuses = [304, 400, 401, 402, 403, 404, 405, 408, 409, 413, 419, 422, 429, 500, 503, 520];
		const failures = [...statuses.map((status) => ({ status })), errors({ email: [null], tags: [{}] })];
		for (const key of keys)
			for (const failure of failures)
				for (const more of [{}, { endpointPaths: { [key]: '/own' } }, { attempts: 5, outcomeUnknown: true }]) {
					const text = textOf(key, failure, more);
					expect(text).toMatch(/^[A-Z'].*[^.\s] \| [^\s].*[^\s]$/);
					expect(text).not.toMatch(/error|problem|failure|mistake|undefined|null|NaN|\[object|[{]\w+[}]| {2}|\.\.|''/i);
				}
	});
});

describe('a request without a response', () => {
	it.each<[Partial<Failure>, RegExp]>([
		[{ kind: 'notSent', code: 'ENOTFOUND' }, /^The host api\.example\.com was not found \| Check 'Base URL'/],
		[{ kind: 'notSent', code: 'ECONNREFUSED' }, /^Nothing responds at api\.example\.com \| .*\(host and port\)/],
		[{ kind: 'noResponse', code: 'ECONNRESET' }, /^The connection was closed .* \| Sent once\. .*Try again later\./],
		[{ kind: 'unsendable', code: 'CERT_HAS_EXPIRED' }, /^No secure connection .* \(CERT_HAS_EXPIRED\)/],
		[
			{ kind: 'unsendable', code: 'SsrfBlockedHostnameError' },
			/SSRF protection blocks .*api\.example\.com \| Check 'Base URL'.*N8N_SSRF_ALLOWED_HOSTNAMES.*N8N_SSRF_ALLOWED_IP_RANGES/,
		],
		[{ kind: 'unsendable', reason: 'Domain not allowed' }, /could not be sent \| .*Domain not allowed/],
	])('is explained by its code: %j', (failure, text) => {
		expect(textOf('campaign.getAll', failure)).toMatch(text);
	});
});

describe('what was not found', () => {
	it.each(['campaign.getAll', 'subscriber.delete', 'subscriber.import'] as const)(
		'at an inferred path names the path, and where to enter another one: %s',
		(key) => {
			const text = textOf(key, { status: 404 });
			expect(text).toMatch(/^Nothing was found at (GET|POST|DELETE) \/v1\/.* \| .*inferred.*'Endpoint Paths'/);
			expect(text).toContain(`{"${key}": "/…"}`);
			expect(text.includes("'Create or Update'")).toBe(key === 'subscriber.import');
		},
	);

	it.each([
		['campaign.update', 'The campaign was probably not found', "'Campaign'"],
		['subscriber.create', 'The contact list was not found', "'Contact List'"],
	] as const)('at the documented path of %s is what it names: %s', (key, message, parameter) => {
		const text = textOf(key, { status: 404 });
		expect(text.startsWith(message)).toBe(true);
		expect(text).toContain(parameter);
		expect(text).not.toContain('Endpoint Paths');
	});

	it.each([
		['Store 77', true],
		['newsletter', true],
		['4f7f1c9e-2c37-4d0c-9d5a-0a3d6f8b1c21', false],
		['77', false],
	])('is a contact list whose ID may be its name: %s', (contactList, isName) => {
		const text = textOf('subscriber.create', { status: 404 }, { pathValues: { contactList } });
		expect(text.includes(`"${contactList}" may be a name, not an ID: choose 'From List' or 'By Name'.`)).toBe(isName);
		expect(text.includes("Choose it again in 'Contact List'")).toBe(!isName);
	});

	it('at a path that has worked in this run is what it names, if it names something', () => {
		const text = textOf('subscriber.get', { status: 404 }, { isPathRight: true });
		expect(text).toMatch(/^The subscriber was not found \| Choose it again in 'Subscriber'.* Asked for: GET \/v1\//);
		expect(text).not.toContain('Endpoint Paths');
		expect(textOf('campaign.getAll', { status: 404 }, { isPathRight: true })).toContain('Endpoint Paths');
	});

	it.each(['campaign.update', 'campaign.getAll'] as const)("at a path of 'Endpoint Paths' names it: %s", (key) => {
		const text = textOf(key, { status: 404 }, { endpointPaths: { [key]: '/own' }, path: '/own' });
		expect(text).toMatch(new RegExp(`/own .*"${key}" in 'Endpoint Paths'`));
	});

	it("names 'Base URL' first where it has a path of its own", () => {
		const text = textOf('campaign.getAll', { status: 404 }, { baseUrl: 'https://api.example.com/mail' });
		expect(text).toMatch(/GET \/mail\/v1\/campaigns \| Check 'Base URL' first: it ends in \/mail\. .*'Endpoint Paths'/);
	});

	it.each([404, 405])('has 12 words at most, and what to do 25: %i at any path', (status) => {
		const wordsOf = (text: string): number => text.split(/\s+/).length;
		for (const key of keys)
			for (const baseUrl of ['https://api.example.com', 'https://api.example.com/mail'])
				for (const more of [{}, { isPathRight: true }, { endpointPaths: { [key]: '/own' } }]) {
					const { message, description } = explained(key, { status }, { baseUrl, ...more });
					expect([description, wordsOf(message) <= 12, wordsOf(description) <= 25]).toEqual([description, true, true]);
				}
	});
});

describe('values that are rejected', () => {
	it('are listed by their names in the panel, with what was sent and what the service says', () => {
		const sent = { from_email: 'ann@example', name: 'x'.repeat(200), reply_to_name: null };
		const fields = { from_email: ['is no address'], name: ['is taken', 'is long'], reply_to_name: ['is missing'] };
		const thrown = explained('campaign.create', errors(fields, 'Invalid.'), { body: sent });
		const long = `Name "${'x'.repeat(100)}…"`;
		expect(thrown.message).toContain("'From Email', 'Name', 'Reply-To Name'");
		expect(thrown.description).toBe(
			`From Email "ann@example": is no address · ${long}: is taken · ${long}: is long · Reply-To Name: is missing. The service says: "Invalid."`,
		);
		expect(thrown.fieldMessages.slice(0, 2)).toEqual([
			{ field: 'from_email', text: 'is no address' },
			{ field: 'name', text: 'is taken' },
		]);
	});

	it.each(['is in use. Try Ann.', 'is in use. Try Ann', 'is in use. Try Ann (and 12 more errors)'])(
		'are not repeated where Laravel repeats the first text as the message: %s',
		(message) => {
			expect(textOf('campaign.create', errors({ name: ['is in use. Try Ann.'] }, message))).toMatch(
				/\| Name: is in use\. Try Ann\.$/,
			);
		},
	);

	it('are five in the message, and twenty in what to do', () => {
		const fields = (length: number) =>
			Object.fromEntries(Array.from({ length }, (_, index) => [`field_${index}`, ['is odd']]));
		for (const status of [400, 409, 422])
			expect(explained('campaign.create', { ...errors(fields(8)), status }).message).toMatch(/'field_4' and 3 more$/);
		expect(explained('campaign.create', errors(fields(5))).message).toMatch(/'field_4'$/);
		expect(textOf('campaign.create', errors(fields(21)))).toMatch(/field_19: is odd\.$/);
	});

	it('of an import that is incomplete blame no row: nobody knows which ones are done', () => {
		const body = { errors: { 'subscribers.1.email': ['is taken'] } };
		const { message } = explained('subscriber.import', { kind: 'incomplete', status: 200, body }, { rows: [3, 5] });
		expect(message).toMatch(/not everything was done/);
	});

	it.each([
		['subscribers.5.email', "'Email' of row 9", 'Email of row 9 "e8": is taken'],
		['subscribers.1', 'row 5', 'row 5: is taken'],
		['subscribers.7.email', "'Email (subscribers.7.email)'", 'Email (subscribers.7.email): is taken'],
		['email', "'Email'", 'Email: is taken'],
	])('of a row are named by the input item behind it: %s', (field, inMessage, inDescription) => {
		const rows = [2, 4, 5, 6, 7, 8];
		const more = { rows, body: { subscribers: rows.map((row) => ({ email: `e${row}` })) } };
		const text = textOf('subscriber.import', errors({ [field]: ['is taken'] }), more);
		expect(text.split(' accept ')[1]).toBe(`${inMessage} | ${inDescription}.`);
	});

	it('come with advice for an address that is taken only where the request has some', () => {
		const more = { advice: { ifTaken: "Use 'Create or Update'." } };
		const taken = { email: ['is taken'] };
		for (const failure of [{ status: 409 }, { status: 422 }, errors(taken), errors({ tags: ['are odd'], ...taken })]) {
			expect(textOf('subscriber.create', failure, more)).toMatch(/[.|] Use 'Create or Update'\.$/);
			expect(textOf('subscriber.create', failure)).not.toContain('Create or Update');
		}
		for (const failure of [{ status: 400 }, errors({ tags: ['are odd'] })])
			expect(textOf('subscriber.create', failure, more)).not.toContain('Create or Update');
	});
});

describe('a failure', () => {
	it.each<[Partial<Failure>, boolean, boolean]>([
		...[408, 429, 500, 599].map((status) => [{ status }, true, true] as [Partial<Failure>, boolean, boolean]),
		...[400, 404, 405, 409, 413, 422].map(
			(status) => [{ status }, false, false] as [Partial<Failure>, boolean, boolean],
		),
		...[401, 403, 499].map((status) => [{ status }, false, true] as [Partial<Failure>, boolean, boolean]),
		[{ kind: 'noResponse' }, true, true],
		[{ kind: 'notSent' }, true, true],
		[{ kind: 'unreadable', status: 200 }, true, true],
		[{ kind: 'declined', status: 200 }, false, false],
		[{ kind: 'incomplete', status: 200 }, false, false],
		[{ kind: 'unsendable' }, false, true],
	])('of %j may pass: %s, and concerns more than its request: %s', (failure, canRetry, isGeneral) => {
		expect(explained('campaign.getAll', failure)).toMatchObject({ canRetry, isGeneral });
		const { mustNotRepeat, canRetry: canCreateAgain } = explained('campaign.create', failure);
		expect(canCreateAgain).toBe(canRetry && !mustNotRepeat);
		// An update may be sent again, whatever became of it.
		expect(explained('campaign.update', failure)).toMatchObject({ canRetry, mustNotRepeat: false });
	});
});

describe('the notice that it may have happened', () => {
	const unclear: Array<Partial<Failure>> = [
		...[302, 408, 500, 503, 525].map((status) => ({ status })),
		{ kind: 'unreadable', status: 200, body: '<html>' },
		{ kind: 'incomplete', status: 200, body: { errors: ['No'] } },
		{ kind: 'noResponse', code: 'ECONNRESET' },
	];
	const clear: Array<Partial<Failure>> = [
		...[401, 422, 429].map((status) => ({ status })),
		{ status: 503, retryAfterMs: 1000 },
		{ kind: 'notSent', code: 'ENOTFOUND' },
		{ kind: 'unsendable', code: 'CERT_HAS_EXPIRED' },
		{ kind: 'declined', status: 200, body: { success: false } },
	];

	it.each(keys)('comes where %s may have happened and must not happen twice', (key) => {
		const mustNotRepeat = !endpointOf(key).idempotent;
		const isRead = endpoints[key].method === 'GET';
		const way = "(Look|Read|Check) .*('Get Many'|'Get'|shows as sent).*";
		const notice = new RegExp(`may have happened .* not sent again\\. ${way} before running it again`);
		for (const failure of unclear) {
			expect(notice.test(textOf(key, failure))).toBe(mustNotRepeat);
			expect(explained(key, failure)).toMatchObject({ outcomeUnknown: !isRead, mustNotRepeat: mustNotRepeat });
		}
		for (const failure of clear) {
			expect(textOf(key, failure)).not.toContain('may have happened');
			expect(explained(key, failure)).toMatchObject({ outcomeUnknown: false, mustNotRepeat: false });
			// An attempt before the last one may have done the work.
			expect(explained(key, failure, { outcomeUnknown: true }).outcomeUnknown).toBe(!isRead);
		}
	});
});

describe('the token', () => {
	it.each<[string, Partial<Failure>, More]>([
		['a message that is cut', { status: 400, body: { message: `${'x'.repeat(290)} ${secret}` } }, {}],
		['a field', errors({ [secret]: [secret] }), {}],
		['a value that is cut', errors({ name: ['is odd'] }), { body: { name: `${'x'.repeat(90)} ${secret}` } }],
		['an address', { status: 301, location: `https://new.example/?t=${encodeURIComponent(secret)}` }, {}],
		['a path', { status: 404 }, { path: `/v1/campaigns/${secret}` }],
	])('is never shown: %s', (_name, failure, more) => {
		const thrown = explained('campaign.delete', failure, more);
		const all = JSON.stringify([thrown.message, thrown]);
		expect(all).not.toContain(secret.slice(0, 6));
		expect(all).toContain('***');
	});
});
