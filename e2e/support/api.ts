import { randomUUID } from 'node:crypto';

import { request } from 'playwright-core';

/** n8n's own REST interface, as its editor uses it. */
export interface Api {
	/** Gives the `data` of the answer, or the whole answer where it has none; throws on every other status than 2xx. */
	call<T>(method: 'DELETE' | 'GET' | 'PATCH' | 'POST', path: string, body?: object): Promise<T>;
	/** Runs a saved workflow from its manual trigger and waits for its end. */
	runWorkflow(id: string): Promise<Execution>;
	close(): Promise<void>;
}

interface Execution {
	/** 'success' or 'error', among others. */
	status: string;
	/** n8n's own record of it, in its compact form: texts in it can be looked for. */
	record: string;
}

interface Workflow {
	nodes: Array<{ name: string; type: string }>;
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

	return {
		call,
		close: async () => await context.dispose(),
		async runWorkflow(id) {
			const workflow = await call<Workflow>('GET', `/rest/workflows/${id}`);
			const trigger = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.manualTrigger');
			const { executionId } = await call<{ executionId: string }>('POST', `/rest/workflows/${id}/run`, {
				workflowData: workflow,
				triggerToStartFrom: { name: trigger?.name },
			});
			const deadline = Date.now() + 60_000;
			for (;;) {
				const { status, stoppedAt, data } = await call<{ status: string; stoppedAt?: string; data: string }>('GET', `/rest/executions/${executionId}`);
				if (stoppedAt) return { status, record: data };
				if (Date.now() > deadline) throw new Error(`Workflow ${id} is still ${status} after a minute`);
				await new Promise((next) => setTimeout(next, 100));
			}
		},
	};
}
