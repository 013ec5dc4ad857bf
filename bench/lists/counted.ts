import type { MeasuredN8n } from '../n8n/host';
import type { TaskRun } from '../n8n/record';
import type { MeasuredNode, Rows } from '../n8n/workflows';
import { short } from '../report';
import type { BareServer, Counts } from '../server/client';

/** A run of the node, and what the server saw of it. */
export interface CountedRun {
	readonly name: string;
	readonly ms: number;
	readonly counts: Counts;
}

/** Saves a workflow, and gives the function that runs it and counts; every row has to come back. */
export async function counting(
	n8n: MeasuredN8n,
	server: BareServer,
	name: string,
	rows: Rows,
	node: MeasuredNode,
): Promise<(name?: string) => Promise<CountedRun>> {
	const run = await n8n.workflow(name, rows, node);
	return async (title = name) => {
		await server.recount();
		const task: TaskRun = await run();
		if (task.items !== rows.count)
			throw new Error(`${title}: ${task.items} of ${rows.count} came back. ${task.failure ?? ''}`);
		return { name: title, ms: task.ms, counts: await server.counts() };
	};
}

export const countedHead = ['run', 'requests', 'of these reading', 'creating', 'changing', 'importing', 's'];

export function countedCells({ name, ms, counts: { requests, byKind } }: CountedRun): Array<string | number> {
	return [
		name,
		requests,
		byKind.read ?? 0,
		byKind.create ?? 0,
		byKind.update ?? 0,
		byKind.import ?? 0,
		short(ms / 1000),
	];
}
