import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * Tests mirror the source tree; swc only strips the types, `npm run typecheck` checks them.
 * @satisfies {import('jest').Config}
 */
export default {
	// n8n-core is loaded once for all files of a worker.
	// As a path without <rootDir>, which Stryker does not know.
	testEnvironment: fileURLToPath(new URL('test/runner/environment.cjs', import.meta.url)),
	runtime: '<rootDir>/test/runner/runtime.cjs',
	// Without the source, files that no test loads would not count for the coverage.
	roots: ['<rootDir>/test', '<rootDir>/nodes', '<rootDir>/credentials'],
	setupFiles: ['<rootDir>/test/setup.ts'],
	testMatch: ['**/*.test.ts'],
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
				module: { type: 'commonjs' },
				sourceMaps: 'inline',
			},
		],
	},
	testTimeout: 20_000,
	testSequencer: '<rootDir>/test/runner/sequencer.cjs',
	// Jest leaves a core idle by default, which is half of a small machine; and the longest tests mostly wait. Each worker more loads n8n-core once more.
	maxWorkers: availableParallelism() + 1,
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageProvider: 'v8',
	coverageReporters: ['text-summary', 'lcovonly'],
	coverageThreshold: { global: { lines: 95 } },
};
