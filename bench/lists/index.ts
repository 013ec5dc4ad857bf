/** Whole lists: what Import, Create or Update and Sync List cost for many rows. */
import type { Options } from '../main';
import { hostVersions, inTurns, startN8n, type MeasuredRun } from '../n8n/host';
import { httpCreate, httpRequest, mapAutomatically, ours, people, type Rows } from '../n8n/workflows';
import { versions } from '../process';
import { runAll } from '../process/run';
import { atLeast, atMost, median, short, table, type Findings, type Target } from '../report';
import { startServer, type BareServer } from '../server/client';

type Measured = Pick<Findings, 'text' | 'targets'>;

const slow = 20;

export async function measureLists({ rounds, scale }: Options): Promise<Findings> {
	const server = await startServer();
	const times = Math.min(rounds, 3);
	try {
		const all = [
			await measureImport(server, times, scale),
			await measureWrites(server, scale),
			await measureGrowth(server, times, scale),
		];
		return {
			versions: [...hostVersions(), `in one process: ${versions.join(', ')}`],
			text: [
				'In n8n the time is that of the node alone, as n8n notes it. Everything came back.',
				...all.flatMap(({ text }) => text),
			],
			targets: all.flatMap(({ targets }) => targets),
		};
	} finally {
		server.stop();
	}
}

/** Import of many rows, and n8n's own node creating one by one. */
async function measureImport(server: BareServer, rounds: number, scale: number): Promise<Measured> {
	const [rows, creates] = [100_000 * scale, 2_000 * scale];
	const n8n = await startN8n(server);
	const importing = await n8n.contender(`Import, ${rows} rows`, people(rows), ours('import'));
	const http = httpRequest(server.url, 'subscriber', httpCreate);
	const creating = await n8n.contender(`HTTP Request node, ${creates} creates`, people(creates), http);
	const [own, other] = await inTurns(rounds, [importing, creating], server, {});
	await n8n.stop();
	const perRow = (own?.ms ?? NaN) / rows;
	const perCreate = (other?.ms ?? NaN) / creates;
	return {
		text: [
			`Import, 500 rows in a request, against the HTTP Request node, server 0 ms, median of ${rounds} rounds in turns after a warm-up:`,
			table(
				['node', 'requests', 'ms per 1000 rows', 'times as fast'],
				[
					[own?.name ?? '', own?.requests ?? '', short(perRow * 1000), short(perCreate / perRow)],
					[other?.name ?? '', other?.requests ?? '', short(perCreate * 1000), 1],
				],
			),
		],
		targets: [
			atLeast(`Import of ${rows}, times as fast as the HTTP Request node`, perCreate / perRow, 100),
			atMost(`Requests of Import, ${rows} rows`, own?.requests ?? NaN, rows / 500 + 1),
		],
	};
}

