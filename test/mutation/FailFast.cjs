const { TestEnvironment } = require('jest-environment-node');

/** Skips what comes after the first test that fails: a mutant is killed once. */
module.exports = class FailFast extends TestEnvironment {
	hasFailed = false;

	/** @param {import('@jest/types').Circus.AsyncEvent} event */
	async handleTestEvent(event) {
		if (event.name === 'test_done' && event.test.errors.length > 0) this.hasFailed = true;
		if (event.name === 'test_start' && this.hasFailed) event.test.mode = 'skip';
	}
};
