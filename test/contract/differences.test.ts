import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { operationsIn, readContract, type Contract } from '../../contract/document';
import { differencesFrom } from '../../scripts/contract';

it('the contract and the code have the same operations, paths, statuses and fields', () => {
	expect(differencesFrom(readContract())).toEqual([]);
});

it('the contract is valid, and contract/types.d.ts is made from it; run `npm run contract` when it is not', () => {
	const args = ['run', '--silent', 'contract', '--', '--check'];
	const { status, stderr } = spawnSync('npm', args, { cwd: join(__dirname, '../..'), encoding: 'utf8' });
	expect({ status, stderr }).toMatchObject({ status: 0 });
});

/** The contract as JSON, so that a text in it can be replaced wherever it is. */
const replaced = (from: RegExp, to: string): Contract => readContract(JSON.stringify(readContract()).replace(from, to));

it.each<[string, RegExp, string, string[]]>([
	['path', /"\/v1\/account"/, '"/v1/me"', ['account.get', '/v1/me', '/v1/account', 'api/endpoints.ts']],
	['method', /"put"(?=:\{"operationId":"campaign.update")/, '"patch"', ['campaign.update', 'PATCH', 'PUT']],
	['status', /(?<="contactList.create".*?)"200"/, '"201"', ['contactList.create', '201', '200', 'scripts/contract.ts']],
	['field of bodies', /"to_name"/g, '"to"', ['email.send', 'to', 'to_name', 'panel/fields.ts']],
	['field of responses', /"recieved_count"/g, '"got"', ['subscriber.create, subscriber.get,', 'got', 'recieved_count']],
	['key of a response', /"contact_list"(?=:\{"\$ref)/g, '"list"', ['contactList.create', 'list', 'contact_list']],
	['field of refusals', /"errors":\{"type/, '"faults":{"type', ['account.get, ', ' more: ', 'faults', 'errors', 'serviceErrors.ts']],
	['operationId', /"domain.delete"/, '"removeDomain"', ['removeDomain', 'DELETE /v1/domains/', 'domain.delete']],
])('a different %s is one line that names it', (_, from, to, mentions) => {
	const before = differencesFrom(readContract());
	const added = differencesFrom(replaced(from, to)).filter((line) => !before.includes(line));
	for (const text of mentions) expect(added[0]).toContain(text);
	expect(added.slice(1)).toEqual(to === '"removeDomain"' ? [expect.stringContaining('domain.delete is not in')] : []);
});

it('names of path parameters do not differ, and a document without `x-documented` is documented', () => {
	const named = replaced(/\{(campaign|contactList|subscriber|domain|template)\}/g, '{id}');
	const inferred = operationsIn(readContract()).filter(({ operation }) => operation['x-documented'] === false);
	const added = differencesFrom(replaced(/"x-documented":\w+,?/g, ''));

	expect(differencesFrom(named)).toEqual(differencesFrom(readContract()));
	expect(added.filter((line) => line.startsWith('status column'))).toHaveLength(Math.min(inferred.length, 1));
});

it.each([
	['a web page', '<!doctype html>\n<html lang="en">: {', 'is not YAML: '],
	['an empty document', 'openapi: 3.1.0\npaths:', 'is not an OpenAPI document'],
	['a text', 'Not found', 'is not an OpenAPI document'],
	['an older document', 'swagger: "2.0"\npaths: {}', 'is not an OpenAPI document'],
])('%s instead of the contract is one sentence', (_, text, sentence) => {
	expect(() => readContract(text)).toThrow(new RegExp(`^contract/openapi.yaml ${sentence}.*\\.$`));
});
