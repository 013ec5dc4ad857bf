import { propertiesOf, responseSchema } from '../../docs/contract';
import { collectionOf, endpoints, type Endpoint, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';

const catalogue = Object.entries(endpoints) as Array<[EndpointKey, Endpoint]>;

/** That it has the contract's operations and paths is tested in test/contract. */
describe('the catalogue', () => {
	it.each(catalogue)('has the path of %s in plain segments and whole placeholders', (_key, { path }) => {
		expect(path).toMatch(/^\/v1(\/([a-z]+(-[a-z]+)*|\{[a-zA-Z]+\}))+$/);
	});

	it.each(catalogue)('names the resource in the response of %s as the contract does', (key, { responseKey }) => {
		const [resource = responseKey] = Object.keys(propertiesOf(responseSchema(key))).filter(
			(name) => name !== 'message',
		);
		expect(responseKey).toBe(resource === 'data' ? undefined : resource);
		if (responseKey !== undefined) expect(`${responseKey}s`).toBe(collectionOf(key));
	});

	it.each(catalogue)('repeats %s only if it reads, deletes, or sets the fields of a resource', (_key, endpoint) => {
		const { method, path, idempotent } = endpoint;
		expect(idempotent).toBe(method === 'GET' || method === 'DELETE' || (method === 'PUT' && path.endsWith('}')));
	});
});
