/**
 * Mutation tests: what the tests would not notice. `npm run test:mutation -- <folder>`, which test/mutation/run.mjs is.
 * @satisfies {ConstructorParameters<typeof import('@stryker-mutator/core').Stryker>[0]}
 */
export default {
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	coverageAnalysis: 'perTest',
	// A test that only fails at Jest's own timeout is not an endless loop.
	timeoutMS: 30_000,
	// What is made when a module is loaded, mostly tables: one mutant in fourteen, and every test reaches it.
	ignoreStatic: true,
	jest: {
		// Every engine test is related to every file.
		enableFindRelatedTests: false,
	},
	// Each run of Jest leaves something behind.
	maxTestRunnerReuse: 30,
	concurrency: 2,
	ignorePatterns: ['/dist', '/hosts', '/e2e', '/bench', '/examples', '/coverage', '/test-results', '/reports'],
	reporters: ['clear-text', 'html', 'progress-append-only'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
