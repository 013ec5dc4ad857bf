/** `npm run bench -- [lists] [n8n] [process] [queue] [requests] [trigger] [--rounds=5] [--scale=1]`: measures the parts named, or all, and writes RESULTS.md. */
import { parseArgs } from 'node:util';

import { measureLists } from './lists';
import { measureInN8n } from './n8n';
import { measureInProcess } from './process';
import type { Options } from './Options';
import { measureQueue } from './queue';
import { sectionOf, writeSection, type Findings } from './report';
import { measureRequests } from './requests';
import { measureTrigger } from './trigger';

const parts: Record<string, { title: string; measure: (options: Options) => Promise<Findings> }> = {
	lists: { title: 'Whole lists', measure: measureLists },
	n8n: { title: 'In the real n8n', measure: measureInN8n },
	process: { title: 'On n8n-core, in one process', measure: measureInProcess },
	queue: { title: 'The adaptive queue', measure: measureQueue },
	requests: { title: 'Requests', measure: measureRequests },
	trigger: { title: 'A poll of the trigger', measure: measureTrigger },
};

async function main(): Promise<void> {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: {
			rounds: { type: 'string', default: '5' },
			scale: { type: 'string', default: '1' },
		},
	});
	const options = { rounds: Number(values.rounds), scale: Number(values.scale) };
	for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
		const part = parts[name];
		if (part === undefined) throw new Error(`There is no part '${name}', only ${Object.keys(parts).join(', ')}`);
		const findings = await part.measure(options);
		const section = sectionOf(part.title, findings);
		if (options.scale === 1) writeSection(part.title, section, findings.inShort);
		console.log(`\n${section}`);
	}
}

void main().catch((failure: unknown) => {
	console.error(failure);
	process.exit(1);
});
