/** How many requests the node has in flight against servers that can take only so many. */
import type { Options } from '../Options';
import { versions } from '../process';
import { run } from '../process/run';
import type { ScenarioName } from '../process/scenarios';
import { atLeast, atMost, short, table, type Findings } from '../report';
import { startServer, type Setting } from '../server';

const node: ScenarioName = 'node, Map Automatically';
const fixed = [4, 8, 16, 24, 32, 40];
const workers = { ms: 50, workers: 16 };
const limitedItems = 150;

/** A server that accepts only so many requests in a window. */
const limit = { ms: 50, perWindow: 60, windowS: 6 };

export async function measureQueue({ scale }: Options): Promise<Findings> {
	const items = 2_000 * scale;
	const server = await startServer();
	const create = async (setting: Setting, name: ScenarioName, count: number, parallel?: number) => {
		await server.set(setting);
		const { ms } = await run(name, { url: server.url, items: count, parallel });
		const counts = await server.counts();
		return { ...counts, ms, perSecond: counts.created / ((counts.lastAt - counts.firstAt) / 1000) };
	};
	const own = await create(workers, node, items);
	const others: number[] = [];
	for (const parallel of fixed) others.push((await create(workers, 'axios', items, parallel)).perSecond);
	const best = Math.max(...others);
	const limited = await create(limit, node, limitedItems);
	server.stop();

	return {
		versions,
		text: [
			`Created in a second, ${items} creates, a server with ${workers.workers} workers, ${workers.ms} ms each: the node with its own bound, and axios with a fixed number at a time:`,
			table(
				['node', 'most in flight', ...fixed.map((parallel) => `fixed ${parallel}`), 'node to the best fixed'],
				[[short(own.perSecond), own.mostInFlight, ...others.map(short), short(own.perSecond / best)]],
			),
			`${limitedItems} creates, a server that accepts ${limit.perWindow} requests in ${limit.windowS} s, and answers the others with 429 and the seconds left: all in ${short(limited.ms / 1000)} s, ${limited.refused} refused, ${limited.mostInFlight} in flight at most.`,
		],
		inShort: [],
		targets: [
			atLeast('Throughput to the best fixed', own.perSecond / best, 0.9),
			atLeast('Created under the limit', limited.created, limitedItems),
			atMost('Refused in a window, on average', limited.refused / (limitedItems / limit.perWindow), 40),
		],
	};
}
