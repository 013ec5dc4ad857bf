import { child, message } from '../children';
import type { scenarios, Task } from './scenarios';

export type ScenarioName = keyof typeof scenarios;

/** What a scenario took. */
export interface Outcome {
	/** How many subscribers came back. */
	readonly done: number;
	/** What the node said when it stopped. */
	readonly failure?: string;
	readonly ms: number;
	/** The greatest resident memory of its process. */
	readonly peakMb: number;
}

/** Runs a scenario in a process of its own. */
export async function run(name: ScenarioName, task: Task): Promise<Outcome> {
	const outcome = await message<Outcome>(child('process/run-scenario.ts', [name, JSON.stringify(task)]));
	console.log(
		`${name}, ${JSON.stringify(task)}: ${outcome.failure ?? `${outcome.done} in ${(outcome.ms / 1000).toFixed(1)} s`}`,
	);
	return outcome;
}
