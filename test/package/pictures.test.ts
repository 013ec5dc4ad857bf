import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import syncSheet from '../../examples/sync-sheet.json';
import { rowKeys } from '../../nodes/EmailMarketing/rows/results';
import { linksOf } from '../docs/markdown';
import { defined, jsonOf, useEngine } from '../engine/support';

const root = join(__dirname, '../..');
const media = join(root, '.github/media');
type Table = string[][];
/** The tables in the pictures, written by `npm run screenshots`. */
const shown = JSON.parse(readFileSync(join(media, 'shown.json'), 'utf8')) as Record<'rows' | 'sync-plan', Table>;

const engine = useEngine();

/** A value as n8n's table shows it. */
const cellOf = (value: unknown): string => (value === '' ? 'empty' : String(value));
const tableOf = (rows: IDataObject[]): Table => rows.map((row) => rowKeys.map((key) => cellOf(row[key])));

describe('a picture of the README', () => {
	const names = Object.keys(shown);

	it('is one of those that are listed with what they show', () => {
		const readme = readFileSync(join(root, 'README.md'), 'utf8');
		const linked = linksOf(readme).filter((link) => link.endsWith('.png'));
		expect(linked.toSorted()).toEqual(names.map((name) => `.github/media/${name}.png`).toSorted());
		expect(readdirSync(media).toSorted()).toEqual([...names.map((name) => `${name}.png`), 'shown.json'].toSorted());
	});

	it.each(names)('has the columns that rows have: %s', (name) => {
		expect(shown[name as keyof typeof shown][0]?.slice(0, rowKeys.length)).toEqual([...rowKeys]);
	});

	it('has the results and reasons of the node today', async () => {
		const rows = shown.rows.slice(1).map((cells) => Object.fromEntries(rowKeys.map((key, at) => [key, cells[at]])));
		const input = rows.map(({ email, first_name, last_name, action }) => ({
			...{
				Email: email,
				'First Name': first_name,
				'Last Name': last_name,
				Newsletter: action === 'skipped' ? 'no' : 'yes',
			},
			Tags: tagsOf(defined(email)),
		}));
		const [contactList] = syncSheet.nodes.flatMap(({ parameters }) => parameters.contactList ?? []);
		const parameters = {
			...{ contactList: defined(contactList) as object, dataMode: 'autoMapInputData' },
			...{ consent: 'columns', optIn: ['Newsletter'] },
		};
		const run = await engine.run('subscriber.upsert', parameters as never, { input });
		expect(tableOf(jsonOf(run))).toEqual(shown.rows.slice(1).map((cells) => cells.slice(0, rowKeys.length)));
	});
});

/** As in `sheet` of e2e/screenshots.ts. */
function tagsOf(email: string): string {
	if (email === 'priyareddy@example.org') return '';
	return email === 'a.kapoor@example.com' ? 'vip' : 'webinar';
}
