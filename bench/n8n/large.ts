import type { BareServer } from '../server/client';
import type { MeasuredN8n } from './host';
import { readProbe } from './probe';
import { mapAutomatically, people, threeFields } from './workflows';

/** How many items the large run has. */
export const large = 50_000;

interface LargeRun {
	readonly name: string;
	readonly ms: number;
	/** The longest pause of the event loop from the beginning of the node to its first request, in ms. */
	readonly readingPause: number;
	/** The same until its end. */
	readonly pause: number;
	/** Resident memory of n8n when the node begins and at its greatest, in MB. */
	readonly before: number;
	readonly peak: number;
}

/** Creates many subscribers at once, and looks at n8n's process meanwhile. */
export async function measureLarge(n8n: MeasuredN8n, server: BareServer): Promise<LargeRun[]> {
	const runs: LargeRun[] = [];
	for (const [name, node] of Object.entries({
		'Map Automatically': mapAutomatically,
		'three mapped fields': threeFields,
	})) {
		const run = await n8n.workflow(`${name}, ${large}`, people(large), node);
		await server.set({ behaviour: 'latency' });
		const { startedAt: from, ms, items, failure } = await run();
		const { firstAt, requests, distinctEmails } = await server.counts();
		if (items !== large || requests !== large || distinctEmails !== large)
			throw new Error(`${name}: ${items} of ${large} came back after ${requests} requests. ${failure ?? ''}`);
		const probe = readProbe(n8n.probeFile);
		const to = from + ms;
		runs.push({
			name,
			ms,
			readingPause: probe.longestPause({ from, to: firstAt }),
			pause: probe.longestPause({ from, to }),
			before: probe.peakMb({ from: from - 300, to: from }),
			peak: probe.peakMb({ from, to }),
		});
	}
	return runs;
}
