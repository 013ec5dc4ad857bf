import { child, message } from '../children';
import type { BareServer } from '../server/client';
import type { ScenarioName } from './scenarios';

export interface Task {
	/** Address of the bare server. */
	readonly url: string;
	/** How many subscribers to create. */
	readonly items: number;
	/** How many requests at a time; without it the node's own bound. */
	readonly parallel?: number;
}

/** What a scenario took. */
export interface Outcome {
	/** How many subscribers came back. */
	readonly done: number;
	readonly failure?: string;
	readonly ms: number;
	/** The greatest resident memory of its process. */
	readonly peakMb: number;
}

/** Runs a scenario in a process of its own. */
export async function run(name: ScenarioName, task: Task): Promise<Outcome> {
	const outcome = await message<Outcome>(child('process/scenarios.ts', [name, JSON.stringify(task)]));
	const { failure, done, ms } = outcome;
	console.log(`${name}, ${JSON.stringify(task)}: ${failure ?? `${done} in ${(ms / 1000).toFixed(1)} s`}`);
	return outcome;
}

/** The same for creates or an import on a new server; each item has to arrive and to come back once. */
export async function runAll(
	server: BareServer,
	name: ScenarioName,
	items: number,
	parallel?: number,
): Promise<Outcome> {
	await server.set({});
	const outcome = await run(name, { url: server.url, items, parallel });
	const { requests, written } = await server.counts();
	if (outcome.done === items && written === items) return outcome;
	throw new Error(`${name}: ${outcome.done} of ${items} after ${requests} requests. ${outcome.failure ?? ''}`);
}
