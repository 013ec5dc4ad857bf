const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Begins with the files of most requests: the slowest must not run alone at the end. On Node.js 20 each file also slows
 * the event loop for the later ones in its process, because jest-circus leaves an AsyncLocalStorage behind.
 */
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
	return !/\b(reliability|optOuts|outage|rateLimits|refusedRows|throttled)\b/.test(path);
}
