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
		shared.add(this.context);
		this.global = globalThis;
		this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global: globalThis });
	}
};

/** The contexts in whose place Node's own is used. */
const shared = new WeakSet();
const { compileFunction } = vm;
// Jest compiles each module by this function, for the context of its environment.
vm.compileFunction = (code, parameters, { parsingContext, ...options } = {}) =>
	compileFunction(code, parameters, shared.has(parsingContext) ? options : { parsingContext, ...options });
