/**
 * Replaces transport/wait.ts in tests that do not depend on the wait between two tries:
 * `jest.mock('…/transport/wait', () => jest.requireActual('../engine/noWait'))`.
 */

const actual = jest.requireActual<typeof import('../../nodes/EmailMarketing/transport/wait')>(
	'../../nodes/EmailMarketing/transport/wait',
);

export const { AbortError, ExpiredError, undefinedIfExpired } = actual;

export async function wait(_ms: number, signal?: AbortSignal): Promise<boolean> {
	return await new Promise((resolve) => setImmediate(() => resolve(!signal?.aborted)));
}
