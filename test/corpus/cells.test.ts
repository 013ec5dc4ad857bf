import { kindOf } from '../../nodes/EmailMarketing/rows/answers';
import { verdicts, type ConsentType } from '../../nodes/EmailMarketing/rows/verdicts';
import cells from './cells.json';

/** Cells as they are found, each with what a careful reader makes of it in both kinds of columns. */
const judged = cells.flatMap(({ cell, source, inOptIn, inOptOut }): Array<[string, ConsentType, unknown]> => {
	const name = `${JSON.stringify(cell)} (${source})`;
	const readings: Array<[ConsentType, string]> = [
		['opt-in', inOptIn],
		['opt-out', inOptOut],
	];
	return readings.flatMap(([type, reading]) => (reading === 'goes' ? [] : [[name, type, cell]]));
});

describe('a cell that a careful reader does not take for a yes', () => {
	it.each(judged)('%s in an %s column sends nobody', (_, type, cell) => {
		expect(verdicts[type][kindOf(cell, 'Newsletter', new Set())]).not.toBe('goes');
	});
});
