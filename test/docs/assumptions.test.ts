import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { questions } from '../../scripts/probe/questions';
import { defined } from '../defined';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

/** `| S1 | assumed | so | questions | test |` */
const rows = page
	.split('\n')
	.filter((line) => /^\| S\d+ \|/.test(line))
	.map((line) => line.slice(2, -2).split(' | '));

const keysIn = (cell = ''): string[] => [...cell.matchAll(/`([\w.]+)`/g)].map(([, key = '']) => key);

describe('the assumptions of docs/architecture.md', () => {
	it('are numbered one after the other, each with what follows', () => {
		expect(rows.map(([number]) => number)).toEqual(rows.map((_, index) => `S${index + 1}`));
		for (const row of rows) expect(row).toEqual(Array.from({ length: 5 }, () => expect.stringMatching(/\S/)));
	});

	it('name each question of the probe once, and no other', () => {
		const named = rows.flatMap(([, , , cell]) => keysIn(cell));
		expect(named.toSorted()).toEqual(questions.map(({ key }) => key).toSorted());
		for (const [number, , , cell] of rows) expect([number, keysIn(cell).length > 0]).toEqual([number, true]);
	});

	it.each(rows)('%s is held by a test that is there: %s', (...row) => {
		const [, file = '', title = ''] = /^`(test\/[\w/.-]+\.test\.ts)`: \*([^*]+)\*$/.exec(defined(row[4])) ?? [];
		expect([row[4], existsSync(join(root, file || '-'))]).toEqual([row[4], true]);
		const titles = readFileSync(join(root, file), 'utf8').matchAll(/(?:\(|\t)(['"`])((?:(?!\1).)*)\1,/g);
		expect([...titles].map(([, , text]) => text)).toContainEqual(expect.stringContaining(title));
	});
});
