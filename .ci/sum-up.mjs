import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';

/**
 * Adds up the checks of .ci/run: result files of jest (`unit.json`) and others by name and exit code (`lint=0`). The last line says how many
 * passed and failed. Failed as well: a run that left no results or has no tests, too little coverage, a test file that could not be loaded,
 * and a skipped test whose file has no reason in .ci/skipped.json.
 */
/** @type {Record<string, Record<string, string>>} */
const reasons = JSON.parse(readFileSync(new URL('skipped.json', import.meta.url), 'utf8'));
let passed = 0;
let failed = 0;

/** @param {string} what */
function fail(what) {
	failed += 1;
	console.log(`failed: ${what}`);
}

/** @param {string} file */
function addRun(file) {
	const run = basename(file, '.json');
	/** @type {{ success: boolean, testResults: Array<{ name: string, status: string, assertionResults: Array<{ status: string, fullName: string }> }> }} */
	const { success, testResults } = JSON.parse(readFileSync(file, 'utf8'));
	const tests = testResults.flatMap(({ name, assertionResults }) =>
		assertionResults.map((test) => ({ ...test, path: relative(process.cwd(), name) })),
	);
	// All that these results have of Jest's `coverageThreshold`.
	if (!success && testResults.every(({ status }) => status !== 'failed')) fail(`${run}: its coverage is too low`);
	for (const { name, status, assertionResults } of testResults)
		if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed')) fail(`${run}: ${name}`);
	/** @type {Record<string, number>} */
	const skipped = {};
	for (const { status, fullName, path } of tests) {
		const reason = reasons[run]?.[path];
		if (status === 'passed') passed += 1;
		else if (status === 'failed') fail(`${run}: ${fullName}`);
		else if (reason === undefined) fail(`${run}: ${path} skips '${fullName}' without a reason in .ci/skipped.json`);
		else skipped[`${path}: ${reason}`] = (skipped[`${path}: ${reason}`] ?? 0) + 1;
	}
	for (const [why, count] of Object.entries(skipped)) console.log(`skipped: ${run}, ${count} of ${why}`);
	if (!tests.some(({ status }) => status === 'passed' || status === 'failed')) fail(`${run} ran no tests`);
}

for (const check of process.argv.slice(2)) {
	const [name, code] = check.split('=');
	try {
		if (code === undefined) addRun(check);
		else if (code === '0') passed += 1;
		else fail(`${name}`);
	} catch {
		fail(`${check} has no results`);
	}
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
