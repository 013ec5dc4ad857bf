import { child, message } from '../children';
import type { ScenarioName } from './scenarios';

export interface Task {
	/** Address of the bare server. */
	readonly url: string;
	/** How many subscribers to create, or are in the list. */
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
	/** The longest pause of the event loop, in most scenarios before the first request; 0 for axios. */
	readonly pauseMs: number;
}

/** Runs a scenario in a process of its own. */
export async function run(name: ScenarioName, task: Task): Promise<Outcome> {
	const outcome = await message<Outcome>(child('process/scenarios.ts', [name, JSON.stringify(task)]));
	const { failure, done, ms } = outcome;
	console.log(`${name}, ${JSON.stringify(task)}: ${failure ?? `${done} in ${(ms / 1000).toFixed(1)} s`}`);
	return outcome;
}
