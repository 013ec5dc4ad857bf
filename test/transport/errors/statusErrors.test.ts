import type { EndpointKey } from '../../../nodes/EmailMarketing/api/endpoints';
import type { FailedRequest } from '../../../nodes/EmailMarketing/transport/errors/FailedRequest';
import { declinedError, statusError } from '../../../nodes/EmailMarketing/transport/errors/statusErrors';
import type { Failure } from '../../../nodes/EmailMarketing/transport/sendOnce';

type Given = Partial<Failure> & Partial<FailedRequest>;

/** What is shown after an answer: the message, and what to do. */
function shown(key: EndpointKey, given: Given): string {
	const { kind = 'status', status, body, location, retryAfterMs, ...request } = given;
	const failed = {
		key,
		path: '/v1/x',
		baseUrl: 'https://api.example.com',
		isOverridden: false,
		attempts: 1,
		mayBeDone: false,
		...request,
	};
	const { message, description } = (kind === 'declined' ? declinedError : statusError)(failed, {
		ok: false,
		kind,
		status,
		body,
		location,
		retryAfterMs,
	});
	return `${message} | ${description}`;
}

describe('statusError', () => {
	it.each<[string, EndpointKey, Given, RegExp]>([
		[
			'a token that is not accepted',
			'campaign.create',
			{ status: 401 },
			/not accept the access token \| .*'Access Token' in the credential.* mistyped, expired/,
		],
		[
			'a token without the right',
			'campaign.create',
			{ status: 403 },
			/token is not allowed .* \| Use a token with more rights in 'Access Token'.* owner of the account/,
		],
		[
			'a method that is not taken',
			'campaign.update',
			{ status: 405 },
			/does not take PUT \/v1\/x \| .*documented one; 'Base URL' in the credential is https:\/\/api\.example\.com/,
		],
		[
			'a conflict',
			'campaign.create',
			{ status: 409 },
			/conflict with what it already holds \| .*may exist already\. Look it up before/,
		],
		[
			'a firewall in between',
			'campaign.create',
			{ status: 403, body: '<html><h1>Request blocked</h1></html>' },
			/^A firewall or proxy in front of the service refused the request \| It answered with a web page \(status 403\)/,
		],
		[
			'a plan that does not have it',
			'campaign.create',
			{ status: 402 },
			/^The service asks for a payment or another plan first \| Look at the plan.* payments of the account/,
		],
		[
			'a request that took too long',
			'campaign.create',
			{ status: 408, attempts: 3 },
			/^The service did not get the whole request in time \(status 408\) \| Sent 3 times\. Try again later\.$/,
		],
		[
			'a thing that is locked',
			'campaign.update',
			{ status: 423, retryAfterMs: 3000 },
			/^What this asks for is locked \(status 423\) \| Sent once; the service asked to wait 3 s\. Try again later\.$/,
		],
		['a request that came too early', 'campaign.update', { status: 425 }, /\(status 425\) \| .*Try again later\.$/],
		[
			'a thing that is gone',
			'campaign.update',
			{ status: 410, names: new Map([['campaign', 'Campaign']]) },
			/^What this asks for is gone \(status 410\) \| .*may have been deleted\. Choose it again in 'Campaign'\.$/,
		],
		[
			'a path that is gone',
			'campaign.getAll',
			{ status: 410 },
			/^What this asks for is gone \(status 410\) \| .*Ask the service's support/,
		],
		[
			'a conflict with what goes on',
			'campaign.update',
			{ status: 409, body: { message: 'Campaign is sending' } },
			/conflict with what it already holds \| The state that it is in may not allow this now\. Look at it.*changed\.$/,
		],
		[
			'a conflict of new values',
			'subscriber.update',
			{ status: 409, body: { errors: { email: ['is taken.'] } } },
			/already holds \| email: is taken\. Something with these values may exist already/,
		],
		[
			'a conflict over a field',
			'campaign.create',
			{ status: 409, body: { errors: { name: ['is taken'] } } },
			/conflict with what it already holds \| name: is taken\. Something with these values may exist already/,
		],
		[
			'values that are not accepted, with status 400',
			'campaign.create',
			{ status: 400, body: { errors: { name: ['is taken'] } } },
			/did not accept 'name' \| name: is taken$/,
		],
		['a request of too many bytes', 'campaign.create', { status: 413 }, /too large .* \| Send fewer or shorter values/],
		[
			'values that are not accepted',
			'campaign.create',
			{ status: 422 },
			/did not accept the values \| It does not say which\. Check each value/,
		],
		[
			'values that are not accepted, in words',
			'campaign.create',
			{ status: 422, body: { message: 'No' } },
			/did not accept the values \| Check the values of this operation/,
		],
		[
			'a limited rate',
			'campaign.create',
			{ status: 429 },
			/limiting how many requests .* \| Sent once\. Lower 'Max Parallel Requests' or raise 'Max Retries' under 'Options', or send fewer/,
		],
		[
			'a broken service',
			'campaign.create',
			{ status: 500, attempts: 3 },
			/could not handle the request \(status 500\) \| Sent 3 times\. Try again later.* ask the service's support/,
		],
		[
			'a service that asks to come back',
			'campaign.create',
			{ status: 503, retryAfterMs: 1200 },
			/\(status 503\) \| Sent once; the service asked to wait 2 s\. Try/,
		],
		[
			'a status of no meaning',
			'campaign.create',
			{ status: 304 },
			/gave status 304 and no answer \| The service does not document the path/,
		],
		[
			'a refusal of no known kind',
			'campaign.create',
			{ status: 400 },
			/did not accept the request \(status 400\) \| Check the values of this operation\. The service does not document the path/,
		],
		[
			'a refusal of no known kind that names a field',
			'campaign.create',
			{ status: 418, body: { errors: { name: ['is taken'] } } },
			/did not accept the request \(status 418\) \| /,
		],
		[
			'a redirect that says where to',
			'campaign.create',
			{ status: 301, location: 'https://b.example' },
			/redirects to another address \(status 301\) \| It points to https:\/\/b\.example\. .*'Base URL' of the credential instead of https:\/\/api\.example\.com\. Redirects are not followed/,
		],
		...['https://api.example.com/v1/x/', '/v1/x/', '/base/v1/x/', 'http://api.example.com/v1/x/?page=1'].map(
			(location): [string, EndpointKey, Given, RegExp] => [
				`a redirect to the same path with a slash, ${location}`,
				'subscriber.create',
				{ status: 308, location },
				/wants a slash at the end of this path \(status 308\) \| .*'Endpoint Paths' of the credential: \{"subscriber\.create":"\/v1\/.*\/"\}\. Redirects are not/,
			],
		),
		[
			'a redirect to another host with a slash',
			'campaign.create',
			{ status: 301, location: 'https://b.example/v1/x/' },
			/redirects to another address/,
		],
		...['/login/', 'http://['].map((location): [string, EndpointKey, Given, RegExp] => [
			`a redirect to ${location}`,
			'campaign.create',
			{ status: 301, location },
			/redirects to another address \(status 301\) \| It points to /,
		]),
		[
			'a redirect that does not',
			'campaign.create',
			{ status: 303 },
			/redirects to another address .* \| It does not say where to\. Check 'Base URL'/,
		],
		[
			'nothing at an inferred path',
			'campaign.delete',
			{ status: 404 },
			/Nothing was found at DELETE \/v1\/x \| .*does not document the path.* 'Endpoint Paths' of the credential, as \{"campaign\.delete": "\/…"\}; 'Account' → 'Check Endpoint Paths' looks for it\. If the path is right, .* does not exist/,
		],
		[
			'nothing where a body names something of the account, which may be gone',
			'email.send',
			{ status: 404, sent: { template: 't1' }, names: new Map([['template', 'Template']]) },
			/^Nothing was found at POST \/v1\/x \| Choose it again in 'Template': it may have been deleted\. If it is there, the path may be wrong: /,
		],
		[
			'nothing at the path of the import, and what works without it',
			'subscriber.import',
			{ status: 404 },
			/Nothing was found at POST \/v1\/x \| .* this one is inferred.* does not exist \(any more\)\. 'Create or Update', and 'Sync List' without 'Use Import', work without it\.$/,
		],
		[
			'an import that is not taken, and what works without it',
			'subscriber.import',
			{ status: 405 },
			/does not take POST \/v1\/x \| .* 'Create or Update', and 'Sync List' without 'Use Import', work without it\.$/,
		],
		[
			"nothing at a path of one's own",
			'campaign.update',
			{ status: 404, isOverridden: true },
			/Nothing was found at PUT \/v1\/x \| The path comes from "campaign\.update" in 'Endpoint Paths' .* check it there\./,
		],
		[
			'nothing at a documented path',
			'campaign.update',
			{
				status: 404,
				names: new Map([
					['campaign_uuid', 'Campaign'],
					['uuid', 'Campaign'],
					['campaign', 'Campaign'],
				]),
			},
			/The campaign was not found \| Choose it again in 'Campaign': it may have been deleted, .* Asked for: PUT \/v1\/x$/,
		],
		[
			'nothing below a path in the Base URL',
			'campaign.update',
			{ status: 405, baseUrl: 'https://api.example.com/mail/' },
			/does not take PUT \/mail\/v1\/x \| Check 'Base URL' in the credential first: it puts \/mail\/ in front of each path\. The path/,
		],
	])('tells %s, and what to do', (_name, key, given, words) => {
		expect(shown(key, given)).toMatch(words);
	});

	it.each([301, 302, 303, 307, 308])('takes %i for a redirect', (status) => {
		expect(shown('campaign.create', { status })).toContain('redirects to another address');
	});

	it.each<[number, number, RegExp]>([
		[429, 0, /Sent once\. /],
		[429, 1, /asked to wait 1 s\. /],
		[429, 60_000, /asked to wait 60 s\. /],
		[503, 60_001, /asked to wait 61 s; no more than 60 s are waited at a time\. /],
	])('after a %i that asked for %i ms says how long that is', (status, retryAfterMs, words) => {
		expect(shown('campaign.create', { status, retryAfterMs })).toMatch(words);
	});

	it.each([
		[5, "'e'$"],
		[6, "'e' and 1 more$"],
	])('names five of %i fields', (count, end) => {
		const errors = Object.fromEntries([...'abcdef'].slice(0, count).map((name) => [name, 'is odd']));
		expect(shown('campaign.create', { status: 422, body: { errors } }).split(' | ')[0]).toMatch(new RegExp(end));
	});

	it('names a field once of which several things are said, and says once what is said twice', () => {
		const errors = [
			{ field: 'name', message: 'is odd' },
			{ field: 'name', message: 'is odd' },
			{ field: 'name', message: 'is long' },
		];
		expect(shown('campaign.create', { status: 422, body: { errors } })).toBe(
			"The service did not accept 'name' | name: is odd · name: is long",
		);
	});

	it.each([
		['rows.12.email', "'email' of item 19"],
		['12.email.0', "'email.0' of item 19"],
		['12', 'item 19'],
		['rows.email.12', "'rows.email.12'"],
		['rows.12email', "'rows.12email'"],
		['x12.email', "'x12.email'"],
	])('takes the number of %s for a row where it stands for one', (field, name) => {
		const rows = Array.from({ length: 13 }, (_, index) => index + 7);
		expect(shown('subscriber.import', { status: 422, body: { errors: { [field]: 'is odd' } }, rows })).toContain(
			`did not accept ${name} |`,
		);
	});
});

