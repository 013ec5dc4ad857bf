import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Api } from '../../e2e/support/api';
import { startHost } from '../../e2e/support/host';
import { saveCredential } from '../../e2e/support/service';
import { median } from '../report';
import type { BareServer, Counts, Setting } from '../server';
import { measured, measuring, type MeasuredNode, type Rows } from './workflows';

const packages = resolve(__dirname, '../../hosts/n8n/node_modules');

/** What n8n has noted of the measured node, and the server of its requests. */
export interface MeasuredRun extends Counts {
	readonly name: string;
	readonly ms: number;
	/** How many items came out. */
	readonly items: number;
}

/** A node to measure, ready to be run on the server as it is. */
export type Contender = () => Promise<MeasuredRun>;

interface MeasuredN8n {
	/** Saves a workflow that passes these rows to the node. Its runs throw unless so many items come out. */
	contender: (name: string, rows: Rows, node: MeasuredNode, items?: number) => Promise<Contender>;
	stop: () => Promise<unknown>;
}

/** Starts a real n8n with a user folder of its own. */
export async function startN8n(server: BareServer): Promise<MeasuredN8n> {
	if (!existsSync(join(packages, 'n8n'))) throw new Error('There is no n8n in hosts/n8n yet: run npm start once');
	const host = await startHost();
	const { credentials } = await saveCredential(host, { baseUrl: server.url, accessToken: 'bench' });
	return {
		async contender(name, rows, node, wanted = rows.count) {
			const id = await host.api.save(measuring(name, rows, node, credentials));
			return async () => {
				await server.recount();
				const task = await runTask(host.api, id);
				const counts = await server.counts();
				console.log(`${name}: ${task.items} items in ${task.ms} ms, ${counts.requests} requests`);
				if (task.items !== wanted) throw new Error(`${name}: ${task.items} of ${wanted} items. ${task.failure ?? ''}`);
				return { name, ...task, ...counts };
			};
		},
		stop: host.stop,
	};
}

/** Runs each once in each round, after one round that does not count, so that what slows the machine slows all. @returns medians */
export async function inTurns(rounds: number, contenders: readonly Contender[], server: BareServer, setting: Setting) {
	const runs = contenders.map((): MeasuredRun[] => []);
	for (let round = 0; round <= rounds; round += 1)
		for (const [index, once] of contenders.entries()) {
			await server.set(setting);
			const run = await once();
			if (round > 0) runs[index]?.push(run);
		}
	return runs.map((of) => ({
		name: of[0]?.name ?? '',
		ms: median(of.map(({ ms }) => ms)),
		mostInFlight: median(of.map(({ mostInFlight }) => mostInFlight)),
	}));
}

/** Runs a saved workflow; waits for its end by its status, since its data is large, and reads no more of them than it needs. */
async function runTask(api: Api, id: string) {
	const executionId = await api.start(id, 'Start');
	const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
	for (let isRunning = true; isRunning;) {
		await new Promise((next) => setTimeout(next, 250));
		// An n8n that is busy does not answer, and closes connections.
		const found = await api
			.call<{ results: Array<{ id: string; stoppedAt?: string }> }>('GET', `/rest/executions?limit=1&filter=${filter}`)
			.catch(() => ({ results: [] }));
		isRunning = !found.results.some((execution) => execution.id === executionId && execution.stoppedAt);
	}
	const { data } = await api.call<{ data: string }>('GET', `/rest/executions/${executionId}`);
	// n8n's compact form: a list of values, in which texts inside of objects are the numbers of other values.
	const heap = JSON.parse(data) as Array<Record<string, unknown> | string>;
	const follow = (...path: Array<number | string>): unknown =>
		path.reduce<unknown>((value, key) => {
			const number = (value as Record<string, unknown> | undefined)?.[key];
			return number === undefined || number === null ? undefined : heap[Number(number)];
		}, heap[0]);
	const task = follow('resultData', 'runData', measured, 0) as { executionTime?: number } | undefined;
	const items = follow('resultData', 'runData', measured, 0, 'data', 'main', 0);
	const failure =
		follow('resultData', 'runData', measured, 0, 'error', 'message') ?? follow('resultData', 'error', 'message');
	return { ms: task?.executionTime ?? NaN, items: Array.isArray(items) ? items.length : 0, failure: failure as string };
}

/** What runs in hosts/n8n. */
export function hostVersions(): string[] {
	const versionOf = (name: string): string =>
		(JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as { version: string }).version;
	const node = execFileSync(join(packages, '.bin/node'), ['--version']).toString().trim();
	return [...['n8n', 'n8n-core'].map((name) => `${name} ${versionOf(name)}`), `Node.js ${node}`];
}
