import unit from '../jest.config.mjs';

/**
 * These tests use a real n8n; two files at a time: several processes work behind each, but mostly wait.
 * @satisfies {import('jest').Config}
 */
export default {
	rootDir: '..',
	roots: ['<rootDir>/e2e'],
	testEnvironment: unit.testEnvironment,
	globalSetup: '<rootDir>/e2e/support/global-setup.ts',
	globalTeardown: '<rootDir>/e2e/support/global-teardown.ts',
	testMatch: ['**/*.test.ts'],
	transform: unit.transform,
	transformIgnorePatterns: unit.transformIgnorePatterns,
	testTimeout: 180_000,
	maxWorkers: 2,
};
