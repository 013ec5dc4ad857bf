import { createHash } from 'node:crypto';

/** How long a hash is: two of 100,000 subscribers share one once in 50,000 lists. */
const hashLength = 8;

/** Stands for an ID in what n8n keeps: a UUID has 36 characters, and n8n writes the whole state of a workflow each time. */
export function hashOf(id: string): string {
	return createHash('sha1').update(id).digest('base64').slice(0, hashLength);
}

/** The hashes in a text that holds one after the other. */
export function splitHashes(text: string): string[] {
	return text.match(new RegExp(`.{${hashLength}}`, 'g')) ?? [];
}
