import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';

import { endpoints } from '../../nodes/EmailMarketing/api/endpoints';

interface Operation {
	operationId: string;
	/** Missing in the service's own document, where everything is. */
	'x-documented'?: boolean;
}

const root = join(__dirname, '../..');
const contract = join(root, 'contract/openapi.yaml');
const { openapi, paths } = parse(readFileSync(contract, 'utf8')) as {
	openapi: string;
	paths: Record<string, Record<string, Operation>>;
};

it('the contract is a valid OpenAPI 3.1 document', async () => {
	const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/validate-api'), [contract]);

	expect(JSON.parse(stdout)).toEqual({ valid: true });
	expect(openapi).toMatch(/^3\.1\./);
});

it('the catalogue of endpoints and the contract have the same operations', () => {
	const operations = Object.entries(paths).flatMap(([path, item]) =>
		Object.entries(item)
			.filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
			.map(([method, { operationId, 'x-documented': documented = true }]) => [
				operationId,
				{ method: method.toUpperCase(), path, status: documented ? 'documented' : 'inferred' },
			]),
	);
	const known = Object.entries(endpoints).map(([key, { method, path, status }]) => [key, { method, path, status }]);
	expect(operations.sort()).toEqual(known.sort());
});

it('contract/types.d.ts is made from the contract as it is; run `npm run contract` when it is not', () => {
	const args = ['run', '--silent', 'contract', '--', '--check'];
	const { status, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' });
	expect({ status, stderr }).toMatchObject({ status: 0 });
});
