import type { IPollFunctions } from 'n8n-workflow';

import { nameOf } from './turns';

/**
 * Whom the last poll of a node showed in a state that may be outdated, by fingerprint: the next one decides.
 * No part of what n8n keeps, for n8n may write that only when a poll gives items: what waits for the next poll would wait for ever.
 */
const doubts = new Map<string, ReadonlySet<number>>();

const none: ReadonlySet<number> = new Set();

export function doubtsOf(context: IPollFunctions): ReadonlySet<number> {
	return doubts.get(nameOf(context)) ?? none;
}

export function keepDoubts(context: IPollFunctions, doubted: ReadonlySet<number>): void {
	if (doubted.size === 0) doubts.delete(nameOf(context));
	else doubts.set(nameOf(context), doubted);
}
