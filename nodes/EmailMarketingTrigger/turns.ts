import type { IPollFunctions } from 'n8n-workflow';

interface Turn {
	readonly context: IPollFunctions;
	readonly outdated: AbortController;
}

/** The polls that are under way, by node. */
const turns = new Map<string, Turn>();

/**
 * Lets one poll of a node run at a time: n8n begins the next also while one is running, and polls again when the workflow is published again.
 * The next of the same context is left out; one of another context, which is newer, ends the one before.
 * @param poll is told by the signal that it is outdated: then it must keep and give nothing
 * @returns `null` for a poll that was left out
 */
export async function inTurn<T>(
	context: IPollFunctions,
	poll: (outdated: AbortSignal) => Promise<T>,
): Promise<T | null> {
	const name = nameOf(context);
	const before = turns.get(name);
	if (before?.context === context) return null;
	before?.outdated.abort();
	const turn = { context, outdated: new AbortController() };
	turns.set(name, turn);
	try {
		return await poll(turn.outdated.signal);
	} finally {
		if (turns.get(name) === turn) turns.delete(name);
	}
}

/** A node by its workflow, and by the name under which n8n keeps its state. */
export function nameOf(context: IPollFunctions): string {
	return `${context.getWorkflow().id}:${context.getNode().name}`;
}
