const vm = require('node:vm');

const { ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment } = require('jest-environment-node');

/**
 * Runs the test files in Node's own context. Jest gives each file a context with an `Error` and an `Array` of its own,
 * so that nothing that is loaded can be used by the next file: n8n-core would be loaded a hundred times, for some seconds each.
 */
module.exports = class SharedContextEnvironment extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		contexts.set(this.context, { keepsCompiled: !config.globalConfig.collectCoverage });
		this.global = globalThis;
		this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global: globalThis });
	}

	/** @override */
	async teardown() {
		// Jest keeps the handlers of a file's events in its context, which does not end with the file here: each test would be handled once more for every file before it.
		Reflect.deleteProperty(globalThis, Symbol.for('EVENT_HANDLERS'));
		await super.teardown();
	}
};

/** The contexts in whose place Node's own is used. */
const contexts = new WeakMap();

/** What was compiled for a test file of this worker: the next one runs it anew, and need not compile it. Coverage counts what is compiled while it counts. */
const compiled = new Map();

const { compileFunction } = vm;
// Jest compiles each module by this function, for the context of its environment.
vm.compileFunction = (code, parameters, { parsingContext, ...options } = {}) => {
	const context = contexts.get(parsingContext);
	if (context === undefined) return compileFunction(code, parameters, { parsingContext, ...options });
	if (!context.keepsCompiled) return compileFunction(code, parameters, options);
	const known = compiled.get(options.filename);
	if (known?.code === code) return known.run;
	const run = compileFunction(code, parameters, options);
	compiled.set(options.filename, { code, run });
	return run;
};
