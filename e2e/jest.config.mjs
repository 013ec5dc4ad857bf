import unit from '../jest.config.mjs';

/** These tests boot a real n8n; one at a time, since each has several processes of its own. */
export default {
	rootDir: '..',
	roots: ['<rootDir>/e2e'],
	testEnvironment: 'node',
	testMatch: ['**/*.test.ts'],
	transform: unit.transform,
	testTimeout: 180_000,
	maxWorkers: 1,
};
