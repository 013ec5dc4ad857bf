import { endpoints, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import type { Failure } from '../../nodes/EmailMarketing/transport/attempt';
import { explain } from '../../nodes/EmailMarketing/transport/explain';
import type { Subject } from '../../nodes/EmailMarketing/transport/words/Subject';

type Given = Partial<Failure>;

function subjectOf(key: EndpointKey, more: Partial<Subject> = {}): Subject {
	const { method, path, status } = endpoints[key];
	const repeatable = method !== 'POST' && !key.includes('toggle');
	return { key, method, path: path.replace(/\{\w+\}/g, 'x1'), baseUrl: 'https://api.example.com', pathStatus: status, overridden: false, repeatable, attempts: 1, uncertain: false, ...more };
}

const failed = (failure: Given): Failure => ({ ok: false, kind: 'status', ...failure }) as Failure;
const wordsOf = (key: EndpointKey, failure: Given, more?: Partial<Subject>) => {
	const { message, description } = explain(subjectOf(key, more), failed(failure));
	return `${message}. ${description}`;
};

const keys = Object.keys(endpoints) as EndpointKey[];
const unrepeatable = keys.filter((key) => !subjectOf(key).repeatable);

const failures: Array<[string, Given]> = [
	...[100, 300, 304, 400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 413, 415, 418, 422, 425, 429, 451, 500, 501, 502, 503, 504, 520, 599].map((status): [string, Given] => [`status ${status}`, { status }]),
	...[301, 302, 307, 308].map((status): [string, Given] => [`status ${status} with an address`, { status, location: 'https://other.example/v1' }]),
	...[429, 503].flatMap((status) => [0, 7000, 86_400_000].map((retryAfterMs): [string, Given] => [`status ${status} and ${retryAfterMs} ms to wait`, { status, retryAfterMs }])),
	...[undefined, 'word', '<html>', [], {}, { errors: {} }, { errors: { email: ['is taken'] } }, { errors: { email: [null], tags: [{}] } }, { message: null, errors: [5] }].map((body): [string, Given] => [`status 422 with ${JSON.stringify(body)}`, { status: 422, body }]),
	...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH'].map((code): [string, Given] => [code, { kind: 'notSent', code }]),
	...['ETIMEDOUT', 'ECONNABORTED', 'ECONNRESET', 'EPIPE'].map((code): [string, Given] => [code, { kind: 'noAnswer', code }]),
	...['CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN', 'EPROTO', undefined].map((code): [string, Given] => [`${code ?? 'no code'}, for good`, { kind: 'final', code }]),
	['an empty answer', { kind: 'noAnswer', status: 200 }],
	['an answer that was cut off', { kind: 'noAnswer', status: 200, body: '{"data": [' }],
	['a web page', { kind: 'final', status: 200, body: '<!doctype html>' }],
	['a text', { kind: 'final', status: 200, body: 'word' }],
];

describe('explain', () => {
	it.each(failures)("finds end users' words for %s, whatever the operation", (_name, failure) => {
		for (const key of keys) {
			for (const more of [{}, { overridden: true }, { attempts: 5, uncertain: true }]) {
				const { message, description, status } = explain(subjectOf(key, more), failed(failure));
				expect(message).toMatch(/^[A-Z'].*[^.\s]$/);
				expect(description).toMatch(/^[^\s].*[^\s]$/);
				expect(`${message} ${description}`).not.toMatch(/error|problem|failure|mistake|undefined|null|NaN|Infinity|\[object/i);
				expect(`${message} ${description}`).not.toMatch(/[{]\w+[}]| {2}|\.\.|'{2}/);
				expect(status).toBe(failure.status);
			}
		}
	});

	it.each(['campaign.getAll', 'subscriber.delete', 'email.send'] as const)('says after a 404 on the inferred path of %s which path it was and where another goes', (key) => {
		const words = wordsOf(key, { status: 404 });
		expect(words).toContain(`${endpoints[key].method} ${subjectOf(key).path}`);
		expect(words).toContain("'Endpoint Paths'");
		expect(words).toContain(`"${key}"`);
		expect(words).toMatch(/inferred/);
	});

	it.each([
		['campaign.update', 'The campaign was not found', "'Campaign'"],
		['subscriber.create', 'The contact list was not found', "'Contact List'"],
	] as const)('says after a 404 on the documented path of %s: %s', (key, message, parameter) => {
		const explained = explain(subjectOf(key), failed({ status: 404 }));
		expect(explained.message).toBe(message);
		expect(explained.description).toContain(parameter);
		expect(explained.description).not.toContain('Endpoint Paths');
	});

	it.each(['campaign.update', 'campaign.getAll'] as const)("sends back to 'Endpoint Paths' after a 404 on a path for %s that came from there", (key) => {
		expect(wordsOf(key, { status: 404 }, { overridden: true, path: '/own/path' })).toMatch(new RegExp(`/own/path.*"${key}" in 'Endpoint Paths'`));
	});

	it('does not say after a 405 on a documented path that the thing was not found', () => {
		expect(wordsOf('campaign.update', { status: 405 })).not.toMatch(/not found/);
	});

	it('does not say after a 400 that what it asks for does not exist', () => {
		expect(wordsOf('campaign.create', { status: 400 })).not.toMatch(/does not exist/);
	});

	it.each([
		[401, "'Access Token'"],
		[403, "'Access Token'"],
		[429, "'Max Parallel Requests'"],
	])('names after a %i the parameter to change: %s', (status, parameter) => {
		expect(wordsOf('campaign.getAll', { status })).toContain(parameter);
	});

	it('lists after a 422 each field by its name in the panel, and the text of the service', () => {
		const { message, description } = explain(subjectOf('campaign.create'), failed({ status: 422, body: { message: 'Invalid.', errors: { from_email: ['is no address'], name: ['is taken', 'is long'] } } }));
		expect(message).toBe("The service did not accept 'From Email', 'Name'");
		expect(description).toBe('From Email: is no address · Name: is taken · Name: is long. The service says: "Invalid."');
	});

	it('keeps the message short when many fields were not accepted', () => {
		const errors = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`field_${index}`, ['is odd']]));
		expect(explain(subjectOf('campaign.create'), failed({ status: 422, body: { errors } })).message).toMatch(/'field_4' and 3 more$/);
	});

	it.each(failures.filter(([, { status, kind, body }]) => status !== undefined && kind === undefined && body === undefined))("shows the service's own message after %s", (_name, failure) => {
		expect(wordsOf('campaign.create', { ...failure, body: { message: 'Quota of May is used up' } })).toContain('The service says: "Quota of May is used up"');
	});

	it('gives the address to use instead of one that redirects', () => {
		const words = wordsOf('campaign.create', { status: 301, location: 'https://new.example/v1/campaigns' });
		expect(words).toContain('https://new.example/v1/campaigns');
		expect(words).toContain("'Base URL'");
	});

	it('says how long the service asked to wait, and that a day is not waited for', () => {
		expect(wordsOf('campaign.getAll', { status: 429, retryAfterMs: 7000 })).toMatch(/asked to wait 7 s\./);
		expect(wordsOf('campaign.getAll', { status: 429, retryAfterMs: 86_400_000 })).toMatch(/asked to wait 86400 s; no more than 60 s are waited at a time/);
	});

	it.each([
		[1, 'Sent once'],
		[5, 'Sent 5 times'],
	])('says how often it was sent: %i', (attempts, said) => {
		expect(wordsOf('campaign.getAll', { status: 500 }, { attempts })).toContain(said);
	});

	it.each(['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_HAS_EXPIRED', 'EPROTO'])('says of %s that there is no secure connection', (code) => {
		expect(wordsOf('campaign.getAll', { kind: 'final', code, reason: 'words of the library' })).toMatch(/No secure connection to api\.example\.com/);
	});
});

describe('the doubt', () => {
	const doubtful: Given[] = [{ status: 500 }, { status: 502 }, { status: 503 }, { status: 504 }, { status: 408 }, { kind: 'noAnswer', code: 'ECONNRESET' }, { kind: 'noAnswer', code: 'ETIMEDOUT' }];

	it.each(unrepeatable)('is spoken when %s may have happened, with how to make sure', (key) => {
		for (const failure of doubtful) {
			expect(wordsOf(key, failure)).toMatch(/It may have happened all the same, so it was not sent again\. (Look|Read) .* before running (this item|the import) again/);
			expect(explain(subjectOf(key), failed(failure)).uncertain).toBe(true);
		}
	});

	it.each(keys.filter((key) => !unrepeatable.includes(key)))('is no matter for %s, which may be sent again', (key) => {
		for (const failure of doubtful) expect(wordsOf(key, failure)).not.toContain('may have happened');
	});

	it.each<[string, Given]>([
		['401', { status: 401 }],
		['422', { status: 422 }],
		['429', { status: 429 }],
		['a host that was not found', { kind: 'notSent', code: 'ENOTFOUND' }],
		['a certificate', { kind: 'final', code: 'CERT_HAS_EXPIRED' }],
	])('is not raised by %s', (_name, failure) => {
		for (const key of unrepeatable) expect(wordsOf(key, failure)).not.toContain('may have happened');
	});

	it('does not say that it was not sent again when it was: after a 503 that told when to come back', () => {
		expect(wordsOf('email.send', { status: 503, retryAfterMs: 1000 }, { attempts: 5 })).not.toContain('was not sent again');
	});
});
