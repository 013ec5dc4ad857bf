import { child, message } from '../children';
import type { ScenarioName } from './scenarios';
import type { Outcome, Task } from './Task';

/** Runs a scenario in a process of its own. */
export async function run(name: ScenarioName, task: Task): Promise<Outcome> {
	const outcome = await message<Outcome>(child('process/scenarios.ts', [name, JSON.stringify(task)]));
	const { failure, done, ms } = outcome;
	console.log(`${name}, ${JSON.stringify(task)}: ${failure ?? `${done} in ${(ms / 1000).toFixed(1)} s`}`);
	return outcome;
}
