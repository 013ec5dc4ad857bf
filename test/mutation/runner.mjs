import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import TestRunner from 'jest-runner';

/** After so long, in milliseconds, no other test file is begun: those that would notice a mutant mostly do so at once, and a survivor would run all of them. */
const longestMs = 20_000;

/** When each test file last noticed a mutant: the next one is mostly in the same lines. @type {Map<string, number>} */
const noticedAt = new Map();

/**
 * Jest's own runner, for mutation tests: it loads only files with a test that reaches the mutant, first those that noticed one last, then the quickest, and ends at the first that fails.
 * Stryker tells Jest the tests by name only, so every file would be loaded for each mutant, and n8n-core with most of them takes a second.
 */
export default class MutationRunner extends TestRunner {
	async runTests(tests, watcher, options) {
		const wanted = namesIn(this._globalConfig.testNamePattern);
		// For each test it would be looked through once more.
		if (wanted?.size > 200) this._globalConfig = { ...this._globalConfig, testNamePattern: undefined };
		const isMutated = process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined;
		const known = readKnown();
		const reaches = ({ path }) => known[path]?.names.some((name) => wanted?.has(name.toLowerCase()));
		const lastNoticed = ({ path }) => noticedAt.get(path) ?? 0;
		const likeliestFirst = (a, b) => lastNoticed(b) - lastNoticed(a) || known[a.path].ms - known[b.path].ms;
		const ordered = isMutated && wanted ? tests.filter(reaches).sort(likeliestFirst) : tests;
		let isKilled = false;
		const seen = {};
		const unsubscribe = [
			this.on('test-file-success', ([{ path }, { testResults, numFailingTests, perfStats }]) => {
				isKilled ||= numFailingTests > 0;
				seen[path] = { ms: perfStats.end - perfStats.start, names: testResults.map(({ fullName }) => fullName) };
			}),
			this.on('test-file-failure', () => (isKilled = true)),
		];
		const end = Date.now() + longestMs;
		for (const test of ordered) {
			if (isMutated && (isKilled || Date.now() > end)) break;
			await super.runTests([test], watcher, { ...options, serial: true });
			if (isMutated && isKilled) noticedAt.set(test.path, Date.now());
		}
		unsubscribe.forEach((stop) => stop());
		if (!isMutated) writeFileSync(knownFile, JSON.stringify(seen));
	}
}

/** The tests that Stryker wants, by name: as a pattern of thousands of names, they take longer to find than to run. */
function namesIn(pattern) {
	if (pattern === undefined) return undefined;
	// Each name stands in brackets, between them stands a bar, and each of their own signs has a backslash before it.
	const names = pattern.match(/(?:\\.|[^\\|])+/gs) ?? [];
	return new Set(names.map((name) => name.slice(1, -1).replace(/\\(.)/gs, '$1').toLowerCase()));
}

/** Written by the run without a mutant, in the copy of the project that Stryker throws away. */
const knownFile = '.mutation-tests.json';

function readKnown() {
	return existsSync(knownFile) ? JSON.parse(readFileSync(knownFile, 'utf8')) : {};
}
