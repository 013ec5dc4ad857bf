import unit from '../jest.config.mjs';

/** These tests use a real n8n; one file at a time, since several processes are at work behind each. */
export default {
	rootDir: '..',
	roots: ['<rootDir>/e2e'],
	// Installed packages are loaded by Node itself, which knows the ES modules among them.
	testEnvironment: unit.testEnvironment,
	runtime: unit.runtime,
	globalSetup: '<rootDir>/e2e/support/global-setup.ts',
	globalTeardown: '<rootDir>/e2e/support/global-teardown.ts',
	testMatch: ['**/*.test.ts'],
	transform: unit.transform,
	testTimeout: 180_000,
	maxWorkers: 1,
};
