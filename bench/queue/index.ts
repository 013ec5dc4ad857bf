/** How many requests the node has in flight, second by second, against servers that can take only so many. */
import type { Options } from '../main';
import { versions } from '../process';
import { run, type Outcome, type ScenarioName } from '../process/run';
import { atLeast, atMost, short, table, type Findings, type Target } from '../report';
import type { Setting } from '../server/behaviours';
import { startServer, type BareServer, type Counts } from '../server/client';
import { inFlightTable } from './inFlight';

const node = 'node, Map Automatically' satisfies ScenarioName;
const workers = 16;
const fixed = [4, 8, 16, 24, 32, 40];
const items = 2_000;
const limitedItems = 150;

/** Servers that get slow when they have too much to do. */
const slowing: Record<string, Setting> = {
	[`${workers} workers, 50 ms each, the others queue`]: { behaviour: 'workers', ms: 50, workers },
	[`50 ms up to ${workers} in flight, beyond it longer for all`]: { behaviour: 'sharing', ms: 50, workers },
};

/** Servers that take only so many requests in a window. */
const limiting: Record<string, Setting> = {
	'60 requests in 6 s': { behaviour: 'limiter', ms: 50, perWindow: 60, windowS: 6 },
	'60 requests in 6 s, told up to a second too soon': {
		behaviour: 'limiter',
		ms: 50,
		perWindow: 60,
		windowS: 6,
		inRedis: true,
	},
};

const limitingByTheMinute: Record<string, Setting> = {
	'60 requests in 60 s': { behaviour: 'limiter', ms: 50, perWindow: 60, windowS: 60 },
};

interface Run extends Outcome {
	readonly counts: Counts;
	readonly perSecond: number;
}

export async function measureQueue({ minute }: Options): Promise<Findings> {
	const server = await startServer();
	const adaptive: Record<string, Run> = {};
	const best: Record<string, number> = {};
	const throughputs: string[][] = [];
	for (const [name, setting] of Object.entries(slowing)) {
		const own = (adaptive[name] = await create(server, setting, node, items));
		const others: Run[] = [];
		for (const parallel of fixed) others.push(await create(server, setting, 'axios alone', items, parallel));
		best[name] = Math.max(...others.map(({ perSecond }) => perSecond));
		throughputs.push([
			name,
			...[own, ...others].map(({ perSecond }) => short(perSecond)),
			short(own.perSecond / best[name]),
		]);
	}
	const limited: Record<string, Run> = {};
	for (const [name, setting] of Object.entries(minute ? { ...limiting, ...limitingByTheMinute } : limiting))
		limited[name] = await create(server, setting, node, limitedItems);
	server.stop();

	return {
		versions,
		text: [
			`In flight at the server, mean from each second to the next column, ${items} creates with the node's own bound:`,
			inFlightTable(Object.entries(adaptive).map(([name, { counts }]) => [name, counts])),
			`Created in a second: the node with its own bound, and axios with a fixed number of workers:`,
			table(['server', 'node', ...fixed.map((parallel) => `fixed ${parallel}`), 'node to the best fixed'], throughputs),
			`${limitedItems} creates against a server that takes only so many in a window, and answers the others with 429 and the seconds left:`,
			table(
				['server', 'created', 'seconds', 'refused', 'sooner than told'],
				Object.entries(limited).map(([name, { counts, ms }]) => [
					name,
					counts.distinctEmails,
					short(ms / 1000),
					counts.refused,
					counts.early,
				]),
			),
			inFlightTable(Object.entries(limited).map(([name, { counts }]) => [name, counts])),
		],
		targets: [
			...Object.entries(adaptive).flatMap(([name, own]): Target[] => [
				atLeast(`Throughput to the best fixed, ${name}`, own.perSecond / (best[name] ?? NaN), 0.9),
			]),
			...Object.entries(limited).flatMap(([name, { counts }]): Target[] => [
				atLeast(`Created, ${name}`, counts.distinctEmails, limitedItems),
				atMost(`Sooner than told, ${name}`, counts.early, 0),
			]),
		],
	};
}

async function create(
	server: BareServer,
	setting: Setting,
	name: ScenarioName,
	count: number,
	parallel?: number,
): Promise<Run> {
	await server.set(setting);
	const outcome = await run(name, { url: server.url, items: count, parallel });
	const counts = await server.counts();
	return { ...outcome, counts, perSecond: counts.distinctEmails / ((counts.lastAt - counts.firstAt) / 1000) };
}
