/** Runs one scenario in a process of its own, so that its memory is its own, and prints what it took as JSON. */
import { scenarios, type Target } from './scenarios';

async function main(): Promise<void> {
	const [name = '', count = '0', target = '{}'] = process.argv.slice(2);
	const rows = Array.from({ length: Number(count) }, (_, index) => ({ email: `person${index}@example.com`, first_name: 'Ada', last_name: `No. ${index}` }));
	const scenario = scenarios[name];
	if (scenario === undefined) throw new Error(`There is no scenario "${name}"`);
	const before = performance.now();
	const done = await scenario(JSON.parse(target) as Target, rows);
	process.send?.({ done, ms: performance.now() - before, peakMb: process.resourceUsage().maxRSS / 1024 });
	process.disconnect();
}

void main();
