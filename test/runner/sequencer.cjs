const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes longest begins first, also where Jest has no times of an earlier run: as the last one, it would run alone. */
module.exports = class LongestFirst extends Sequencer {
	/**
	 * @override
	 * @param {import('@jest/test-result').Test[]} tests
	 */
	async sort(tests) {
		const isLong = (/** @type {import('@jest/test-result').Test} */ { path }) =>
			/\/(reliability|scripts)\/|command\.test/.test(path);
		const sorted = await super.sort(tests);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
};
