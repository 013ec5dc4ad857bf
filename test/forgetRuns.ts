import { memories } from '../nodes/EmailMarketing/resources/subscriber/people/People';

/** Forgets what this process remembers of earlier runs, for tests that use a service anew. */
export function forgetRuns(): void {
	for (const memory of memories) memory.clear();
}
