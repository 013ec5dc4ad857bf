const { createRequire } = require('node:module');

const { default: Runtime } = require('jest-runtime');

/** Loads installed packages as Node does, once for all test files of a worker; the project's own modules anew for each, as Jest does. */
module.exports = class SharedPackagesRuntime extends Runtime {
	/**
	 * @override
	 * @param {string} from
	 * @param {string} name
	 */
	requireModuleOrMock(from, name) {
		return isPackage(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}
};

/**
 * Jest's own modules know the file that they are loaded for.
 * @param {string} name
 */
function isPackage(name) {
	return !/^[./]/.test(name) && !name.startsWith('@jest/');
}
