/** The layers of nodes/EmailMarketing, from the outside in: each may import those after it. */
const layers = [
	'EmailMarketing.node.ts',
	'listSearch',
	'resources',
	'execution',
	'rows',
	'panel',
	'transport',
	'api',
	'shared',
];
/** @param {string} layer */
const inLayer = (layer) => `^nodes/EmailMarketing/${layer}`;

export default {
	forbidden: [
		{ name: 'no circles, types included', severity: 'error', from: {}, to: { circular: true } },
		{
			name: 'the package does not know the sandbox',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { path: '^sandbox/' },
		},
		{
			name: 'the sandbox does not know the package',
			severity: 'error',
			from: { path: '^sandbox/' },
			to: { path: '^(nodes|credentials)/' },
		},
		{
			name: 'the main node does not know the trigger',
			severity: 'error',
			from: { path: '^nodes/EmailMarketing/' },
			to: { path: '^nodes/EmailMarketingTrigger/' },
		},
		{
			name: 'what is known of people does not know the rows in bulk',
			severity: 'error',
			from: { path: '/subscriber/people/' },
			to: { path: '/subscriber/(bulk/|[^/]+$)' },
		},
		...layers.slice(1).map((layer, index) => ({
			name: `${layer} imports no layer above it`,
			severity: 'error',
			from: { path: inLayer(layer) },
			to: { path: layers.slice(0, index + 1).map(inLayer) },
		})),
	],
	options: { tsPreCompilationDeps: true, tsConfig: { fileName: 'tsconfig.json' }, doNotFollow: 'node_modules' },
};
