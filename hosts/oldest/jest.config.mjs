import unit from '../../jest.config.mjs';

/** What runs on n8n's engine, on the oldest n8n that the README names. What needs no n8n, and what takes minutes, is left out. */
export default {
	...unit,
	rootDir: '../..',
	roots: ['<rootDir>/hosts/oldest', ...unit.roots],
	// Tests and nodes get the n8n of this folder, which brings everything else of n8n with it.
	moduleNameMapper: { '^(n8n-core|n8n-workflow|reflect-metadata)(/.*)?$': '<rootDir>/hosts/oldest/node_modules/$1$2' },
	setupFiles: [...unit.setupFiles, '<rootDir>/hosts/oldest/setup.cjs'],
	testMatch: [
		'<rootDir>/hosts/oldest/*.test.ts',
		'<rootDir>/test/*.test.ts',
		'<rootDir>/test/{credentials,execution,listSearch,resources,transport}/**/*.test.ts',
		'<rootDir>/test/EmailMarketingTrigger/*.test.ts',
		'<rootDir>/test/reliability/{matrix,properties}.test.ts',
		// These depend on the service, hardly on n8n.
		'!**/{overlap,rateLimits,refusedRows,throttled,updatingCreates}.test.ts',
	],
	reporters: ['default'],
	collectCoverage: false,
};
