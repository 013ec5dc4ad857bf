import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { readContract } from '../../contract/document';
import { endpoints, isSearchKey } from '../../nodes/EmailMarketing/api/endpoints';

const root = join(__dirname, '../..');
const inFolders = ['docs', 'examples'].flatMap((name) => readdirSync(join(root, name)).map((file) => join(name, file)));
const pages = ['README.md', ...inFolders.filter((file) => /\.(md|json)$/.test(file))];
const others = ['sandbox/main.ts', 'sandbox/page/front.eta', 'credentials/EmailMarketingApi.credentials.ts'];

const unnamed = (path: string): string => path.replace(/\{\w+\}|…/g, '{}');
const paths = new Map(Object.entries(endpoints).map(([key, { path }]) => [key, unnamed(path)]));
const keys = JSON.stringify(readContract()).matchAll(/"(\w+)":|"name":"(\w+)"/g);
/** Counts of the node's own, in a summary. */
const ownFields = ['opted_out'];
const fields = [...[...keys].map(([, field, parameter]) => field ?? parameter), ...ownFields];

it.each([...pages, ...others])('%s names paths and fields that the contract has', (file) => {
	const text = readFileSync(join(root, file), 'utf8');
	// Examples of Endpoint Paths have a known key and another path.
	const example = /"(\w+\.\w+)": "(\/v1\/[^"]+)"/g;
	for (const [, key = '', path = ''] of text.matchAll(example))
		expect([undefined, unnamed(path)]).not.toContain(isSearchKey(key) ? '' : paths.get(key));
	const named = text.replace(example, '').match(/\/v1\/[a-z-]+(\/([a-z-]+|\{\w+\}|…))*/g) ?? [];
	expect([...paths.values()]).toEqual(expect.arrayContaining(named.map(unnamed)));
	const namedFields = [...text.matchAll(/(?:`|\$json\.)([a-z]+(?:_[a-z]+)+)\b/g)].map(([, field]) => field);
	expect(fields).toEqual(expect.arrayContaining(namedFields));
});
