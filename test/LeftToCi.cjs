const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/** Names, after a quick run of all tests, the checks that only `.ci/run` makes. */
module.exports = class LeftToCi {
	/** @param {Pick<import('@jest/types').Config.GlobalConfig, 'nonFlagArgs'>} config */
	constructor({ nonFlagArgs }) {
		this.isQuickRunOfAll = nonFlagArgs.length === 0 && process.env.TEST_SCALE === undefined;
	}

	onRunComplete() {
		if (!this.isQuickRunOfAll) return;
		const script = readFileSync(join(__dirname, '../.ci/run'), 'utf8');
		const [, parts = ''] = /^parts=\(unit (.*)\)$/m.exec(script) ?? [];
		const line = `Left to .ci/run: the models and long lists at full scale, and its parts ${parts.replaceAll(' ', ', ')}.`;
		process.stderr.write(`${line}\n`);
	}
};
