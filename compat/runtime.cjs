const { join } = require('node:path');

const SharedPackagesRuntime = require('../test/runner/runtime.cjs');

/** Gives tests and nodes the n8n of this folder, which brings everything else of n8n with it. */
module.exports = class OldestN8nRuntime extends SharedPackagesRuntime {
	/**
	 * @override
	 * @param {string} from
	 * @param {string} name
	 */
	requireModuleOrMock(from, name) {
		const isOfN8n = /^(n8n-core|n8n-workflow|reflect-metadata)(\/|$)/.test(name);
		return super.requireModuleOrMock(isOfN8n ? join(__dirname, 'package.json') : from, name);
	}
};
