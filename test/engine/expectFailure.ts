import type { NodeRun } from './runNode';

interface Shown {
	/** The HTTP status behind the failure, if there was one. */
	readonly status?: number;
	/** Parameters, values and service messages that the message or its description must contain. */
	readonly mentions: readonly string[];
}

/** Expects that the node failed with a message that contains what a user needs, in any wording. */
export function expectFailure({ error }: Pick<NodeRun, 'error'>, { status, mentions }: Shown): void {
	const text = `${error?.message ?? ''} ${error?.description ?? ''}`;
	for (const mention of mentions) expect([text, text.includes(mention)]).toEqual([text, true]);
	expect(error).toBeDefined();
	if (status !== undefined) expect(Number(error?.httpCode)).toBe(status);
}
