import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import { endpoints, type Endpoint } from '../../nodes/EmailMarketing/api/endpoints';

interface Operation {
	operationId: string;
	'x-documented': boolean;
}

const contract = parse(readFileSync(join(__dirname, '../../contract/openapi.yaml'), 'utf8')) as {
	paths: Record<string, Record<string, Operation>>;
};
const methods = ['get', 'post', 'put', 'patch', 'delete'];
const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
	Object.entries(item)
		.filter(([method]) => methods.includes(method))
		.map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);

describe('the catalogue of endpoints and the contract', () => {
	it('name the same operations', () => {
		expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(endpoints).sort());
	});

	it.each(Object.entries<Endpoint>(endpoints))('agree on %s', (key, { method, path, status }) => {
		expect(operations.find(({ operationId }) => operationId === key)).toMatchObject({
			method,
			path,
			'x-documented': status === 'documented',
		});
	});
});
