/** Time and memory of the node on the real n8n-core, in turns with axios doing the same. */
import { version as n8nCore } from 'n8n-core/package.json';

import type { Options } from '../main';
import { atLeast, atMost, median, short, table, type Findings } from '../report';
import { startServer } from '../server/client';
import { run, runAll, type Outcome } from './run';
import type { ScenarioName } from './scenarios';

const creating: ScenarioName[] = ['node, Map Automatically', 'node, three expressions', 'axios, creates'];
const reading: ScenarioName[] = ['node, Return All', 'axios, all pages'];
const parallel = 10;

export const versions = [`n8n-core ${n8nCore}`, `Node.js ${process.version}`];

export async function measureInProcess({ rounds, scale }: Options): Promise<Findings> {
	const [timed, many] = [10_000 * scale, 50_000 * scale];
	const sizes = [10_000, 100_000, 1_000_000].map((size) => size * scale);
	const server = await startServer();
	const times: number[][] = creating.map(() => []);
	// Each scenario once in each round, so that what slows the machine slows all of them.
	for (let round = 0; round < rounds; round += 1)
		for (const [row, name] of creating.entries())
			times[row]?.push((await runAll(server, name, timed, parallel)).ms / timed);
	const peaks: number[] = [];
	for (const name of creating) peaks.push((await runAll(server, name, many, parallel)).peakMb);
	const lists: Outcome[][] = [];
	for (const subscribers of sizes) {
		await server.set({ subscribers, pageSize: 1_000 });
		const outcomes: Outcome[] = [];
		for (const name of reading) outcomes.push(await run(name, { url: server.url, items: 0, parallel }));
		lists.push(outcomes);
	}
	server.stop();

	const perItem = times.map(median);
	const ratio = (values: readonly number[], row: number): number => (values[row] ?? NaN) / (values.at(-1) ?? NaN);
	const [small = NaN, middle = NaN, large = NaN] = lists.map(([node]) => node?.peakMb ?? NaN);
	return {
		versions,
		text: [
			`${timed} creates, ${parallel} at a time, median of ${rounds} rounds in turns; the memory is the greatest of the whole process while ${many} are created. Every item came back, and the server got each once.`,
			table(
				['scenario', 'ms per item', 'ratio to axios', `peak memory, ${many} items`, 'ratio to axios'],
				creating.map((name, row) => [
					name,
					short(perItem[row] ?? NaN),
					short(ratio(perItem, row)),
					`${short(peaks[row] ?? NaN)} MB`,
					short(ratio(peaks, row)),
				]),
			),
			`All subscribers of one list by one item, 1,000 a page, ${parallel} pages at a time:`,
			table(
				['subscribers', ...reading.flatMap((name) => [name, 'peak memory'])],
				lists.map((outcomes, row) => [
					sizes[row] ?? '',
					...outcomes.flatMap(({ ms, peakMb, failure }) => [failure ?? `${short(ms / 1000)} s`, `${short(peakMb)} MB`]),
				]),
			),
		],
		targets: [
			atLeast('Subscribers that come back of the longest list', lists.at(-1)?.[0]?.done ?? 0, sizes.at(-1) ?? NaN),
			atMost(
				'Memory from the middle list to the longest, as a multiple of the step before',
				(large - middle) / (middle - small),
				12,
			),
			atMost(`Memory at ${many} creates by expressions, as a multiple of axios`, ratio(peaks, 1), 2),
		],
	};
}
