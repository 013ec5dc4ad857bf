const asyncHooks = require('node:async_hooks');
const { createRequire } = require('node:module');
const { dirname, join, sep } = require('node:path');

const { default: Runtime } = require('jest-runtime');

const sandbox = join(__dirname, '../../sandbox', sep);

/**
 * The modules of the sandbox that a test file of this worker has loaded, by path.
 * @type {Map<string, unknown>}
 */
const loaded = new Map();

/** Loads installed packages and the sandbox once for all test files of a worker; the other modules of the project anew for each, as Jest does. A module of the sandbox must not load another one later on: the file that it was loaded for has ended then. */
module.exports = class SharedPackagesRuntime extends Runtime {
	/** @type {Set<asyncHooks.AsyncLocalStorage<unknown>>} */
	#storages = new Set();

	/**
	 * @override
	 * @param {string} from
	 * @param {string} name
	 */
	requireModuleOrMock(from, name) {
		if (isPackage(name)) return createRequire(from)(name);
		const path = join(dirname(from), name);
		if (!path.startsWith(sandbox)) return super.requireModuleOrMock(from, name);
		if (!loaded.has(path)) loaded.set(path, super.requireModuleOrMock(from, name));
		return loaded.get(path);
	}

	/**
	 * Jest makes storages for each test file, which Node hands on with every promise of all later files unless they are switched off.
	 * @override
	 * @template T
	 * @param {string} from
	 * @param {string} [name]
	 * @returns {T}
	 */
	requireInternalModule(from, name) {
		if (name !== 'node:async_hooks') return super.requireInternalModule(from, name);
		const storages = this.#storages;
		const AsyncLocalStorage = function () {
			const storage = new asyncHooks.AsyncLocalStorage();
			storages.add(storage);
			return storage;
		};
		return /** @type {T} */ ({ ...asyncHooks, AsyncLocalStorage });
	}

	/** @override */
	teardown() {
		for (const storage of this.#storages) storage.disable();
		super.teardown();
	}
};

/**
 * Jest's own modules know the file that they are loaded for.
 * @param {string} name
 */
function isPackage(name) {
	return !/^[./]/.test(name) && !name.startsWith('@jest/');
}
