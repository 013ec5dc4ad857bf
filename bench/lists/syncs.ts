import type { MeasuredN8n } from '../n8n/host';
import { ofRows, people, type Rows } from '../n8n/workflows';
import { atMost, table, type Target } from '../report';
import type { BareServer } from '../server/client';
import { counting, countedCells, countedHead, type CountedRun } from './counted';
import type { Measured } from '.';

const count = 50_000;
const pages = count / 100;
const changed = count / 100;
const slow = 20;

/** The people of the list; one in a hundred has another first name. */
const onePercent: Rows = {
	...people(count),
	json: people(count).json.replace("'Ada'", "index % 100 ? 'Ada' : 'Grace'"),
};

/** Sync List of 50,000 rows: a few changes, none, and half of the rows new. */
export async function measureSync(n8n: MeasuredN8n, server: BareServer): Promise<Measured> {
	const sync = await counting(n8n, server, `${changed} of ${count} changed`, onePercent, ofRows('sync'));
	await server.set({ behaviour: 'latency', keeps: true, subscribers: count });
	const first = await sync();
	const second = await sync('the same again');
	const fill = await counting(
		n8n,
		server,
		`${count / 2} of ${count} new, Use Import, server ${slow} ms`,
		people(count),
		ofRows('sync', { options: { useImport: true } }),
	);
	await server.set({ behaviour: 'latency', ms: slow, keeps: true, subscribers: count / 2 });
	const filled = await fill();
	return {
		text: [
			`Sync List of ${count} rows, the list 100 a page, server 0 ms, one run each:`,
			table(countedHead, [first, second, filled].map(countedCells)),
		],
		targets: [
			...exactly(first, { read: pages, update: changed }),
			...exactly(second, { read: pages }),
			// Read twice: before somebody is taken for new.
			...exactly(filled, { read: (pages / 2) * 2, import: count / 2 / 500 }),
			atMost(`Time of ${filled.name}`, filled.ms / 1000, 60, ' s'),
		],
	};
}

/** So many requests of these kinds, and no others. */
function exactly({ name, counts: { byKind } }: CountedRun, wanted: CountedRun['counts']['byKind']): Target[] {
	const told = (kinds: typeof wanted): string =>
		Object.entries(kinds)
			.sort()
			.map(([kind, number]) => `${kind} ${number}`)
			.join(', ');
	return [
		{
			what: `Requests of Sync List, ${name}`,
			met: told(byKind) === told(wanted),
			found: `${told(byKind)}; ${told(wanted)} wanted, and nothing else`,
		},
	];
}
