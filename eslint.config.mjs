import n8nCommunityNodes from '@n8n/eslint-plugin-community-nodes';
// @ts-expect-error It comes without types.
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

/** Rules of the older plugin that are for n8n's own repository, or forbid what the newer plugin demands. */
const outdated = {
	'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off', // for n8n's own pages; credential-documentation-url demands a whole URL
	'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off', // against node-connection-type-literal
	'n8n-nodes-base/node-class-description-outputs-wrong': 'off', // against node-connection-type-literal
};

/** @param {'nodes' | 'credentials' | 'community'} name */
const base = (name) => ({
	plugins: { 'n8n-nodes-base': n8nNodesBase },
	rules: { ...n8nNodesBase.configs[name].rules, ...outdated },
});

// No `n8n.strict`: it demands n8n's own config unchanged, which has no type-aware rules and turns off two that hold here.
export default tseslint.config(
	{
		ignores: [
			'dist/',
			'.stryker-tmp/',
			'reports/',
			'coverage/',
			'hosts/n8n/.data/',
			'test-results/',
			'**/node_modules/',
		],
	},
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: { parserOptions: { project: './tsconfig.json' } },
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		rules: { '@typescript-eslint/no-explicit-any': 'error' },
	},
	{
		files: ['**/*.{js,mjs,cjs}'],
		extends: [tseslint.configs.recommended],
		linterOptions: { reportUnusedDisableDirectives: 'error' },
	},
	{ files: ['**/*.cjs', 'gulpfile.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
	{
		// Interfaces are merged only where their type parameters have the same names, used or not.
		files: ['test/matchers.d.ts'],
		rules: { '@typescript-eslint/no-unused-vars': 'off' },
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		extends: [n8nCommunityNodes.configs.recommended],
	},
	{ files: ['nodes/**/*.ts'], ...base('nodes') },
	{ files: ['credentials/**/*.ts'], ...base('credentials') },
	{
		files: ['package.json'],
		extends: [n8nCommunityNodes.configs.recommended],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		...base('community'),
	},
);
