/** Runs one scenario in a process of its own, so that its memory is its own, and tells what it took. */
import type { Outcome } from './run';
import { scenarios, type Task } from './scenarios';

async function main(): Promise<void> {
	const [name = '', task = '{}'] = process.argv.slice(2);
	const scenario = scenarios[name as keyof typeof scenarios];
	const before = performance.now();
	const result = await scenario(JSON.parse(task) as Task).then(
		(done) => ({ done }),
		(failure: Error) => ({ done: 0, failure: failure.message }),
	);
	const outcome: Outcome = { ...result, ms: performance.now() - before, peakMb: process.resourceUsage().maxRSS / 1024 };
	process.send?.(outcome);
	process.disconnect();
}

void main();
