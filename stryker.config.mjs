/**
 * Mutation tests: what the unit tests would not notice. `npm run test:mutation`; see CONTRIBUTING.md.
 * @satisfies {ConstructorParameters<typeof import('@stryker-mutator/core').Stryker>[0]}
 */
export default {
	mutate: ['nodes/EmailMarketing/{api,execution,transport}/**/*.ts'],
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	coverageAnalysis: 'perTest',
	// What is made when a module is loaded, mostly tables: one mutant in fourteen, and every test reaches it.
	ignoreStatic: true,
	jest: {
		// Every engine test is related to every file.
		enableFindRelatedTests: false,
		config: {
			runner: '<rootDir>/test/runner/mutation.mjs',
			testMatch: [
				'<rootDir>/test/{api,execution,transport,resources,listSearch,shared,credentials}/**/*.test.ts',
				'<rootDir>/test/EmailMarketing.node.test.ts',
				'<rootDir>/test/reliability/{cancel,lists}.test.ts',
			],
			testTimeout: 5_000,
		},
	},
	// Each run of Jest leaves something behind.
	maxTestRunnerReuse: 30,
	concurrency: 2,
	dryRunTimeoutMinutes: 30,
	// What loops for ever is waited for so long; what reaches many tests runs only some of them, see the runner.
	timeoutMS: 15_000,
	timeoutFactor: 0.05,
	ignorePatterns: [
		'/dist',
		'/host',
		'/compat',
		'/e2e',
		'/bench',
		'/examples',
		'/coverage',
		'/test-results',
		'/reports',
	],
	incremental: true,
	incrementalFile: 'reports/mutation/incremental.json',
	reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	thresholds: { high: 95, low: 85, break: 85 },
};
