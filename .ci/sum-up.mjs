import { readFileSync } from 'node:fs';

/**
 * Adds up jest's result files, given as arguments, and prints one line. A run that left none, or a test file that
 * could not be loaded, counts as one failed; so does a run of no tests at all.
 */
const runs = process.argv.slice(2).map((file) => {
	try {
		/** @type {Record<'numPassedTests' | 'numFailedTests' | 'numRuntimeErrorTestSuites', number>} */
		const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(file, 'utf8'));
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		return { passed: numPassedTests, failed: numPassedTests + failed === 0 ? 1 : failed };
	} catch {
		return { passed: 0, failed: 1 };
	}
});
/** @param {'passed' | 'failed'} key */
const total = (key) => runs.reduce((sum, run) => sum + run[key], 0);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = total('failed') > 0 ? 1 : 0;
