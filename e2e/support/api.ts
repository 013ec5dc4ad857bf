import { randomUUID } from 'node:crypto';

import { request } from 'playwright-core';

import { readExecution, type Execution } from './execution';
import type { Workflow } from './workflow';

/** n8n's own REST interface, as its editor uses it. */
export interface Api {
	/** Gives the `data` of the answer, or the whole answer where it has none; throws on every other status than 2xx. */
	call: <T>(method: 'DELETE' | 'GET' | 'PATCH' | 'POST', path: string, body?: object) => Promise<T>;
	/** Saves a workflow and gives its id. */
	save: (workflow: Workflow) => Promise<string>;
	/** Saves a workflow, lets it be started from outside, and gives its id; `fetchPublished` waits until it can be. */
	publish: (workflow: Workflow) => Promise<string>;
	/** Publishes a saved workflow as it is now. */
	activate: (workflowId: string) => Promise<void>;
	/** Publishes a workflow, or one that is saved, while something is done with it. */
	whilePublished: <T>(workflow: Workflow | string, use: (workflowId: string) => Promise<T>) => Promise<T>;
	/** Starts a saved workflow from its manual trigger, or from this node, and gives the id of the execution. */
	start: (workflowId: string, trigger?: string) => Promise<string>;
	/** What n8n has executed of a workflow by itself, by a trigger or a webhook, oldest first, once it has ended. */
	executionsOf: (workflowId: string) => Promise<Execution[]>;
	/** Waits for the end of an execution. */
	ended: (executionId: string) => Promise<Execution>;
	/** Presses Retry beside an execution that failed, with the workflow as it is saved now, and waits for the end: n8n goes on at the node that failed. */
	retry: (executionId: string) => Promise<Execution>;
	/** Presses Stop, and comes back when n8n has answered. */
	stop: (executionId: string) => Promise<void>;
	/** Runs a saved workflow from its manual trigger and waits for its end. */
	runWorkflow: (id: string) => Promise<Execution>;
	/** The same with a workflow that is saved for it. */
	run: (workflow: Workflow) => Promise<Execution>;
	close: () => Promise<void>;
}

interface StoredExecution {
	status: string;
	/** Not there while it runs. */
	stoppedAt?: string;
	data: string;
}

/** Logs in and gives the interface. */
export async function apiOf(n8nUrl: string, email: string, password: string): Promise<Api> {
	// n8n ties a log-in to the browser that made it.
	const context = await request.newContext({ baseURL: n8nUrl, extraHTTPHeaders: { 'browser-id': randomUUID() } });

	const call: Api['call'] = async <T>(method: string, path: string, body?: object) => {
		const response = await context.fetch(path, { method, ...(body && { data: body }) });
		if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}: ${await response.text()}`);
		const answer = (await response.json()) as { data?: T };
		return (answer.data ?? answer) as T;
	};

	await call('POST', '/rest/login', { emailOrLdapLoginId: email, password });

	const api: Api = {
		call,
		close: async () => await context.dispose(),
		async save(workflow) {
			const { id } = await call<{ id: string }>('POST', '/rest/workflows', workflow);
			return id;
		},
		async publish(workflow) {
			const id = await api.save(workflow);
			await api.activate(id);
			return id;
		},
		async activate(id) {
			const { versionId } = await call<{ versionId: string }>('GET', `/rest/workflows/${id}`);
			await call('POST', `/rest/workflows/${id}/activate`, { versionId });
		},
		async whilePublished(workflow, use) {
			const id = typeof workflow === 'string' ? workflow : await api.save(workflow);
			await api.activate(id);
			try {
				return await use(id);
			} finally {
				await call('POST', `/rest/workflows/${id}/deactivate`);
			}
		},
		async start(id, trigger) {
			const workflow = await call<Workflow>('GET', `/rest/workflows/${id}`);
			const name = trigger ?? workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.manualTrigger')?.name;
			const { executionId } = await call<{ executionId: string }>('POST', `/rest/workflows/${id}/run`, {
				workflowData: workflow,
				triggerToStartFrom: { name },
			});
			return executionId;
		},
		async executionsOf(workflowId) {
			const filter = encodeURIComponent(JSON.stringify({ workflowId }));
			const { results } = await call<{ results: Array<{ id: string; mode: string }> }>(
				'GET',
				`/rest/executions?limit=50&filter=${filter}`,
			);
			return await Promise.all(
				results
					.filter(({ mode }) => mode !== 'manual')
					.map(({ id }) => Number(id))
					.sort((one, other) => one - other)
					.map(async (id) => await api.ended(String(id))),
			);
		},
		async ended(executionId) {
			const deadline = Date.now() + 60_000;
			for (;;) {
				const { status, stoppedAt, data } = await call<StoredExecution>('GET', `/rest/executions/${executionId}`);
				if (stoppedAt) return readExecution(status, data);
				if (Date.now() > deadline) throw new Error(`Execution ${executionId} is still ${status} after a minute`);
				await new Promise((next) => setTimeout(next, 100));
			}
		},
		async retry(executionId) {
			const { id } = await call<{ id: string }>('POST', `/rest/executions/${executionId}/retry`, {
				loadWorkflow: true,
			});
			return await api.ended(id);
		},
		async stop(executionId) {
			await call('POST', `/rest/executions/${executionId}/stop`);
		},
		runWorkflow: async (id) => await api.ended(await api.start(id)),
		run: async (workflow) => await api.runWorkflow(await api.save(workflow)),
	};
	return api;
}

/** Calls a published workflow, again and again until it is there: n8n answers the publishing before it listens. */
export async function fetchPublished(url: string | URL, init: RequestInit = {}): Promise<Response> {
	for (let tries = 1; ; tries += 1) {
		const response = await fetch(url, init);
		if (response.status !== 404 || tries > 100) return response;
		await response.body?.cancel();
		await new Promise((next) => setTimeout(next, 100));
	}
}