describe('a number in the name of a field', () => {
	it('stands for itself where the request has no rows', () => {
		expect(shown('campaign.create', { status: 422, body: { errors: { 'tags.0': 'is odd' } } })).toBe(
			"The service did not accept 'tags.0' | tags.0: is odd",
		);
	});
});

describe('declinedError', () => {
	it('tells an answer that shows nothing from one that says no', () => {
		const message = (key: EndpointKey, body: unknown) => shown(key, { kind: 'declined', status: 200, body });
		expect(message('contactList.create', { contact_list: null })).toMatch(
			/^The answer shows no contact list where one should be \(status 200\) \| It does not say why/,
		);
		expect(message('contactList.create', { contact_list: null, success: false })).toMatch(/^The service says that/);
	});

	it('tells a no of status 200 by its fields, by its words or by nothing', () => {
		const declined = (body: unknown) => shown('campaign.create', { kind: 'declined', status: 201, body });
		expect(declined({ success: false, errors: { name: 'is odd' } })).toBe(
			"The service did not accept 'name' | name: is odd",
		);
		expect(declined({ success: false, message: 'No' })).toBe(
			'The service says that this was not done (status 201) | Check the values of this operation.',
		);
		expect(declined({ success: false })).toBe(
			'The service says that this was not done (status 201) | It does not say why. Check the values of this operation.',
		);
	});
});
