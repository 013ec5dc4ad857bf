/** Whole lists: what Import, Create or Update and Sync List cost for many rows. */
import type { Options } from '../main';
import { hostVersions, startN8n } from '../n8n/host';
import { versions } from '../process';
import type { Findings } from '../report';
import { startServer } from '../server/client';
import { measureGrowth } from './growth';
import { measureImport } from './imports';
import { measureSync } from './syncs';
import { measureUpsert } from './upserts';

/** What one of the measurements adds to the part. */
export type Measured = Pick<Findings, 'text' | 'targets'>;

export async function measureLists({ rounds }: Options): Promise<Findings> {
	const server = await startServer();
	try {
		const inN8n = await measureInHost(Math.min(rounds, 3));
		const inProcess = await measureGrowth(server, Math.min(rounds, 3));
		const all = [...inN8n, inProcess];
		return {
			versions: [...hostVersions(), `in one process: ${versions.join(', ')}`],
			text: [
				'In n8n the time is that of the node alone, as n8n notes it. Everything came back, and the server counted the requests and the addresses. For the reading of a list of 100,000 see Return All in "In the real n8n".',
				...all.flatMap(({ text }) => text),
			],
			targets: all.flatMap(({ targets }) => targets),
		};
	} finally {
		server.stop();
	}

	/** Import first: its memory is measured against an n8n that has done nothing yet. */
	async function measureInHost(times: number): Promise<Measured[]> {
		const n8n = await startN8n(server.url);
		try {
			return [
				await measureImport(n8n, server, times),
				await measureUpsert(n8n, server),
				await measureSync(n8n, server),
			];
		} finally {
			await n8n.stop();
		}
	}
}
