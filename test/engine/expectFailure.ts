import type { NodeRun } from './runNode';

/** What a failed run has to show. */
interface Shown {
	/** The HTTP status behind the failure, if there was one. */
	readonly status?: number;
	/** Parameters, values and texts of the service that the message or its description must have. */
	readonly mentions: readonly string[];
}

/** Expects that the node failed, and that its message says what a user needs, in whatever words. */
export function expectFailure({ error }: Pick<NodeRun, 'error'>, { status, mentions }: Shown): void {
	const text = `${error?.message ?? ''} ${error?.description ?? ''}`;
	for (const mention of mentions) expect([text, text.includes(mention)]).toEqual([text, true]);
	expect(error).toBeDefined();
	if (status !== undefined) expect(Number(error?.httpCode)).toBe(status);
}
