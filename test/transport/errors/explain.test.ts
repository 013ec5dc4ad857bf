import { endpointOf, endpoints, type EndpointKey } from '../../../nodes/EmailMarketing/api/endpoints';
import { definitionOf } from '../../../nodes/EmailMarketing/execution/definition';
import { operations } from '../../../nodes/EmailMarketing/resources/operations';
import type { UserFacingError } from '../../../nodes/EmailMarketing/shared/UserFacingError';
import { explain } from '../../../nodes/EmailMarketing/transport/errors/explain';
import type { FailedRequest } from '../../../nodes/EmailMarketing/transport/errors/FailedRequest';
import type { Failure } from '../../../nodes/EmailMarketing/transport/sendOnce';

type Given = Partial<Failure>;

const secret = 'secret-token-1234567890';

function requestOf(key: EndpointKey, more: Partial<FailedRequest> = {}): FailedRequest {
	const names = operations[key].row?.names ?? definitionOf(key, operations[key].description).names;
	const path = endpoints[key].path.replace(/\{\w+\}/g, 'x1');
	return {
		key,
		names,
		path,
		baseUrl: 'https://api.example.com',
		isOverridden: false,
		attempts: 1,
		mayBeDone: false,
		...more,
	};
}

const explained = (key: EndpointKey, failure: Given, more?: Partial<FailedRequest>): UserFacingError =>
	explain(requestOf(key, more), { ok: false, kind: 'status', ...failure }, secret);
const errorText = (key: EndpointKey, failure: Given, more?: Partial<FailedRequest>): string => {
	const { message, description } = explained(key, failure, more);
	return `${message}. ${description}`;
};

const keys = Object.keys(endpoints) as EndpointKey[];
const notIdempotent = keys.filter((key) => !endpointOf(key).idempotent);

const failures: Array<[string, Given]> = [
	...[
		100, 300, 304, 400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 413, 415, 418, 422, 425, 429, 451, 500, 501, 502,
		503, 504, 520, 599,
	].map((status): [string, Given] => [`status ${status}`, { status }]),
	...[301, 302, 307, 308].map((status): [string, Given] => [
		`status ${status} with an address`,
		{ status, location: 'https://other.example/v1' },
	]),
	...[429, 503].flatMap((status) =>
		[0, 7000, 86_400_000].map((retryAfterMs): [string, Given] => [
			`status ${status} and ${retryAfterMs} ms to wait`,
			{ status, retryAfterMs },
		]),
	),
	...[
		undefined,
		'word',
		'<html>',
		[],
		{},
		{ errors: {} },
		{ errors: { email: ['is taken'] } },
		{ errors: { email: [null], tags: [{}] } },
		{ message: null, errors: [5] },
	].map((body): [string, Given] => [`status 422 with ${JSON.stringify(body)}`, { status: 422, body }]),
	...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH'].map((code): [string, Given] => [
		code,
		{ kind: 'notSent', code },
	]),
	...['ETIMEDOUT', 'ECONNABORTED', 'ECONNRESET', 'EPIPE'].map((code): [string, Given] => [
		code,
		{ kind: 'noAnswer', code },
	]),
	...[304, 999].map((status): [string, Given] => [`the status ${status}`, { status }]),
	...[{ success: false }, { ok: false, message: 'No' }, { errors: { a: 'b' } }].map((body): [string, Given] => [
		`a 200 that says ${JSON.stringify(body)}`,
		{ kind: 'declined', status: 200, body },
	]),
	...['CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN', 'EPROTO', undefined].map((code): [string, Given] => [
		`${code ?? 'no code'}, for good`,
		{ kind: 'notRetryable', code },
	]),
	['an empty answer', { kind: 'noAnswer', status: 200 }],
	['an answer that was cut off', { kind: 'noAnswer', status: 200, body: '{"data": [' }],
	['a web page', { kind: 'unreadable', status: 200, body: '<!doctype html>' }],
	['a text', { kind: 'unreadable', status: 200, body: 'word' }],
];

