/** Time and memory of the node on the real n8n-core, in turns with axios doing the same. */
import { version as n8nCore } from 'n8n-core/package.json';

import type { Options } from '../main';
import { atLeast, atMost, median, short, table, type Findings } from '../report';
import { startServer, type BareServer } from '../server/client';
import { run, type Outcome, type ScenarioName } from './run';

const createScenarios = [
	'node, Map Automatically',
	'node, three expressions',
	'axios alone',
] as const satisfies ScenarioName[];
const listScenarios = ['node, Return All', 'axios, all pages'] as const satisfies ScenarioName[];
const timed = 10_000;
const many = 50_000;
const listSizes = [10_000, 100_000, 1_000_000];
const parallel = 10;

export const versions = [`n8n-core ${n8nCore}`, `Node.js ${process.version}`];

export async function measureInProcess({ rounds }: Options): Promise<Findings> {
	const server = await startServer();
	const creates = await inTurns(rounds, async (name) => await create(server, name, timed));
	const bigCreates = await inTurns(1, async (name) => await create(server, name, many));
	const lists = await readLists(server);
	server.stop();

	const perItem = (name: ScenarioName): number => median((creates[name] ?? []).map(({ ms }) => ms)) / timed;
	const peak = (name: ScenarioName): number => bigCreates[name]?.[0]?.peakMb ?? NaN;
	return {
		versions,
		text: [
			`${timed} creates, ${parallel} at a time, median of ${rounds} rounds in turns; the memory is the greatest of the whole process while ${many} are created. Every item came back, and the server got each once.`,
			table(
				['scenario', 'ms per item', 'ratio to axios', `peak memory, ${many} items`, 'ratio to axios'],
				createScenarios.map((name) => [
					name,
					short(perItem(name)),
					short(perItem(name) / perItem('axios alone')),
					`${short(peak(name))} MB`,
					short(peak(name) / peak('axios alone')),
				]),
			),
			`All subscribers of one list by one item, 1,000 a page, ${parallel} pages at a time:`,
			table(
				['subscribers', ...listScenarios.flatMap((name) => [name, 'peak memory'])],
				listSizes.map((size, row) => [size, ...listScenarios.flatMap((name) => cellsOf(lists[name]?.[row]))]),
			),
		],
		targets: [
			atLeast(
				'Subscribers that come back of a list of 1,000,000',
				lists['node, Return All']?.[2]?.done ?? 0,
				1_000_000,
			),
			atMost(
				'Memory for 900,000 subscribers more, as a multiple of 90,000 more',
				growth(lists['node, Return All'] ?? []),
				12,
			),
			atMost(
				`Memory at ${many} creates by expressions, as a multiple of axios`,
				peak('node, three expressions') / peak('axios alone'),
				2,
			),
		],
	};
}

/** Runs each scenario once in each round, so that what slows the machine slows all of them. */
async function inTurns(
	rounds: number,
	once: (name: ScenarioName) => Promise<Outcome>,
): Promise<Partial<Record<ScenarioName, Outcome[]>>> {
	const outcomes: Partial<Record<ScenarioName, Outcome[]>> = {};
	for (let round = 0; round < rounds; round += 1) {
		for (const name of createScenarios) (outcomes[name] ??= []).push(await once(name));
	}
	return outcomes;
}

async function create(server: BareServer, name: ScenarioName, items: number): Promise<Outcome> {
	await server.set({ behaviour: 'latency' });
	const outcome = await run(name, { url: server.url, items, parallel });
	const { requests, distinctEmails } = await server.counts();
	if (outcome.done !== items || requests !== items || distinctEmails !== items) {
		throw new Error(
			`${name}: ${outcome.done} of ${items} came back, the server got ${requests} requests for ${distinctEmails} of them. ${outcome.failure ?? ''}`,
		);
	}
	return outcome;
}

async function readLists(server: BareServer): Promise<Partial<Record<ScenarioName, Outcome[]>>> {
	const outcomes: Partial<Record<ScenarioName, Outcome[]>> = {};
	for (const subscribers of listSizes) {
		await server.set({ behaviour: 'latency', subscribers, pageSize: 1_000 });
		for (const name of listScenarios)
			(outcomes[name] ??= []).push(await run(name, { url: server.url, items: 0, parallel }));
	}
	return outcomes;
}

function cellsOf(outcome: Outcome | undefined): [string, string] {
	if (outcome === undefined || outcome.failure !== undefined) return [outcome?.failure ?? '', ''];
	return [`${short(outcome.ms / 1000)} s`, `${short(outcome.peakMb)} MB`];
}

function growth(outcomes: readonly Outcome[]): number {
	const [small, middle, large] = outcomes.map(({ peakMb, failure }) => (failure === undefined ? peakMb : NaN));
	return ((large ?? NaN) - (middle ?? NaN)) / ((middle ?? NaN) - (small ?? NaN));
}
