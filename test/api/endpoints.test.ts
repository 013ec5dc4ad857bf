import {
	collectionOf,
	endpoints,
	placeholdersOf,
	type Endpoint,
	type EndpointKey,
} from '../../nodes/EmailMarketing/api/endpoints';

const catalogue: ReadonlyArray<[string, Endpoint]> = Object.entries(endpoints);

describe('the catalogue', () => {
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
			expect(howToVerify).toMatch(/^(Look|Read|Check) .*('Get Many'|'Get'|shows as sent)/);
		},
	);
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