describe('explain', () => {
	it.each(failures)("finds end users' words for %s, whatever the operation", (_name, failure) => {
		for (const key of keys) {
			for (const more of [{}, { isOverridden: true }, { attempts: 5, mayBeDone: true }]) {
				const { message, description, status } = explained(key, failure, more);
				expect(message).toMatch(/^[A-Z'].*[^.\s]$/);
				expect(description).toMatch(/^[^\s].*[^\s]$/);
				expect(`${message} ${description}`).not.toMatch(
					/error|problem|failure|mistake|undefined|null|NaN|Infinity|\[object/i,
				);
				expect(`${message} ${description}`).not.toMatch(/[{]\w+[}]| {2}|\.\.|'{2}/);
				expect(status).toBe(failure.status);
			}
		}
	});

	it.each(['campaign.getAll', 'subscriber.delete', 'email.send'] as const)(
		'says after a 404 on the inferred path of %s which path it was and where another goes',
		(key) => {
			const words = errorText(key, { status: 404 });
			expect(words).toContain(`${endpoints[key].method} ${requestOf(key).path}`);
			expect(words).toContain("'Endpoint Paths'");
			expect(words).toContain(`"${key}"`);
			expect(words).toMatch(/inferred/);
		},
	);

	it.each([
		['campaign.update', 'The campaign was not found', "'Campaign'"],
		['subscriber.create', 'The contact list was not found', "'Contact List'"],
	] as const)('says after a 404 on the documented path of %s: %s', (key, message, parameter) => {
		const notFound = explained(key, { status: 404 });
		expect(notFound.message).toBe(message);
		expect(notFound.description).toContain(parameter);
		expect(notFound.description).not.toContain('Endpoint Paths');
	});

	it.each(['campaign.update', 'campaign.getAll'] as const)(
		"sends back to 'Endpoint Paths' after a 404 on a path for %s that came from there",
		(key) => {
			expect(errorText(key, { status: 404 }, { isOverridden: true, path: '/own/path' })).toMatch(
				new RegExp(`/own/path.*"${key}" in 'Endpoint Paths'`),
			);
		},
	);

	it('does not say after a 405 on a documented path that the thing was not found', () => {
		expect(errorText('campaign.update', { status: 405 })).not.toMatch(/not found/);
	});

	it('does not say after a 400 that what it asks for does not exist', () => {
		expect(errorText('campaign.create', { status: 400 })).not.toMatch(/does not exist/);
	});

	it.each([
		[401, "'Access Token'"],
		[403, "'Access Token'"],
		[429, "'Max Parallel Requests'"],
	])('names after a %i the parameter to change: %s', (status, parameter) => {
		expect(errorText('campaign.getAll', { status })).toContain(parameter);
	});

	it('lists after a 422 each field by its name in the panel, and the text of the service', () => {
		const { message, description } = explained('campaign.create', {
			status: 422,
			body: { message: 'Invalid.', errors: { from_email: ['is no address'], name: ['is taken', 'is long'] } },
		});
		expect(message).toBe("The service did not accept 'From Email', 'Name'");
		expect(description).toBe(
			'From Email: is no address · Name: is taken · Name: is long. The service says: "Invalid."',
		);
	});

	it.each([
		['rows.5.email', "'Email' of item 8", 'Email of item 8: is taken'],
		['subscribers.0.first_name', "'First Name' of item 2", 'First Name of item 2: is taken'],
		['subscribers.1', 'item 4', 'item 4: is taken'],
		['subscribers.7.email', "'Email (subscribers.7.email)'", 'Email (subscribers.7.email): is taken'],
		['email', "'Email'", 'Email: is taken'],
	])('names the row of %s by the input item that it came from', (field, inMessage, inDescription) => {
		const rows = [2, 4, 5, 6, 7, 8];
		const { message, description } = explained(
			'subscriber.import',
			{ status: 422, body: { errors: { [field]: ['is taken'] } } },
			{ rows },
		);
		expect([message, description]).toEqual([`The service did not accept ${inMessage}`, `${inDescription}.`]);
	});

	it.each(['Is taken.', 'is taken', 'is taken (and 2 more errors)', 'is taken (and 12 more errors)'])(
		'does not say twice what the service gives as the message and for the field: %s',
		(message) => {
			expect(
				explained('campaign.create', { status: 422, body: { message, errors: { name: ['is taken'] } } }).description,
			).toBe('Name: is taken.');
		},
	);

	it.each([
		['Validation failed: Name is taken', { name: ['is taken'] }],
		['Name: is taken', { name: ['is taken'] }],
		['Name is taken, From email is odd.', { name: ['is taken'], from_email: ['is odd'] }],
	])('does not say twice what the service puts together from its fields: %s', (message, errors) => {
		expect(explained('campaign.create', { status: 422, body: { message, errors } }).description).not.toContain(
			'The service says',
		);
	});

	it('keeps what the service says besides its fields', () => {
		const message = 'Name is taken. Ask the owner of the account for another one.';
		expect(
			explained('campaign.create', { status: 422, body: { message, errors: { name: ['is taken'] } } }).description,
		).toContain(`The service says: "${message}"`);
	});

	it('does not say twice what has a dot of its own', () => {
		expect(
			explained('campaign.create', {
				status: 422,
				body: { message: 'V1.2 is odd.', errors: { name: ['V1.2 is odd'] } },
			}).description,
		).toBe('Name: V1.2 is odd.');
	});

	it('gives the words of errors that are a text', () => {
		expect(
			explained('campaign.create', { status: 422, body: { message: 'Invalid.', errors: 'The name is taken' } })
				.description,
		).toBe('Check the values of this operation. The service says: "Invalid. · The name is taken".');
	});

	it('explains an answer of status 200 that says that nothing was done, by its fields or its words', () => {
		expect(
			explained('campaign.update', {
				kind: 'declined',
				status: 200,
				body: { success: false, errors: { name: ['is taken'] } },
			}).message,
		).toBe("The service did not accept 'Name'");
		expect(
			explained('campaign.update', { kind: 'declined', status: 200, body: { success: false, reason: 'Quota' } })
				.description,
		).toBe('Check the values of this operation. The service says: "Quota".');
		expect(explained('campaign.update', { kind: 'declined', status: 200, body: { ok: false } }).description).toBe(
			'It does not say why. Check the values of this operation.',
		);
	});

	it.each([304, 305])('does not call the status %i a redirect', (status) => {
		expect(errorText('campaign.create', { status })).not.toMatch(/redirect/i);
		expect(explained('campaign.create', { status }).isOutcomeUnknown).toBe(true);
	});

	it.each([
		['{"a": NaN}', 'The answer is not valid JSON'],
		['<?xml version="1.0"?><a/>', 'The answer is XML, not JSON'],
		['<br />Warning{"a": 1}', 'The answer has other text before its JSON'],
		['<html>', 'The answer is a web page, not data'],
		['{"a": ', 'The answer was cut off before its end'],
	])('says what %s is', (body, message) => {
		expect(explained('campaign.create', { kind: 'unreadable', status: 200, body }).message).toBe(message);
	});

	it('says of a connection that was closed that the port may speak https, where the address says http', () => {
		const closedBy = (baseUrl: string) =>
			errorText('account.get', { kind: 'noAnswer', code: 'ECONNRESET' }, { baseUrl });
		expect(closedBy('http://localhost:8443')).toContain(
			"If the port speaks https, begin 'Base URL' in the credential with https://.",
		);
		expect(closedBy('https://api.example.com')).not.toContain('If the port');
	});

	it('keeps the message short when many fields were not accepted', () => {
		const errors = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`field_${index}`, ['is odd']]));
		expect(explained('campaign.create', { status: 422, body: { errors } }).message).toMatch(/'field_4' and 3 more$/);
	});

	it.each(
		failures.filter(([, { status, kind, body }]) => status !== undefined && kind === undefined && body === undefined),
	)("shows the service's own message after %s", (_name, failure) => {
		expect(errorText('campaign.create', { ...failure, body: { message: 'Quota of May is used up' } })).toContain(
			'The service says: "Quota of May is used up"',
		);
	});

	it('gives the address to use instead of one that redirects', () => {
		const words = errorText('campaign.create', { status: 301, location: 'https://new.example/v1/campaigns' });
		expect(words).toContain('https://new.example/v1/campaigns');
		expect(words).toContain("'Base URL'");
	});

	it('says how long the service asked to wait, and that a day is not waited for', () => {
		expect(errorText('campaign.getAll', { status: 429, retryAfterMs: 7000 })).toMatch(/asked to wait 7 s\./);
		expect(errorText('campaign.getAll', { status: 429, retryAfterMs: 86_400_000 })).toMatch(
			/asked to wait 86400 s; no more than 60 s are waited at a time/,
		);
	});

	it.each([
		[1, 'Sent once'],
		[5, 'Sent 5 times'],
	])('says how often it was sent: %i', (attempts, said) => {
		expect(errorText('campaign.getAll', { status: 500 }, { attempts })).toContain(said);
	});

	it.each(['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_HAS_EXPIRED', 'EPROTO'])(
		'says of %s that there is no secure connection',
		(code) => {
			expect(errorText('campaign.getAll', { kind: 'notRetryable', code, reason: 'words of the library' })).toMatch(
				/No secure connection to api\.example\.com/,
			);
		},
	);
});

describe('the notice that it may have happened', () => {
	const unclear: Given[] = [
		{ status: 302 },
		{ status: 501 },
		{ status: 525 },
		{ kind: 'unreadable', status: 200, body: '<html>' },
		{ kind: 'noAnswer', code: 'ERR_SSL_WRONG_VERSION_NUMBER' },
		{ status: 500 },
		{ status: 502 },
		{ status: 503 },
		{ status: 504 },
		{ status: 408 },
		{ kind: 'noAnswer', code: 'ECONNRESET' },
		{ kind: 'noAnswer', code: 'ETIMEDOUT' },
	];

	it.each(notIdempotent)('is spoken when %s may have happened, with how to make sure', (key) => {
		for (const failure of unclear) {
			expect(errorText(key, failure)).toMatch(
				/It may have happened all the same, so it was not sent again\. (Look|Read) .* before running it again/,
			);
			expect(explained(key, failure)).toMatchObject({ isOutcomeUnknown: true, notRetryable: true });
		}
	});

	it.each(keys.filter((key) => !notIdempotent.includes(key)))('is no matter for %s, which may be sent again', (key) => {
		for (const failure of unclear) {
			expect(errorText(key, failure)).not.toContain('may have happened');
			expect(explained(key, failure).notRetryable).toBe(false);
		}
	});

	it.each(keys)('is the fact behind it for every write whose outcome is unknown, and for no read: %s', (key) => {
		for (const failure of unclear)
			expect(explained(key, failure).isOutcomeUnknown).toBe(endpoints[key].method !== 'GET');
	});

	it.each(notIdempotent)('is kept for %s when an attempt before the last one may have done the work', (key) => {
		const later = explained(key, { kind: 'notSent', code: 'ECONNREFUSED' }, { attempts: 2, mayBeDone: true });
		expect(later.description).toContain('It may have happened all the same');
		expect(later).toMatchObject({ isOutcomeUnknown: true, notRetryable: true });
	});

	it.each<[string, Given]>([
		['401', { status: 401 }],
		['422', { status: 422 }],
		['429', { status: 429 }],
		['a host that was not found', { kind: 'notSent', code: 'ENOTFOUND' }],
		['a certificate', { kind: 'notRetryable', code: 'CERT_HAS_EXPIRED' }],
	])('is not raised by %s', (_name, failure) => {
		for (const key of notIdempotent) {
			expect(errorText(key, failure)).not.toContain('may have happened');
			expect(explained(key, failure)).toMatchObject({ isOutcomeUnknown: false, notRetryable: false });
		}
	});

	const declined: Given = { kind: 'declined', status: 200, body: { success: false, message: 'Not today' } };

	it.each(notIdempotent)('is spoken after a 200 that says no to %s, since a part may be done', (key) => {
		expect(errorText(key, declined)).toMatch(/"Not today"\. It may have happened all the same/);
		expect(explained(key, declined)).toMatchObject({ isOutcomeUnknown: true, notRetryable: true });
	});

	it.each(keys.filter((key) => !notIdempotent.includes(key)))(
		'is not raised by a 200 that says no to %s, which may be asked for again',
		(key) => {
			expect(errorText(key, declined)).not.toContain('may have happened');
			expect(explained(key, declined)).toMatchObject({ isOutcomeUnknown: false, notRetryable: false });
		},
	);

	it('does not say that it was not sent again when it was: after a 503 that told when to come back', () => {
		expect(errorText('email.send', { status: 503, retryAfterMs: 1000 }, { attempts: 5 })).not.toContain(
			'was not sent again',
		);
	});
});

describe('the token', () => {
	it.each<[string, Given]>([
		['a message', { status: 400, body: { message: `Bad ${secret}` } }],
		['a field', { status: 422, body: { errors: { [secret]: [secret] } } }],
		['an address', { status: 301, location: `https://new.example/?t=${secret}` }],
		['the reason of the network', { kind: 'notRetryable', reason: `cannot send ${secret}` }],
		['a place where the message is cut', { status: 400, body: { message: `${'x'.repeat(290)} ${secret}` } }],
	])('is struck out of %s', (_name, failure) => {
		const words = errorText('campaign.create', failure);
		expect(words).not.toContain(secret.slice(0, 6));
		expect(words).toContain('***');
	});

	it('is struck out of the path', () => {
		expect(errorText('campaign.delete', { status: 404 }, { path: `/v1/campaigns/${secret}` })).toContain(
			'/v1/campaigns/***',
		);
	});
});

describe('a Base URL with a path', () => {
	it.each([
		[404, 'campaign.getAll'],
		[404, 'campaign.update'],
		[405, 'campaign.update'],
		[400, 'campaign.getAll'],
	] as const)('is named first after a %i for %s', (status, key) => {
		expect(errorText(key, { status }, { baseUrl: 'https://api.example.com/mail' })).toContain(
			"Check 'Base URL' in the credential first: it puts /mail in front of each path.",
		);
		expect(errorText(key, { status })).not.toContain('in front of each path');
	});
});
