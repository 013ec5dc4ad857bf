import { collectionOf, endpoints, type Endpoint, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';

const catalogue: ReadonlyArray<[string, Endpoint]> = Object.entries(endpoints);

describe('the catalogue', () => {
	it.each(catalogue)('has the path of %s in plain segments and whole placeholders', (_key, { path }) => {
		expect(path).toMatch(/^\/v1(\/([a-z]+(-[a-z]+)*|\{[a-zA-Z]+\}))+$/);
	});

	it('names a resource in a response like its list, in the singular', () => {
		const named = catalogue.filter(([, { responseKey }]) => responseKey !== undefined);
		expect(named.map(([, { responseKey }]) => `${responseKey}s`)).toEqual(
			named.map(([key]) => collectionOf(key as EndpointKey)),
		);
		expect(collectionOf('contactList.getAll')).toBe('contact_lists');
		const unnamed = catalogue.filter((row) => !named.includes(row)).map(([key]) => key.split('.')[1]);
		expect([...new Set(unnamed)].sort()).toEqual(['delete', 'getAll', 'import']);
	});

	it('repeats reads, updates and deletes, but no create, import, email or toggle', () => {
		const once = catalogue.filter(([, { idempotent }]) => !idempotent).map(([key]) => key.split('.')[1]);
		expect([...new Set(once)].sort()).toEqual(['create', 'import', 'send', 'togglePublish', 'toggleSubscription']);
		for (const [key, { method, idempotent }] of catalogue)
			expect([key, idempotent]).toEqual([key, /GET|DELETE/.test(method) || key.endsWith('.update')]);
	});
});
