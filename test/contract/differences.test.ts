import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { differencesFrom } from '../../contract/differences';
import { operationsIn, readContract, schemaIn, type Contract, type Listed, type Schema } from '../../contract/document';

it('the contract and the code have the same operations, paths, statuses and fields', () => {
	expect(differencesFrom(readContract())).toEqual([]);
});

it('the contract is valid, and contract/types.d.ts is made from it; run `npm run contract` when it is not', () => {
	const args = ['run', '--silent', 'contract', '--', '--check'];
	const { status, stderr } = spawnSync('npm', args, { cwd: join(__dirname, '../..'), encoding: 'utf8' });
	expect({ status, stderr }).toMatchObject({ status: 0 });
});

function rename(object: object, from: string, to: string): void {
	Reflect.set(object, to, Reflect.get(object, from));
	Reflect.deleteProperty(object, from);
}

function addField({ properties = {} }: Schema): void {
	Object.assign(properties, { new_field: {} });
}

/** The lines that a change of the contract adds, whatever differed before. */
function linesAfter(change: (document: Contract) => void): string[] {
	const withoutNames = (line: string): string => line.replace(/ of .*?: /, ': ');
	const document = readContract();
	const before = differencesFrom(document).map(withoutNames);
	change(document);
	return differencesFrom(document).filter((line) => !before.includes(withoutNames(line)));
}

describe('one line names', () => {
	const changes: Record<string, [key: string, line: RegExp, change: (document: Contract, listed: Listed) => void]> = {
		'another path': [
			'account.get',
			/^path of account\.get: .*\/elsewhere/,
			({ paths }, { path }) => rename(paths, path, '/elsewhere'),
		],
		'another method': [
			'campaign.update',
			/^method of campaign\.update: .*PATCH/,
			({ paths }, { path }) => rename(paths[path] ?? {}, 'put', 'patch'),
		],
		'another status': [
			'contactList.create',
			/^statuses of contactList\.create: .*299/,
			(_, { operation: { responses = {} } }) => rename(responses, Object.keys(responses)[0] ?? '', '299'),
		],
		'another query of a list, for all operations': [
			'subscriber.getAll',
			/^query of contactList\.getAll, .*: the contract has limit, .*pagination\.ts has per_page/,
			({ components }) => Object.assign(components.parameters?.per_page ?? {}, { name: 'limit' }),
		],
		'a new field of a body': [
			'email.send',
			/^body of email\.send: .*new_field/,
			(document, { operation }) => addField(schemaIn(document, operation.requestBody ?? {})),
		],
		'a new field of a resource, for all operations': [
			'subscriber.create',
			/^fields of subscriber of subscriber\.getAll, .*subscriber\.update: .*new_field/,
			({ components }) => addField(components.schemas.Subscriber ?? {}),
		],
		'an operation that is missing': [
			'domain.delete',
			/^domain\.delete \(DELETE .*\) is only in .*endpoints\.ts/,
			({ paths }, { path }) => Reflect.deleteProperty(paths[path] ?? {}, 'delete'),
		],
		'an operation that is new': [
			'domain.getAll',
			/^PATCH \/v1\/domains .*is only in the contract/,
			({ paths }, { path, operation }) =>
				Object.assign(paths[path] ?? {}, { patch: { ...operation, operationId: undefined } }),
		],
	};

	it.each(Object.entries(changes))('%s', (_, [key, line, change]) => {
		const lines = linesAfter((document) => {
			for (const listed of operationsIn(document)) if (listed.key === key) change(document, listed);
		});
		expect(lines).toEqual([expect.stringMatching(line)]);
	});
});

it('a document without operationIds is told each of them, and nothing else', () => {
	const lines = linesAfter((document) => {
		for (const { operation } of operationsIn(document)) Reflect.deleteProperty(operation, 'operationId');
	});
	expect(lines).toHaveLength(operationsIn(readContract()).length);
	expect(lines).toContain('GET /v1/campaigns needs the operationId campaign.getAll');
});

it('other names of path parameters are no difference', () => {
	const renamed = linesAfter(({ paths }) => {
		for (const path of Object.keys(paths).filter((one) => one.includes('{')))
			rename(paths, path, path.replace(/\{\w+\}/g, '{id}'));
	});
	expect(renamed).toEqual([]);
});

it('a document without `x-documented` is documented, which is one line', () => {
	const unmarked = linesAfter((document) => {
		for (const { operation } of operationsIn(document)) Reflect.deleteProperty(operation, 'x-documented');
	});
	expect(unmarked.map((line) => line.split(' of ')[0])).toEqual(['status column']);
});

it.each([
	['a web page', '<!doctype html>\n<html lang="en">: {', 'is not YAML: '],
	['an empty document', 'openapi: 3.1.0\npaths:', 'is 3.1.0: it needs'],
	['a text', 'Not found', 'is not OpenAPI: it needs'],
	['an older document', 'openapi: 3.0.3\npaths: {}', 'is 3.0.3: it needs'],
])('%s instead of the contract is one sentence', (_, text, sentence) => {
	expect(() => readContract(text)).toThrow(new RegExp(`^contract/openapi.yaml ${sentence}.*\\.$`));
});
