import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import TestRunner from 'jest-runner';

/**
 * Jest's own runner, for mutation tests: it loads only files with a test that reaches the mutant, the quick ones first, and ends at the first that fails.
 * Stryker tells Jest the tests by name only, so every file would be loaded for each mutant, and n8n-core with most of them takes a second.
 */
export default class MutationRunner extends TestRunner {
	async runTests(tests, watcher, options) {
		const pattern = this._globalConfig.testNamePattern;
		const isMutated = process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined;
		const known = readKnown();
		const reaches = ({ path }) =>
			pattern === undefined || (known[path]?.names.some((name) => new RegExp(pattern, 'i').test(name)) ?? true);
		const quickestFirst = (one, other) => (known[one.path]?.ms ?? 0) - (known[other.path]?.ms ?? 0);
		let isKilled = false;
		const seen = {};
		const unsubscribe = [
			this.on('test-file-success', ([{ path }, { testResults, numFailingTests, perfStats }]) => {
				isKilled ||= numFailingTests > 0;
				seen[path] = { ms: perfStats.end - perfStats.start, names: testResults.map(({ fullName }) => fullName) };
			}),
			this.on('test-file-failure', () => (isKilled = true)),
		];
		for (const test of tests.filter(reaches).sort(quickestFirst)) {
			if (isMutated && isKilled) break;
			await super.runTests([test], watcher, { ...options, serial: true });
		}
		unsubscribe.forEach((end) => end());
		if (!isMutated) writeFileSync(knownFile, JSON.stringify(seen));
	}
}

/** Written by the run without a mutant, in the copy of the project that Stryker throws away. */
const knownFile = '.mutation-tests.json';

function readKnown() {
	return existsSync(knownFile) ? JSON.parse(readFileSync(knownFile, 'utf8')) : {};
}
