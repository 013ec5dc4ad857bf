import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

import { Stryker } from '@stryker-mutator/core';

import { testsOf } from './heldBy.mjs';

/** Mutation tests of folders or files of nodes/, each file with the tests that hold it: `npm run test:mutation -- transport resources/subscriber EmailMarketingTrigger`. */

const leastKilled = 85;
const roots = ['nodes/EmailMarketing/', 'nodes/'];

/** @param {string} name a folder or file, such as `transport` or `api/response.ts`; gives its files */
function sourceFiles(name) {
	const path = roots.map((root) => join(root, name)).find((each) => existsSync(each));
	if (path === undefined) throw new Error(`There is no ${name} in nodes/`);
	if (statSync(path).isFile()) return [path];
	return readdirSync(path, { recursive: true })
		.map((file) => join(path, String(file)))
		.filter((file) => file.endsWith('.ts'));
}

/** @type {Map<string, string[]>} */
const runs = new Map();
for (const source of process.argv.slice(2).flatMap(sourceFiles)) {
	const tests = testsOf(source).join(',');
	runs.set(tests, [...(runs.get(tests) ?? []), source]);
}
if (runs.size === 0) throw new Error('Name a folder in nodes/, for example: npm run test:mutation -- transport');

/** @type {Record<string, { killed: number, all: number }>} */
const scores = {};
for (const [tests, sources] of runs) {
	process.env.HELD_BY = tests;
	const results = await new Stryker({
		mutate: sources,
		jest: {
			config: {
				testMatch: ['<rootDir>/test/mutation/allTests.ts'],
				testEnvironment: './test/mutation/FailFast.cjs',
			},
		},
		htmlReporter: { fileName: `reports/mutation/${sources[0]?.replaceAll('/', '-')}.html` },
	}).runMutationTest();
	for (const { fileName, status } of results) {
		const isKilled = status === 'Killed' || status === 'Timeout';
		if (!isKilled && status !== 'Survived' && status !== 'NoCoverage') continue;
		const score = (scores[relative('.', fileName)] ??= { killed: 0, all: 0 });
		score.all += 1;
		if (isKilled) score.killed += 1;
	}
}

/** @param {{ killed: number, all: number }} score */
const percent = ({ killed, all }) => (all === 0 ? 100 : (100 * killed) / all);
const total = { killed: 0, all: 0 };
for (const [file, score] of Object.entries(scores)) {
	console.log(`${percent(score).toFixed(1).padStart(5)} %  ${score.killed} of ${score.all}  ${file}`);
	total.killed += score.killed;
	total.all += score.all;
}
console.log(`${percent(total).toFixed(1)} % of ${total.all} mutants were killed, ${leastKilled} % wanted`);
process.exitCode = percent(total) < leastKilled ? 1 : 0;
