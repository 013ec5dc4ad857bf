import { kindOf } from '../../nodes/EmailMarketing/rows/answers';
import { verdicts, type ConsentType } from '../../nodes/EmailMarketing/rows/verdicts';
import cells from './cells.json';

/** Cells as they are found, and what a careful reader makes of each in both kinds of columns. */
const judged = cells.flatMap(
	({ cell, source, inOptIn, inOptOut, ...more }): Array<[string, ConsentType, unknown, boolean]> => {
		const isExcused = 'goesAllTheSame' in more;
		const columns: Array<[ConsentType, string]> = [
			['opt-in', inOptIn],
			['opt-out', inOptOut],
		];
		return columns.flatMap(([type, reading]) =>
			reading === 'goes' ? [] : [[`${JSON.stringify(cell)} (${source})`, type, cell, isExcused]],
		);
	},
);

describe('a cell that a careful reader does not take for a yes', () => {
	it.each(judged)('%s in an %s column sends nobody', (_, type, cell, isExcused) => {
		const verdict = verdicts[type][kindOf(cell, 'Newsletter', new Set())];
		if (isExcused) expect(['goes', 'skips', 'clear']).toContain(verdict);
		else expect(verdict).not.toBe('goes');
	});
});
