import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { Stryker } from '@stryker-mutator/core';

/** Mutation tests of one folder or file of nodes/ after the other, each with the tests that mirror it: `npm run test:mutation -- transport resources/subscriber EmailMarketingTrigger`. */

const folders = ['api', 'execution', 'listSearch', 'resources', 'rows', 'shared', 'transport'];
const roots = ['nodes/EmailMarketing', 'nodes'];

/**
 * Tests elsewhere that hold promises of a folder.
 * @type {Record<string, string[]>}
 */
const others = {
	resources: ['operations.test.ts', 'docs/requests.test.ts', 'reliability/lists.test.ts', 'rows/**/*.test.ts'],
	transport: ['operations.test.ts', 'reliability/{cancel,lists,properties}.test.ts'],
	execution: [
		'operations.test.ts',
		'docs/requests.test.ts',
		'reliability/{cancel,lists,properties}.test.ts',
		'resources/**/*.test.ts',
	],
	listSearch: ['reliability/lists.test.ts'],
	rows: ['resources/subscriber/*.test.ts'],
};

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : [...folders, 'EmailMarketingTrigger']) {
	const path = roots.map((root) => join(root, name)).find((each) => existsSync(each));
	if (path === undefined) throw new Error(`There is no ${name} in nodes/`);
	const [top = name] = name.split('/');
	const tests = [`${top}/**/*.test.ts`, ...(others[top] ?? [])].map((pattern) => `<rootDir>/test/${pattern}`);
	const report = name.replaceAll('/', '-');
	await new Stryker({
		mutate: [statSync(path).isDirectory() ? `${path}/**/*.ts` : path],
		jest: { config: { runner: '<rootDir>/test/mutation/runner.mjs', testMatch: tests } },
		incrementalFile: `reports/mutation/${report}.incremental.json`,
		htmlReporter: { fileName: `reports/mutation/${report}.html` },
		jsonReporter: { fileName: `reports/mutation/${report}.json` },
	}).runMutationTest();
}
