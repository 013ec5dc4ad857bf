import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import * as contract from '../../contract/document';
import { differencesFrom } from '../../contract/differences';

it('the contract and the code have the same operations, paths, statuses and fields', () => {
	expect(differencesFrom(contract.readContract())).toEqual([]);
});

it('the contract is valid, and contract/types.d.ts is made from it; run `npm run contract` when it is not', () => {
	const args = ['run', '--silent', 'contract', '--', '--check'];
	const { status, stderr } = spawnSync('npm', args, { cwd: join(__dirname, '../..'), encoding: 'utf8' });
	expect({ status, stderr }).toMatchObject({ status: 0 });
});

type Change = (document: contract.Contract, one: contract.Listed) => unknown;
const rename = (object: object, from: string, to: string) =>
	Reflect.set(object, to, Reflect.get(object, from)) && Reflect.deleteProperty(object, from);
const addTo = ({ properties }: contract.Schema = {}) => Object.assign(properties ?? {}, { new_field: {} });

// prettier-ignore
it.each<[key: string, name: string, text: string, change: Change]>([
	['account.get', 'path', '/elsewhere', ({ paths }, { path }) => rename(paths, path, '/elsewhere')],
	['campaign.update', 'method', 'POST', ({ paths }, { path, method }) => rename(paths[path] ?? {}, method.toLowerCase(), 'post')],
	['contactList.create', 'statuses', '299', (_, { operation: { responses } }) => rename(responses, Object.keys(responses)[0] ?? '', '299')],
	['email.send', 'body', 'new_field', (document, { operation }) => addTo(contract.schemaIn(document, operation.requestBody ?? {}))],
	['subscriber.create', 'fields of subscriber', 'new_field', ({ components }) => addTo(components.schemas.Subscriber)],
	['domain.delete', 'removeDomain', 'DELETE /v1/domains/', (_, { operation }) => Reflect.set(operation, 'operationId', 'removeDomain')],
])('%s: a different %s is one line', (key, name, text, change) => {
	const document = contract.readContract();
	const textOf = (other: string) => other.replace(/ of .*?: /, ': ');
	const before = differencesFrom(document).map(textOf);
	for (const one of contract.operationsIn(document).filter((other) => other.key === key)) change(document, one);
	const [line, ...others] = differencesFrom(document).filter((other) => !before.includes(textOf(other)));

	expect(line).toMatch(new RegExp(`^${name} .*${text}`));
	// A renamed operation is missing, too.
	expect(others).toEqual(name === 'removeDomain' ? [expect.stringMatching(/^domain.delete .* only in .*endpoints/)] : []);
});

it('names of path parameters do not differ, and a document without `x-documented` is documented', () => {
	const [renamed, unmarked] = [/\{\w+\}(?=[/"])/g, /"x-documented":\w+,?/g].map((part) =>
		differencesFrom(contract.readContract(JSON.stringify(contract.readContract()).replace(part, part.source[0] === '"' ? '' : '{id}'))),
	);
	const isColumn = (line: string) => line.startsWith('status column');

	expect(renamed).toHaveLength(differencesFrom(contract.readContract()).length);
	expect(unmarked?.filter(isColumn).length).toBeLessThanOrEqual(1);
	expect(unmarked?.filter((line) => !isColumn(line))).toHaveLength(renamed?.filter((line) => !isColumn(line)).length ?? 0);
});

it.each([
	['a web page', '<!doctype html>\n<html lang="en">: {', 'is not YAML: '],
	['an empty document', 'openapi: 3.1.0\npaths:', 'is not an OpenAPI document'],
	['a text', 'Not found', 'is not an OpenAPI document'],
	['an older document', 'swagger: "2.0"\npaths: {}', 'is not an OpenAPI document'],
])('%s instead of the contract is one sentence', (_, text, sentence) => {
	expect(() => contract.readContract(text)).toThrow(new RegExp(`^contract/openapi.yaml ${sentence}.*\\.$`));
});