/** Create or Update with half of the rows in the list, and Sync List with a few changes, none, and half of the rows new. */
async function measureWrites(server: BareServer, scale: number): Promise<Measured> {
	const [count, listed] = [10_000 * scale, 50_000 * scale];
	const present = count / 2;
	const halfThere: Rows = {
		count,
		json: "{ email: index % 2 ? `new${index}@example.com` : `person${index / 2}@example.com`, first_name: 'Grace', last_name: `No. ${index / 2}` }",
	};
	const all = people(listed);
	const onePercent = { ...all, json: all.json.replace("'Ada'", "index % 100 ? 'Ada' : 'Grace'") };
	const n8n = await startN8n(server);
	const create = await n8n.contender(`Create, ${count} new`, halfThere, mapAutomatically);
	const both = ours('upsert', { dataMode: 'autoMapInputData' });
	const upsert = await n8n.contender(`Create or Update, ${present} of ${count} there`, halfThere, both);
	const sync = await n8n.contender(`Sync List, ${listed / 100} of ${listed} changed`, onePercent, ours('sync'));
	const useImport = ours('sync', { options: { useImport: true } });
	const fill = await n8n.contender(
		`Sync List, ${listed / 2} of ${listed} new, Create in Bulk, server ${slow} ms`,
		all,
		useImport,
	);

	await server.set({ keeps: true });
	const created = await create();
	await server.set({ keeps: true, subscribers: present });
	const [first, second] = [await upsert(), again(await upsert())];
	await server.set({ keeps: true, subscribers: listed });
	const [synced, resynced] = [await sync(), again(await sync())];
	await server.set({ ms: slow, keeps: true, subscribers: listed / 2 });
	const filled = await fill();
	await n8n.stop();

	const pages = listed / 100;
	const writes = ({ requests, byKind }: MeasuredRun): number => requests - (byKind.read ?? 0);
	return {
		text: [
			`Lists of 100 a page, server 0 ms, one run each; what is created while the list is read may make it a page longer:`,
			table(
				['run', 'requests', 'of these reading', 'creating', 'changing', 'importing', 's'],
				[created, first, second, synced, resynced, filled].map(({ name, ms, requests, byKind }) => [
					...[name, requests, byKind.read ?? 0, byKind.create ?? 0, byKind.update ?? 0, byKind.import ?? 0],
					short(ms / 1000),
				]),
			),
		],
		targets: [
			atMost(`Writes of ${first.name}, to those of Create`, writes(first) / writes(created), 1.6),
			atMost(`Reading of a list of ${present / 100} pages`, first.byKind.read ?? 0, present / 100 + 1),
			atMost(`Writes of ${second.name}, to those of Create`, writes(second) / writes(created), 0.01),
			exactly(synced, { read: pages, update: listed / 100 }),
			exactly(resynced, { read: pages }),
			exactly(filled, { import: Math.ceil(listed / 2 / 500), read: pages / 2 }),
			atMost(`Time of ${filled.name}`, filled.ms / 1000, 60, ' s'),
		],
	};
}

function again(run: MeasuredRun): MeasuredRun {
	return { ...run, name: `${run.name}, once more` };
}

/** So many requests of these kinds, and no others. */
function exactly({ name, byKind }: MeasuredRun, wanted: MeasuredRun['byKind']): Target {
	const inWords = (kinds: typeof wanted): string =>
		Object.entries(kinds)
			.sort()
			.map(([kind, number]) => `${kind} ${number}`)
			.join(', ');
	const found = `${inWords(byKind)}; ${inWords(wanted)} wanted, and nothing else`;
	return { what: `Requests of ${name}`, met: inWords(byKind) === inWords(wanted), found };
}

/** Import of more and more rows on n8n-core, in a process of its own. The largest is run once: it shows that it ends. */
async function measureGrowth(server: BareServer, rounds: number, scale: number): Promise<Measured> {
	const sizes = [10_000, 100_000, 1_000_000].map((size) => size * scale);
	const grown = [];
	for (const size of sizes) {
		const outcomes = [];
		for (let round = 0; round < (size === sizes.at(-1) ? 1 : rounds); round += 1)
			outcomes.push(await runAll(server, 'node, Import', size));
		const seconds = median(outcomes.map(({ ms }) => ms)) / 1000;
		grown.push({ size, seconds, peakMb: median(outcomes.map(({ peakMb }) => peakMb)) });
	}
	const [, middle = NaN, large = NaN] = grown.map(({ seconds, size }) => seconds / size);
	return {
		text: [
			`Import on n8n-core in one process, server 0 ms, median of ${rounds} rounds, of the largest one; the memory is the greatest of the whole process:`,
			table(
				['rows', 's', 's per 100000 rows', 'peak memory'],
				grown.map(({ size, seconds, peakMb }) => [
					...[size, short(seconds), short((seconds / size) * 100_000), `${short(peakMb)} MB`],
				]),
			),
		],
		targets: [atMost(`Time per row at ${sizes[2]} rows, as a multiple of that at ${sizes[1]}`, large / middle, 1.5)],
	};
}
