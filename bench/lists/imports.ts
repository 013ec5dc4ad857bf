import type { MeasuredN8n } from '../n8n/host';
import { inTurns, type Contender } from '../n8n/inTurns';
import { readProbe } from '../n8n/probe';
import { httpCreate, ofRows, people } from '../n8n/workflows';
import { atLeast, atMost, short, table } from '../report';
import type { BareServer } from '../server/client';
import type { Measured } from '.';

const rows = 100_000;
const chunks = rows / 500;
const creates = 2_000;
const settlingMs = 3_000;

interface Memory {
	/** Resident memory of n8n in MB: before it has run anything, the greatest while the node runs, and until the execution is saved. */
	readonly idle: number;
	readonly peak: number;
	readonly saved: number;
}

/** Import of 100,000 rows, and n8n's own node creating one by one. */
export async function measureImport(n8n: MeasuredN8n, server: BareServer, rounds: number): Promise<Measured> {
	const importing: Contender = {
		name: `Import, ${rows} rows`,
		run: await n8n.workflow('Import', people(rows), ofRows('import')),
		expected: { items: rows, requests: chunks, distinctEmails: rows },
	};
	const creating: Contender = {
		name: `HTTP Request node, ${creates} creates`,
		run: await n8n.workflow('Creates', people(creates), httpCreate(server.url)),
		expected: { items: creates, requests: creates, distinctEmails: creates },
	};
	const memory = await memoryOf(importing, n8n, server);
	const [ours, theirs] = await inTurns(rounds, [importing, creating], server, { behaviour: 'latency' });
	const perRow = (ours?.ms ?? NaN) / rows;
	const perCreate = (theirs?.ms ?? NaN) / creates;
	return {
		text: [
			`Import of ${rows} rows, 500 in a request, against the HTTP Request node, server 0 ms, median of ${rounds} rounds in turns after a warm-up; the memory is that of the first run after n8n's start:`,
			table(
				['node', 'requests', 'ms per 1000 rows', `s for ${rows} rows`, 'times as fast'],
				[
					[importing.name, chunks, short(perRow * 1000), short((perRow * rows) / 1000), short(perCreate / perRow)],
					[creating.name, creates, short(perCreate * 1000), `${short((perCreate * rows) / 1000)} (scaled)`, 1],
				],
			),
			table(
				[
					"n8n's memory",
					'before anything ran',
					'greatest while the node runs',
					'greatest until the execution is saved',
				],
				[[`Import, ${rows} rows`, ...[memory.idle, memory.peak, memory.saved].map((mb) => `${short(mb)} MB`)]],
			),
		],
		targets: [
			atLeast(`Import of ${rows}, times as fast as the HTTP Request node`, perCreate / perRow, 100),
			atMost(`Requests of Import, ${rows} rows`, chunks, rows / 500),
			atMost(`Memory of Import, ${rows} rows, above an idle n8n`, memory.peak - memory.idle, 1024, ' MB'),
		],
	};
}

async function memoryOf({ run }: Contender, n8n: MeasuredN8n, server: BareServer): Promise<Memory> {
	await new Promise((next) => setTimeout(next, settlingMs));
	const begin = Date.now();
	await server.set({ behaviour: 'latency' });
	const { startedAt: from, ms } = await run();
	const probe = readProbe(n8n.probeFile);
	return {
		idle: probe.peakMb({ from: begin - 1_000, to: begin }),
		peak: probe.peakMb({ from, to: from + ms }),
		saved: probe.peakMb({ from, to: Date.now() }),
	};
}
