import * as n8n from 'n8n-workflow';

import { isAllowedHost } from '../../nodes/EmailMarketing/transport/connection';
import { itSinceOldest } from '../engine/itSinceOldest';

const hosts = [
	'example.com',
	'EXAMPLE.com.',
	'api.example.com',
	'a.b.example.com',
	'evilexample.com',
	'example.org',
	'127.0.0.1',
];
const lists = [
	'example.com',
	' Example.COM. ',
	'*.example.com',
	'*.Example.com.',
	'other.org, api.example.com',
	'127.0.0.1',
	'com',
	'*.com',
	'*',
	'*.',
	',,',
	'*example.com',
];

describe('isAllowedHost', () => {
	it.each([
		['example.com', ['example.com', 'EXAMPLE.com.']],
		['*.example.com', ['api.example.com', 'a.b.example.com']],
		['other.org, api.example.com', ['api.example.com']],
		['127.0.0.1', ['127.0.0.1']],
		['', []],
		['*', []],
		['*.', []],
		[' , ', []],
	])('knows whom %j names', (domains, named) => {
		expect(hosts.filter((host) => isAllowedHost(host, domains))).toEqual(named);
	});

	it('names no host that is none', () => {
		expect(lists.filter((domains) => isAllowedHost('', domains))).toEqual([]);
	});

	itSinceOldest.each(lists)("is n8n's own rule: %s", (allowedDomains) => {
		const byN8n = hosts.filter((host) => n8n.isDomainAllowed({ url: `https://${host}/`, allowedDomains }));
		// n8n takes a list that is empty for one that is not there, which the credential does not.
		expect(hosts.filter((host) => isAllowedHost(host, allowedDomains))).toEqual(byN8n);
	});
});
