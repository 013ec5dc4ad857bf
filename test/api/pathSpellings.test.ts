import { endpoints, isReading, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { derivedPath, spellingsOf } from '../../nodes/EmailMarketing/api/pathSpellings';
import { parseEndpointPaths } from '../../nodes/EmailMarketing/transport/endpointPaths';

const reads = (Object.keys(endpoints) as EndpointKey[]).filter(isReading);
const list = '/v1/contact-lists/{contactList}';

describe('the other spellings of a path', () => {
	it.each<[(typeof reads)[number], string[]]>([
		['account.get', ['/v1/accounts', '/v1/me', '/v1/user', '/v1/profile']],
		['campaign.getAll', ['/v1/campaign', '/v1/email-campaigns']],
		['contactList.getAll', ['/v1/contact-list', '/v1/lists', '/v1/contact_lists', '/v1/contactlists']],
		['subscriber.getAll', [`${list}/subscribers`, `${list}/contacts`, `${list}/members`]],
		[
			'subscriber.get',
			[
				...['subscribers', 'contacts', 'members'].map((word) => `${list}/${word}/{subscriber}`),
				'/v1/subscriber/{subscriber}',
			],
		],
	])('of %s are %j', (key, expected) => {
		expect(spellingsOf(key, endpoints[key].path, {})).toEqual(expected);
	});

	it('begin with what follows from the list that was found, and with the usual path', () => {
		const found = { 'contactList.getAll': '/v1/lists' };
		const [first] = spellingsOf('subscriber.getAll', endpoints['subscriber.getAll'].path, found);
		expect(first).toBe('/v1/lists/{contactList}/subscriber');
		expect(spellingsOf('template.getAll', '/v1/designs', {})[0]).toBe('/v1/templates');
	});

	it.each(reads)('of %s are eight at most, all different, and name what is read, whatever is in use', (key) => {
		const both = { 'contactList.getAll': '/v1/lists', 'subscriber.getAll': '/v1/lists/{contactList}/people' };
		const places = [endpoints[key].path, '/v1/other', '/{contactList}/{subscriber}', '/'];
		const [whose = ''] = /\{\w+\}(?!.*\{)/.exec(endpoints[key].path) ?? [];
		for (const [inUse, found] of places.flatMap((place) => [[place, both] as const, [place, {}] as const])) {
			const spellings = spellingsOf(key, inUse, found);
			expect(spellings.length).toBeLessThanOrEqual(8);
			expect(new Set([inUse, ...spellings]).size).toBe(spellings.length + 1);
			for (const path of spellings) {
				expect(path).toContain(whose);
				expect(() => parseEndpointPaths({ [key]: path })).not.toThrow();
			}
		}
	});
});

describe('the path that follows from another', () => {
	it.each<[EndpointKey, string | undefined]>([
		['campaign.create', '/v1/mailings'],
		['campaign.delete', '/v1/mailings/{campaign}'],
		['subscriber.import', '/v1/lists/{contactList}/import'],
		['subscriber.update', '/v1/lists/{contactList}/people/{subscriber}'],
		['email.send', undefined],
		['domain.delete', undefined],
	])('of %s is %s', (key, path) => {
		const found = {
			'campaign.getAll': '/v1/mailings',
			'contactList.getAll': '/v1/lists',
			'domain.getAll': endpoints['domain.getAll'].path,
			'subscriber.getAll': '/v1/lists/{contactList}/people',
		};
		expect(derivedPath(key, found)).toBe(path);
	});

	it('is none where it would no longer name the contact list', () => {
		expect(derivedPath('subscriber.delete', { 'subscriber.get': '/v1/subscribers/{subscriber}' })).toBeUndefined();
	});
});
