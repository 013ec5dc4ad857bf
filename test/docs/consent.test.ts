import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CellKind } from '../../nodes/EmailMarketing/rows/answers';
import { verdicts } from '../../nodes/EmailMarketing/rows/verdicts';

/** The rows of the table, in its order. */
const kinds: ReadonlyArray<readonly CellKind[]> = [
	...([
		['yes', 'ticked'],
		['status'],
		['date'],
		['empty'],
		['no'],
		['left'],
		['leaving'],
		['broken'],
		['other'],
	] as const),
];
const words = { goes: 'sent', skips: 'skipped', clear: 'skipped, clear', rejects: 'rejected' };

it('the table of docs/lists.md says what each kind of cell does in a named column', () => {
	const page = readFileSync(join(__dirname, '../../docs/lists.md'), 'utf8');
	const [, table = ''] = page.split('| the cell | Opt-In | Opt-Out |\n|---|---|---|\n');
	const rows = table.split('\n\n')[0]?.split('\n') ?? [];
	const shown = rows.map((row) =>
		row
			.split(' | ')
			.slice(1)
			.map((cell) => cell.replace(/ \|$/, '')),
	);
	expect(rows).toHaveLength(kinds.length);
	kinds.forEach((ofRow, row) => {
		for (const kind of ofRow) {
			const both = [verdicts['opt-in'][kind], verdicts['opt-out'][kind]];
			expect([kind, ...(shown[row] ?? [])]).toEqual([kind, ...both.map((verdict) => words[verdict])]);
		}
	});
	expect(kinds.flat().sort()).toEqual(Object.keys(verdicts['opt-in']).sort());
});
