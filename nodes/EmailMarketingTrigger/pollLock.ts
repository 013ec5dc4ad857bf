import type { IPollFunctions } from 'n8n-workflow';

interface Poll {
	readonly context: IPollFunctions;
	readonly outdated: AbortController;
}

/** The polls under way, by workflow and by the name under which n8n keeps the node's state. */
const polls = new Map<string, Poll>();

/**
 * Lets one poll of a node run at a time: n8n begins the next also while one is running, and polls again when the workflow is published again.
 * The next of the same registration is skipped; one of a newer registration ends the one before.
 * @param work is passed a signal that aborts when the poll is outdated: then it must keep and return nothing
 * @returns `null` for a poll that was skipped
 */
export async function withPollLock<T>(
	context: IPollFunctions,
	work: (outdated: AbortSignal) => Promise<T>,
): Promise<T | null> {
	const name = `${context.getWorkflow().id}:${context.getNode().name}`;
	const before = polls.get(name);
	if (before?.context === context) return null;
	before?.outdated.abort();
	const poll = { context, outdated: new AbortController() };
	polls.set(name, poll);
	try {
		return await work(poll.outdated.signal);
	} finally {
		if (polls.get(name) === poll) polls.delete(name);
	}
}
