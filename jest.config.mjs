/** @type {[string, object]} */
const swc = [
	'@swc/jest',
	{
		jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
		module: { type: 'commonjs' },
		sourceMaps: 'inline',
	},
];

/**
 * Tests mirror the source tree; swc only strips the types, `npm run typecheck` checks them.
 * @satisfies {import('jest').Config}
 */
export default {
	testEnvironment: 'node',
	// Without the source, files that no test loads would not count for the coverage.
	roots: ['<rootDir>/test', '<rootDir>/nodes', '<rootDir>/credentials'],
	setupFiles: ['<rootDir>/test/setup.ts'],
	setupFilesAfterEnv: ['<rootDir>/test/endIntervals.ts'],
	testMatch: ['**/*.test.ts'],
	// The sandbox's faker is published as ES modules only.
	transform: { '^.+\\.ts$': swc, '/@faker-js/.+\\.js$': swc },
	transformIgnorePatterns: ['/node_modules/(?!@faker-js/)'],
	testTimeout: 20_000,
	testSequencer: './test/SlowFirst.cjs',
	reporters: ['default', './test/LeftToCi.cjs'],
	// By default Jest leaves one core idle, which is half of a small machine.
	maxWorkers: '100%',
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageReporters: ['text-summary', 'lcovonly'],
	coverageThreshold: { global: { lines: 95 } },
};
