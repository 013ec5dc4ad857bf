import {
	collectionOf,
	endpointOf,
	endpoints,
	isEndpointKey,
	placeholdersOf,
	type Endpoint,
	type EndpointKey,
} from '../../nodes/EmailMarketing/api/endpoints';

const catalogue: ReadonlyArray<[string, Endpoint]> = Object.entries(endpoints);

describe('the catalogue', () => {
	// The service's document names these operations and their methods.
	it.each([
		[
			'GET',
			[
				'account.get',
				'campaign.getAll',
				'contactList.getAll',
				'domain.getAll',
				'subscriber.get',
				'subscriber.getAll',
				'template.getAll',
			],
		],
		[
			'POST',
			[
				'campaign.create',
				'contactList.create',
				'domain.create',
				'email.send',
				'subscriber.create',
				'subscriber.import',
			],
		],
		['PUT', ['campaign.update', 'subscriber.toggleSubscription', 'subscriber.update', 'template.togglePublish']],
		['DELETE', ['campaign.delete', 'domain.delete', 'subscriber.delete']],
	])('has the %s operations of the document and no others', (method, keys) => {
		expect(
			catalogue
				.filter(([, endpoint]) => endpoint.method === method)
				.map(([key]) => key)
				.sort(),
		).toEqual(keys);
	});

	it('calls documented only the two paths that the document shows', () => {
		expect(catalogue.filter(([, { status }]) => status === 'documented').map(([key, { path }]) => [key, path])).toEqual(
			[
				['campaign.update', '/v1/campaigns/{campaign}'],
				['subscriber.create', '/v1/contact-lists/{contactList}/subscriber'],
			],
		);
	});

	it('calls every other path inferred', () => {
		expect(new Set(catalogue.map(([, { status }]) => status))).toEqual(new Set(['documented', 'inferred']));
	});

	it('calls the thing in an answer as the service calls its list, in the singular', () => {
		const named = catalogue.filter(([, { responseKey }]) => responseKey !== undefined);
		// Lists stand under the name of many, and a delete or an import gives no thing.
		expect(
			catalogue
				.filter((row) => !named.includes(row))
				.map(([key]) => key.split('.')[1])
				.filter((operation) => operation !== 'getAll')
				.sort(),
		).toEqual(['delete', 'delete', 'delete', 'import']);
		expect(named.map(([key, { responseKey }]) => [key, `${responseKey}s`])).toEqual(
			named.map(([key]) => [key, collectionOf(key as EndpointKey)]),
		);
		expect(collectionOf('contactList.getAll')).toBe('contact_lists');
	});

	it.each(catalogue)('writes the path of %s in plain segments and whole placeholders', (_key, { path }) => {
		expect(path).toMatch(/^\/v1(\/([a-z]+(-[a-z]+)*|\{[a-zA-Z]+\}))+$/);
	});

	it.each(['campaign', 'contactList', 'domain', 'subscriber'] as const)(
		'creates a %s where its list is read',
		(resource) => {
			expect(endpoints[`${resource}.create`].path).toBe(endpoints[`${resource}.getAll`].path);
		},
	);

	it.each([
		['campaign.delete', 'campaign.getAll', '/{campaign}'],
		['campaign.update', 'campaign.getAll', '/{campaign}'],
		['domain.delete', 'domain.getAll', '/{domain}'],
		['subscriber.delete', 'subscriber.getAll', '/{subscriber}'],
		['subscriber.get', 'subscriber.getAll', '/{subscriber}'],
		['subscriber.update', 'subscriber.getAll', '/{subscriber}'],
		['subscriber.toggleSubscription', 'subscriber.update', '/toggle'],
		['template.togglePublish', 'template.getAll', '/{template}/toggle'],
	] as const)('finds %s at the path of %s with %s after it', (key, sibling, tail) => {
		expect(endpoints[key].path).toBe(endpoints[sibling].path + tail);
	});
});

describe('what a repetition does', () => {
	it('is no harm for reads, updates and deletes, and is for creates, sending, imports and toggles', () => {
		const notIdempotent = catalogue
			.filter(([, { idempotent }]) => !idempotent)
			.map(([key]) => key)
			.sort();
		expect(notIdempotent).toEqual([
			'campaign.create',
			'contactList.create',
			'domain.create',
			'email.send',
			'subscriber.create',
			'subscriber.import',
			'subscriber.toggleSubscription',
			'template.togglePublish',
		]);
	});

	it('can be looked up for whatever must not happen twice', () => {
		for (const [key, { idempotent, howToVerify }] of catalogue)
			expect([key, howToVerify !== undefined]).toEqual([key, !idempotent]);
	});

	it.each(catalogue.filter(([, { idempotent }]) => !idempotent))(
		'is looked up after %s in a place that the advice names',
		(_key, { howToVerify }) => {
			expect(howToVerify).toMatch(/^(Look|Read) .*('Get Many'|'Get'|shows as sent)/);
		},
	);
});

describe('endpointOf', () => {
	it('gives the row with the columns that it leaves out', () => {
		expect(endpointOf('campaign.update')).toMatchObject({ method: 'PUT', responseKey: 'campaign' });
		expect(endpointOf('campaign.delete').responseKey).toBeUndefined();
	});
});

describe('isEndpointKey', () => {
	it.each(catalogue)('knows %s', (key) => {
		expect(isEndpointKey(key)).toBe(true);
	});

	it.each([
		'',
		'campaign',
		'campaign.get',
		'Campaign.update',
		'subscriber.upsert',
		'subscriber.sync',
		'constructor',
		'__proto__',
		'toString',
	])('does not take "%s" for an operation', (key) => {
		expect(isEndpointKey(key)).toBe(false);
	});
});

describe('placeholdersOf', () => {
	it.each([
		['/v1/account', []],
		['/a/{x}', ['x']],
		['/a/{x}/b/{y}', ['x', 'y']],
		['/a/{y}/b/{x}/c', ['y', 'x']],
		['/{x}{y}', ['x', 'y']],
		['/{x}/{x}', ['x', 'x']],
		['/{}/{x-y}', ['', 'x-y']],
		['/{a{b}/c}/{d', ['b']],
	])('finds in %s the placeholders %j', (path, names) => {
		expect(placeholdersOf(path)).toEqual(names);
	});
});
