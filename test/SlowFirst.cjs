const { default: Sequencer } = require('@jest/test-sequencer');

/** Begins with test/reliability: the slowest file must not run alone at the end. */
module.exports = class SlowFirst extends Sequencer {
	/**
	 * @override
	 * @type {import('@jest/test-sequencer').default['sort']}
	 */
	async sort(tests) {
		const sorted = await super.sort(tests);
		return sorted.toSorted((one, other) => Number(isFast(one)) - Number(isFast(other)));
	}
};

/** @param {{ path: string }} test */
function isFast({ path }) {
	return !/\breliability\b/.test(path);
}
