const asyncHooks = require('node:async_hooks');
const { createRequire } = require('node:module');

const { default: Runtime } = require('jest-runtime');

/** Loads installed packages as Node does, once for all test files of a worker; the project's own modules anew for each, as Jest does. */
module.exports = class SharedPackagesRuntime extends Runtime {
	/** @type {Set<asyncHooks.AsyncLocalStorage<unknown>>} */
	#storages = new Set();

	/**
	 * @override
	 * @param {string} from
	 * @param {string} name
	 */
	requireModuleOrMock(from, name) {
		return isPackage(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}

	/**
	 * Jest makes storages for each test file, which Node hands on with every promise of all later files unless they are switched off.
	 * @override
	 * @param {string} from
	 * @param {string} [name]
	 */
	requireInternalModule(from, name) {
		return name === 'node:async_hooks'
			? { ...asyncHooks, AsyncLocalStorage: this.#storageClass() }
			: super.requireInternalModule(from, name);
	}

	/** @override */
	teardown() {
		for (const storage of this.#storages) storage.disable();
		super.teardown();
	}

	#storageClass() {
		const storages = this.#storages;
		return class extends asyncHooks.AsyncLocalStorage {
			constructor() {
				super();
				storages.add(this);
			}
		};
	}
};

/**
 * Jest's own modules know the file that they are loaded for.
 * @param {string} name
 */
function isPackage(name) {
	return !/^[./]/.test(name) && !name.startsWith('@jest/');
}
