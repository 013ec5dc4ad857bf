/** Time, memory and pauses of the node on the real n8n-core, in turns with axios doing the same. */
import { version as n8nCore } from 'n8n-core/package.json';

import type { Options } from '../Options';
import { atMost, median, short, table, type Findings } from '../report';
import { startServer } from '../server';
import { run } from './run';
import type { Outcome } from './Task';
import type { ScenarioName } from './scenarios';

export const versions = [`n8n-core ${n8nCore}`, `Node.js ${process.version}`];

/** axios last. */
const scenarios: ScenarioName[] = ['node, Map Automatically', 'node, three expressions', 'axios'];
/** Long lists: how many subscribers each has, and how many items come out. */
const longLists: Array<readonly [name: ScenarioName, subscribers: number, items: number]> = [
	['Sync List, as many rows as subscribers, dry run', 100_000, 100_000],
	['Import, list not read', 100_000, 100_000],
	['Import, list not read, Include Input Fields', 100_000, 100_000],
	['Get by email, an address that is not in the list', 300_000, 1],
];
const parallel = 10;
const figures = ['ms', 'peakMb', 'pauseMs'] as const;

export async function measureInProcess({ rounds, scale }: Options): Promise<Findings> {
	const items = 50_000 * scale;
	const server = await startServer();
	const outcomes = scenarios.map((): Outcome[] => []);
	// Each scenario once in each round, so that what slows the machine slows all of them.
	for (let round = 0; round < rounds; round += 1)
		for (const [row, name] of scenarios.entries()) {
			await server.set({});
			const outcome = await run(name, { url: server.url, items, parallel });
			const { created } = await server.counts();
			if (outcome.done !== items || created !== items)
				throw new Error(`${name}: ${outcome.done} came back, ${created} created. ${outcome.failure ?? ''}`);
			outcomes[row]?.push(outcome);
		}
	const pauses: Array<readonly [name: string, subscribers: number, pauseMs: number, peakMb: number]> = [];
	for (const [name, subscribers, expected] of longLists) {
		const found: Outcome[] = [];
		for (let round = 0; round < rounds; round += 1) {
			await server.set({ subscribers: subscribers * scale });
			const outcome = await run(name, { url: server.url, items: subscribers * scale });
			const { done, failure } = outcome;
			if (done !== Math.ceil(expected * scale)) throw new Error(`${name}: ${done} came back. ${failure ?? ''}`);
			found.push(outcome);
		}
		const of = (figure: 'pauseMs' | 'peakMb'): number => median(found.map((outcome) => outcome[figure]));
		pauses.push([name, subscribers * scale, of('pauseMs'), of('peakMb')]);
	}
	server.stop();

	const medians = outcomes.map((of) => figures.map((figure) => median(of.map((outcome) => outcome[figure]))));
	const [axiosMs = NaN, axiosMb = NaN] = medians.at(-1) ?? [];
	const rows = medians.map(([ms = NaN, mb = NaN, pauseMs = NaN], row) => ({
		name: scenarios[row] ?? '',
		memory: mb / axiosMb,
		cells: [short(ms / items), short(ms / axiosMs), `${short(mb)} MB`, short(mb / axiosMb)],
		pauseMs,
	}));
	return {
		versions,
		text: [
			`${items} creates, ${parallel} at a time, server 0 ms, median of ${rounds} rounds in turns, each in a process of its own. The server got each once.`,
			table(
				['scenario', 'ms per item', 'ratio to axios', 'peak memory', 'ratio to axios', 'longest pause while reading'],
				rows.map(({ name, cells, pauseMs }) => [name, ...cells, pauseMs === 0 ? '' : `${short(pauseMs)} ms`]),
			),
			`Long lists, 100 entries a page, server 0 ms, median of ${rounds} rounds, each in a process of its own; the longest pause of the event loop in the whole run.`,
			table(
				['scenario', 'subscribers', 'longest pause', 'peak memory'],
				pauses.map(([name, subscribers, pauseMs, mb]) => [
					name,
					subscribers,
					`${short(pauseMs)} ms`,
					`${short(mb)} MB`,
				]),
			),
		],
		inShort: [
			`${items} people take ${short(rows[0]?.memory ?? NaN)} of the memory of a script with axios. Other workflows wait ${short(Math.max(...pauses.map(([, , pauseMs]) => pauseMs)))} ms at most, also while ${pauses[0]?.[1]} rows are synced or imported.`,
		],
		targets: [
			...rows
				.slice(0, -1)
				.flatMap(({ name, memory, pauseMs }) => [
					atMost(`Memory, ${name}, to axios`, memory, 2),
					atMost(`Longest pause, ${name}`, pauseMs, 200, ' ms'),
				]),
			...pauses.map(([name, , pauseMs]) => atMost(`Longest pause, ${name}`, pauseMs, 200, ' ms')),
		],
	};
}
