import { createHash } from 'node:crypto';

import { groupedBy } from '../EmailMarketing/shared/loops';

/** The state of a subscriber that is kept between polls. */
export interface Known {
	/** In ms since 1970; 0 if the service shows none. */
	readonly updatedAt: number;
	readonly isSubscribed: boolean;
	/** When the subscriber was first missing from the list, by n8n's clock. */
	readonly absentSince?: number;
}

/** Reads the known subscribers by hash from JSON, grouped by state to save space: `{"+kx3f": "hash1hash2…"}`. */
export function readKnown(groups: Readonly<Record<string, string>> = {}): Map<string, Known> {
	const entries = Object.entries(groups).flatMap(([key, hashes]) => {
		const known = parseKey(key);
		return splitHashes(hashes).map((hash) => [hash, known] as const);
	});
	return new Map(entries);
}

/** The same JSON again: sorted, so that a list in another order changes nothing and n8n saves nothing. */
export async function writeKnown(known: ReadonlyMap<string, Known>): Promise<Record<string, string>> {
	const groups = [...(await groupedBy([...known], ([, state]) => keyOf(state)))].map(([key, group]) => {
		const hashes = group.map(([hash]) => hash);
		return [key, hashes.sort().join('')] as const;
	});
	return Object.fromEntries(groups.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** `+` if subscribed, else `-`; the time of the last update; if absent, `~` and since when. Times in base 36. */
function keyOf({ updatedAt, isSubscribed, absentSince }: Known): string {
	const absent = absentSince === undefined ? '' : `~${absentSince.toString(36)}`;
	return `${isSubscribed ? '+' : '-'}${updatedAt.toString(36)}${absent}`;
}

function parseKey(key: string): Known {
	const [updated = '', absent] = key.slice(1).split('~');
	return {
		isSubscribed: key.startsWith('+'),
		updatedAt: parseInt(updated, 36),
		...(absent !== undefined && { absentSince: parseInt(absent, 36) }),
	};
}

/** With this length, two of 100,000 subscribers share a hash in one of 50,000 lists. */
const hashLength = 8;

/** Shortens an ID, because n8n saves the whole state of a workflow each time. */
export function hashOf(id: string): string {
	return createHash('sha1').update(id).digest('base64').slice(0, hashLength);
}

export function splitHashes(text: string): string[] {
	return text.match(new RegExp(`.{${hashLength}}`, 'g')) ?? [];
}
