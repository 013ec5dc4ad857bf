import { parseEndpointPaths } from '../../nodes/EmailMarketing/api/endpointPaths';
import {
	endpointOf,
	endpoints,
	isReading,
	placeholdersOf,
	type EndpointKey,
} from '../../nodes/EmailMarketing/api/endpoints';
import { derivedPath, parentsOf, spellingsOf } from '../../nodes/EmailMarketing/api/pathSpellings';

const keys = Object.keys(endpoints) as EndpointKey[];
const reads = keys.filter(isReading);
const one = '/v1/contact-lists/{contactList}/subscriber/{subscriber}';

describe('the spellings of a path', () => {
	it.each<[(typeof reads)[number], string[]]>([
		['account.get', ['/v1/accounts', '/v1/me', '/v1/user', '/v1/profile', '/v1/account/info']],
		['campaign.getAll', ['/v1/campaign', '/v1/email-campaigns']],
		[
			'contactList.getAll',
			['/v1/contact-list', '/v1/lists', '/v1/contact_lists', '/v1/contactlists', '/v1/contacts/lists'],
		],
		[
			'subscriber.getAll',
			[
				'/v1/contact-lists/{contactList}/subscribers',
				'/v1/contact-lists/{contactList}/contacts',
				'/v1/contact-lists/{contactList}/members',
			],
		],
		[
			'subscriber.get',
			[
				...[
					'/v1/contact-lists/{contactList}/subscribers/{subscriber}',
					'/v1/contact-lists/{contactList}/contacts/{subscriber}',
					'/v1/contact-lists/{contactList}/members/{subscriber}',
				],
				...[
					'/v1/subscriber/{subscriber}',
					'/v1/subscribers/{subscriber}',
					'/v1/contacts/{subscriber}',
					'/v1/members/{subscriber}',
				],
			],
		],
	])('of %s are %j', (key, expected) => {
		expect(spellingsOf(key, endpoints[key].path, {})).toEqual(expected);
	});

	it('begin with what follows from where the thing around it was found', () => {
		expect(spellingsOf('subscriber.get', one, { 'subscriber.getAll': '/v1/lists/{contactList}/members' })[0]).toBe(
			'/v1/lists/{contactList}/members/{subscriber}',
		);
		expect(
			spellingsOf('subscriber.getAll', endpoints['subscriber.getAll'].path, { 'contactList.getAll': '/v1/lists' })[0],
		).toBe('/v1/lists/{contactList}/subscriber');
	});

	it('of a path that a user has given begin with the one of the catalogue', () => {
		expect(spellingsOf('template.getAll', '/v1/designs', {})).toEqual([
			'/v1/templates',
			'/v1/template',
			'/v1/email-templates',
			'/v1/design',
		]);
	});

	it.each(reads)('of %s are eight at most, none of them twice, each one that the credential takes', (key) => {
		for (const given of [endpoints[key].path, '/v1/other', '/{contactList}/{subscriber}', '/']) {
			const spellings = spellingsOf(key, given, {
				'contactList.getAll': '/v1/lists',
				'subscriber.getAll': '/v1/lists/{contactList}/people',
			});
			expect(spellings.length).toBeLessThanOrEqual(8);
			expect(new Set(spellings).size).toBe(spellings.length);
			expect(spellings).not.toContain(given);
			for (const path of spellings) expect(() => parseEndpointPaths({ [key]: path })).not.toThrow();
		}
	});

	it('lead to one thing where one is wanted', () => {
		const spellings = spellingsOf('subscriber.get', '/v1/subscribers', { 'subscriber.getAll': '/v1/people' });
		expect(spellings).not.toEqual([]);
		for (const path of spellings) expect(placeholdersOf(path)).toContain('subscriber');
	});

	it('name the contact list also where the path that was given does not', () => {
		const spellings = spellingsOf('subscriber.getAll', '/v1/people', {});
		expect(spellings.filter((path) => !path.includes('{contactList}'))).toEqual([]);
	});

	it('name the contact list whose subscribers are wanted', () => {
		const spellings = spellingsOf('subscriber.getAll', '/v1/subscribers', { 'contactList.getAll': '/v1/lists' });
		expect(spellings.map(placeholdersOf)).toEqual(spellings.map(() => ['contactList']));
	});
});

describe('the path that follows from another', () => {
	it.each<[EndpointKey, string, string]>([
		['campaign.create', 'campaign.getAll', '/v1/mailings'],
		['campaign.delete', 'campaign.getAll', '/v1/mailings/{campaign}'],
		['template.togglePublish', 'template.getAll', '/v1/designs/{template}/toggle'],
		['subscriber.import', 'contactList.getAll', '/v1/lists/{contactList}/import'],
		['subscriber.update', 'subscriber.getAll', '/v1/lists/{contactList}/people/{subscriber}'],
	])('is the one of %s from that of %s: %s', (key, from, path) => {
		const found = {
			'campaign.getAll': '/v1/mailings',
			'template.getAll': '/v1/designs',
			'contactList.getAll': '/v1/lists',
			'subscriber.getAll': '/v1/lists/{contactList}/people',
		};
		expect(derivedPath(key, found)).toEqual({ path, from });
	});

	it('goes by what is nearest', () => {
		const found = {
			'contactList.getAll': '/v1/lists',
			'subscriber.get': '/v1/lists/{contactList}/people/{subscriber}',
		};
		expect(derivedPath('subscriber.toggleSubscription', found)).toEqual({
			path: '/v1/lists/{contactList}/people/{subscriber}/toggle',
			from: 'subscriber.get',
		});
	});

	it('is none where nothing changed, or nothing was found', () => {
		expect(
			derivedPath('subscriber.delete', { 'subscriber.get': one, 'contactList.getAll': '/v1/lists' }),
		).toBeUndefined();
		expect(derivedPath('subscriber.delete', {})).toBeUndefined();
		expect(derivedPath('email.send', { 'account.get': '/v1/me' })).toBeUndefined();
	});

	it('is none where it would no longer say to which contact list somebody belongs', () => {
		expect(derivedPath('subscriber.delete', { 'subscriber.get': '/v1/subscribers/{subscriber}' })).toBeUndefined();
	});

	it.each(keys.filter((key) => endpointOf(key).method !== 'GET'))('of %s is one that the credential takes', (key) => {
		const found = Object.fromEntries(reads.map((read) => [read, `/x${endpoints[read].path}`]));
		const derived = derivedPath(key, found);
		expect(derived?.path).toBe(parentsOf(key).length === 0 ? undefined : `/x${endpoints[key].path}`);
		if (derived !== undefined) expect(() => parseEndpointPaths({ [key]: derived.path })).not.toThrow();
	});
});

it('takes whole segments for a beginning, and not its own path', () => {
	expect(parentsOf('subscriber.create')).toEqual(['subscriber.getAll', 'contactList.getAll']);
	expect(parentsOf('subscriber.getAll')).toEqual(['contactList.getAll']);
	expect(parentsOf('email.send')).toEqual([]);
});
