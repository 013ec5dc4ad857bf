import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import { request } from 'playwright-core';

import { readExecution, type Execution } from './execution';
import { until } from './until';
import type { Workflow } from './workflow';

/** n8n's own REST interface, as its editor uses it. */
export type Api = Awaited<ReturnType<typeof apiOf>>;

/** Logs in and gives the interface. */
export async function apiOf(n8nUrl: string, email: string, password: string) {
	// n8n ties a log-in to the browser that made it.
	const context = await request.newContext({ baseURL: n8nUrl, extraHTTPHeaders: { 'browser-id': randomUUID() } });
	await call('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	const close = async (): Promise<void> => await context.dispose();
	return {
		call,
		save,
		publish,
		activate,
		deactivate,
		whilePublished,
		start,
		run,
		runWorkflow,
		ended,
		executionsOf,
		retry,
		stop,
		close,
	};

	/** Gives the `data` of the answer, or the whole answer where it has none; throws on every other status than 2xx. */
	async function call<T>(method: 'DELETE' | 'GET' | 'PATCH' | 'POST', path: string, body?: object): Promise<T> {
		const response = await context.fetch(path, { method, ...(body && { data: body }) });
		if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}: ${await response.text()}`);
		const answer = (await response.json()) as { data?: T };
		return (answer.data ?? answer) as T;
	}

	/** Saves a workflow and gives its id. */
	async function save(workflow: Workflow): Promise<string> {
		const { id } = await call<{ id: string }>('POST', '/rest/workflows', workflow);
		return id;
	}

	/** Saves a workflow, lets it be started from outside, and gives its id. */
	async function publish(workflow: Workflow): Promise<string> {
		const id = await save(workflow);
		await activate(id);
		return id;
	}

	/** Publishes a saved workflow as it is now. */
	async function activate(id: string): Promise<void> {
		const { versionId } = await call<{ versionId: string }>('GET', `/rest/workflows/${id}`);
		await call('POST', `/rest/workflows/${id}/activate`, { versionId });
		await settled(id, 'published');
	}

	async function deactivate(id: string): Promise<void> {
		await call('POST', `/rest/workflows/${id}/deactivate`);
		await settled(id, 'not_published');
	}

	/** n8n answers before it has registered or removed the triggers. */
	async function settled(id: string, wanted: 'published' | 'not_published'): Promise<void> {
		const state = async () => await call<{ status: string }>('GET', `/rest/workflows/${id}/publication-status`);
		await until(async () => (await state()).status === wanted, `workflow ${id} to be ${wanted}`);
	}

	/** Publishes a workflow, or one that is saved, while something is done with it. */
	async function whilePublished<T>(workflow: Workflow | string, use: (id: string) => Promise<T>): Promise<T> {
		const id = typeof workflow === 'string' ? workflow : await save(workflow);
		await activate(id);
		try {
			return await use(id);
		} finally {
			await deactivate(id);
		}
	}

	/** Starts a saved workflow from its manual trigger, or from this node, and gives the id of the execution. */
	async function start(id: string, trigger?: string): Promise<string> {
		const workflowData = await call<Workflow>('GET', `/rest/workflows/${id}`);
		const name = trigger ?? workflowData.nodes.find(({ type }) => type === 'n8n-nodes-base.manualTrigger')?.name;
		const body = { workflowData, triggerToStartFrom: { name } };
		const { executionId } = await call<{ executionId: string }>('POST', `/rest/workflows/${id}/run`, body);
		return executionId;
	}

	/** Runs a workflow that is saved for it from its manual trigger, and waits for its end. */
	async function run(workflow: Workflow): Promise<Execution> {
		return await runWorkflow(await save(workflow));
	}

	/** The same with a saved one. */
	async function runWorkflow(id: string): Promise<Execution> {
		return await ended(await start(id));
	}

	/** Waits for the end of an execution. */
	async function ended(id: string): Promise<Execution> {
		for (const deadline = Date.now() + 60_000; ; await setTimeout(100)) {
			const { status, stoppedAt, data } = await call<StoredExecution>('GET', `/rest/executions/${id}`);
			if (stoppedAt) return readExecution(status, data);
			if (Date.now() > deadline) throw new Error(`Execution ${id} is still ${status} after a minute`);
		}
	}

	/** What n8n has executed of a workflow by itself, by a trigger or a webhook, oldest first, once it has ended. */
	async function executionsOf(workflowId: string): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await call<{ results: Array<{ id: string; mode: string }> }>(
			'GET',
			`/rest/executions?limit=50&filter=${filter}`,
		);
		const ids = results.filter(({ mode }) => mode !== 'manual').map(({ id }) => Number(id));
		return await Promise.all(ids.sort((one, other) => one - other).map(async (id) => await ended(String(id))));
	}

	/** Presses Retry next to an execution that failed, with the workflow as it is saved now, and waits for the end: n8n goes on at the node that failed. */
	async function retry(executionId: string): Promise<Execution> {
		const { id } = await call<{ id: string }>('POST', `/rest/executions/${executionId}/retry`, { loadWorkflow: true });
		return await ended(id);
	}

	/** Presses Stop, and comes back when n8n has answered. */
	async function stop(executionId: string): Promise<void> {
		await call('POST', `/rest/executions/${executionId}/stop`);
	}
}

interface StoredExecution {
	status: string;
	/** Not there while it runs. */
	stoppedAt?: string;
	data: string;
}
