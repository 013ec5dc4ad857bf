import { collectionOf, endpoints, type Endpoint, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';

const catalogue = Object.entries(endpoints) as Array<[EndpointKey, Endpoint]>;

/** That it has the contract's operations, paths and keys of responses is tested in test/contract. */
describe('the catalogue', () => {
	it('names a list as the schemas of the service are named', () => {
		expect(collectionOf('contactList.getAll')).toBe('contact_lists');
	});

	it.each(catalogue)('repeats %s only if it reads, deletes, or sets the fields of a resource', (_key, endpoint) => {
		const { method, path, idempotent } = endpoint;
		expect(idempotent).toBe(method === 'GET' || method === 'DELETE' || (method === 'PUT' && path.endsWith('}')));
	});
});
