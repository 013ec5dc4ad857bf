import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import TestRunner from 'jest-runner';

/** Other tests than those of the mutant's own file are given so long, in milliseconds: those that would notice it mostly do so at once, and a survivor would run all of them. */
const timeForOthers = 4_000;

/**
 * Jest's own runner, for mutation tests: it loads only files with a test that reaches the mutant, those that mirror its file and its folder first, then the quick ones, and ends at the first that fails.
 * Stryker tells Jest the tests by name only, so every file would be loaded for each mutant, and n8n-core with most of them takes a second.
 */
export default class MutationRunner extends TestRunner {
	async runTests(tests, watcher, options) {
		const wanted = namesIn(this._globalConfig.testNamePattern);
		// For each test it would be looked through once more.
		if (wanted?.size > 200) this._globalConfig = { ...this._globalConfig, testNamePattern: undefined };
		const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
		const known = readKnown();
		const reaches = ({ path }) =>
			wanted === undefined || (known[path]?.names.some((name) => wanted.has(name.toLowerCase())) ?? true);
		const distanceOf = distanceFrom(mutant);
		const nearestFirst = (one, other) =>
			distanceOf(one.path) - distanceOf(other.path) || (known[one.path]?.ms ?? 0) - (known[other.path]?.ms ?? 0);
		let isKilled = false;
		const seen = {};
		const unsubscribe = [
			this.on('test-file-success', ([{ path }, { testResults, numFailingTests, perfStats }]) => {
				isKilled ||= numFailingTests > 0;
				seen[path] = { ms: perfStats.end - perfStats.start, names: testResults.map(({ fullName }) => fullName) };
			}),
			this.on('test-file-failure', () => (isKilled = true)),
		];
		let end = Infinity;
		for (const test of tests.filter(reaches).sort(nearestFirst)) {
			if (mutant !== undefined && distanceOf(test.path) > 0) end = Math.min(end, Date.now() + timeForOthers);
			if (isKilled && mutant !== undefined) break;
			if (Date.now() > end) break;
			await super.runTests([test], watcher, { ...options, serial: true });
		}
		unsubscribe.forEach((stop) => stop());
		if (mutant === undefined) writeFileSync(knownFile, JSON.stringify(seen));
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

/** How far a test file is from the file of a mutant, as the tests mirror the source: 0 for its own, 1 for those of its folder, 2 for others. */
function distanceFrom(mutant) {
	const file = fileOf(mutant);
	if (file === undefined) return () => 2;
	const own = relative(source, file)
		.replace(/^EmailMarketing\//, '')
		.replace(/\.ts$/, '');
	return (path) => {
		const mirrored = relative('test', path).replace(/(\.\w+)?\.test\.ts$/, '');
		if (mirrored === own) return 0;
		return dirname(mirrored) === dirname(own) ? 1 : 2;
	};
}

/** The file that holds a mutant: Stryker writes all of them into the source, each behind a question for its number. */
function fileOf(mutant) {
	files ??= new Map(
		readdirSync(source, { recursive: true })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => join(source, name))
			.flatMap((file) =>
				[...readFileSync(file, 'utf8').matchAll(/stryMutAct_\w+\("(\d+)"\)/g)].map(([, number]) => [number, file]),
			),
	);
	return files.get(mutant);
}

const source = 'nodes';

let files;
