import unit from '../jest.config.mjs';

/** What runs on n8n's engine, on the oldest n8n that the README names. What needs no n8n, and what takes minutes, is left out. */
export default {
	...unit,
	rootDir: '..',
	roots: ['<rootDir>/compat', ...unit.roots],
	runtime: '<rootDir>/compat/runtime.cjs',
	setupFiles: [...unit.setupFiles, '<rootDir>/compat/setup.cjs'],
	testMatch: [
		'<rootDir>/compat/*.test.ts',
		'<rootDir>/test/*.test.ts',
		'<rootDir>/test/{credentials,execution,listSearch,resources,transport}/**/*.test.ts',
		'<rootDir>/test/EmailMarketingTrigger/*.test.ts',
		'<rootDir>/test/reliability/{cancel,lists,matrix,properties,writes}.test.ts',
	],
	collectCoverage: false,
};
