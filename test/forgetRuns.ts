import { toggled, updated } from '../nodes/EmailMarketing/resources/subscriber/people/People';

/** Forgets what this process remembers of earlier runs, for tests that use a service anew. */
export function forgetRuns(): void {
	toggled.clear();
	updated.clear();
}
