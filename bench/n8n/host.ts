import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { startHost } from '../../e2e/support/host';
import { readTask, type TaskRun } from './record';
import { measured, workflowOf, type MeasuredNode, type Rows } from './workflows';

const packages = resolve(__dirname, '../../host/node_modules');

/** A real n8n with the package installed, and the probe in its process. */
export interface MeasuredN8n {
	/** Saves a workflow that hands these rows to the node, and gives the function that runs it. */
	workflow: (name: string, rows: Rows, node: MeasuredNode) => Promise<() => Promise<TaskRun>>;
	/** What the probe has written. */
	readonly probeFile: string;
	stop: () => Promise<void>;
}

/** Starts n8n with a user folder of its own. @param serviceUrl where the credential leads */
export async function startN8n(serviceUrl: string): Promise<MeasuredN8n> {
	if (!existsSync(join(packages, 'n8n'))) throw new Error('There is no n8n in host/ yet: run npm start once');
	const folder = mkdtempSync(join(tmpdir(), 'email-marketing-bench-'));
	const probeFile = join(folder, 'probe.jsonl');
	Object.assign(process.env, {
		NODE_OPTIONS: `--require ${join(__dirname, 'probe.cjs')}`,
		BENCH_PROBE_FILE: probeFile,
	});
	const { api, stop } = await startHost();
	const data = { baseUrl: serviceUrl, accessToken: 'bench', endpointPaths: '{}' };
	const { id, name } = await api.call<{ id: string; name: string }>('POST', '/rest/credentials', {
		name: 'Bench',
		type: 'emailMarketingApi',
		data,
	});

	return {
		probeFile,
		async workflow(title, rows, node) {
			const saved = await api.call<{ id: string }>(
				'POST',
				'/rest/workflows',
				workflowOf(title, rows, node, { id, name }),
			);
			return async () => await runWorkflow(api.call, saved.id, title);
		},
		async stop() {
			await stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

type Call = Awaited<ReturnType<typeof startHost>>['api']['call'];

interface Execution {
	readonly id: string;
	readonly stoppedAt?: string | null;
}

/** Runs a saved workflow and waits for its end, asking for no more than its status: its data is large. */
async function runWorkflow(call: Call, id: string, title: string): Promise<TaskRun> {
	const workflowData = await call<object>('GET', `/rest/workflows/${id}`);
	const { executionId } = await call<{ executionId: string }>('POST', `/rest/workflows/${id}/run`, {
		workflowData,
		triggerToStartFrom: { name: 'Start' },
	});
	while (!(await hasStopped(call, id, executionId))) await new Promise((next) => setTimeout(next, 250));
	const { data } = await call<{ data: string }>('GET', `/rest/executions/${executionId}`);
	const task = readTask(data, measured);
	console.log(`${title}: ${task.failure ?? `${task.items} items in ${task.ms} ms`}`);
	return task;
}

async function hasStopped(call: Call, workflowId: string, executionId: string): Promise<boolean> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	try {
		const { results } = await call<{ results: Execution[] }>('GET', `/rest/executions?limit=1&filter=${filter}`);
		return results.some(({ id, stoppedAt }) => id === executionId && Boolean(stoppedAt));
	} catch (failure) {
		if (isStandstill(failure as NodeJS.ErrnoException)) return false;
		throw failure;
	}
}

/** An n8n whose event loop stands still does not answer, and after some seconds it closes the connections that it kept. */
function isStandstill({ code, name }: NodeJS.ErrnoException): boolean {
	return code === 'ECONNRESET' || name === 'TimeoutError';
}

/** What runs in host/. */
export function hostVersions(): string[] {
	const versionOf = (name: string): string =>
		(JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as { version: string }).version;
	return [
		`n8n ${versionOf('n8n')}`,
		`n8n-core ${versionOf('n8n-core')}`,
		`Node.js ${execFileSync(join(packages, '.bin/node'), ['--version']).toString().trim()}`,
	];
}
