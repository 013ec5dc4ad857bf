import type { IExecuteFunctions } from 'n8n-workflow';

import { Progress } from '../../nodes/EmailMarketing/execution/Progress';

/** What stands in n8n's log after so many were done at a time. */
function logOf(total: number, counts: readonly number[]): string[] {
	const lines: string[] = [];
	const context = {
		getNode: () => ({ name: 'Import' }),
		logger: { info: (line: string) => void lines.push(line) },
	} as unknown as IExecuteFunctions;
	const progress = new Progress(context, total, 'rows are settled');
	for (const count of counts) progress.add(count);
	return lines;
}

describe('long work', () => {
	it('says in the log how far it is, with each tenth', () => {
		expect(logOf(1_000, [99, 1, 50, 50, 0, 300, 500])).toEqual([
			'[Import] 100 of 1000 rows are settled',
			'[Import] 200 of 1000 rows are settled',
			'[Import] 500 of 1000 rows are settled',
			'[Import] 1000 of 1000 rows are settled',
		]);
	});

	it('says nothing where it is short', () => {
		expect(logOf(999, [999])).toEqual([]);
	});
});
