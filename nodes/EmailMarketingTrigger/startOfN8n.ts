import type { IPollFunctions } from 'n8n-workflow';

/** Contexts that have been polled once: n8n keeps one as long as a workflow is registered, or makes one for each poll. */
const polled = new WeakSet<object>();

/** Whether this is the poll with which n8n activates a workflow as it starts, or as it takes over from another n8n; asked once for each poll. */
export function isStartOfN8n(context: IPollFunctions): boolean {
	const isFirst = !polled.has(context);
	polled.add(context);
	return isFirst && ['init', 'leadershipChange'].includes(context.getActivationMode());
}
