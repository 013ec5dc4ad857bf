import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * Adds up jest's result files, given as arguments: the last line says how many passed and failed, the one before it how many of each run were
 * skipped, where any were. A run that left no file, or a test file that could not be loaded, counts as one failed; so does a run of no tests at all.
 */
const runs = process.argv.slice(2).map((file) => {
	const name = basename(file, '.json');
	try {
		/** @type {Record<'numPassedTests' | 'numFailedTests' | 'numRuntimeErrorTestSuites' | 'numPendingTests' | 'numTodoTests', number>} */
		const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, numTodoTests } = JSON.parse(
			readFileSync(file, 'utf8'),
		);
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		return {
			name,
			passed: numPassedTests,
			failed: numPassedTests + failed === 0 ? 1 : failed,
			skipped: numPendingTests + numTodoTests,
		};
	} catch {
		return { name, passed: 0, failed: 1, skipped: 0 };
	}
});
/** @param {'passed' | 'failed'} key */
const total = (key) => runs.reduce((sum, run) => sum + run[key], 0);
const skipped = runs.filter((run) => run.skipped > 0).map((run) => `${run.skipped} of ${run.name}`);
if (skipped.length > 0) console.log(`skipped: ${skipped.join(', ')}`);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = total('failed') > 0 ? 1 : 0;
