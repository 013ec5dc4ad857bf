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

/** The known subscribers by hash; in JSON, grouped by state to save space: `{"+kx3f": "hash1hash2…"}`. */
export class KnownMap {
	private readonly entries = new Map<string, Known>();

	constructor(groups: Readonly<Record<string, string>> = {}) {
		for (const [key, hashes] of Object.entries(groups)) {
			const known = parseKey(key);
			for (const hash of splitHashes(hashes)) this.entries.set(hash, known);
		}
	}

	add(hash: string, known: Known): void {
		this.entries.set(hash, known);
	}

	/** Removes a subscriber and returns its state. */
	take(hash: string): Known | undefined {
		const known = this.entries.get(hash);
		this.entries.delete(hash);
		return known;
	}

	/** The subscribers that were not taken. */
	rest(): Iterable<[string, Known]> {
		return this.entries;
	}

	/** Sorted, so that a list in another order changes nothing and n8n saves nothing. */
	async toJson(): Promise<Record<string, string>> {
		const keyed = [...this.entries].map(([hash, known]) => ({ hash, key: keyOf(known) }));
		const groups = [...(await groupedBy(keyed, ({ key }) => key))].map(([key, group]) => {
			const hashes = group.map(({ hash }) => hash);
			return [key, hashes.sort().join('')] as const;
		});
		return Object.fromEntries(groups.sort(([one], [other]) => (one < other ? -1 : 1)));
	}
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
		...(absent === undefined ? {} : { absentSince: parseInt(absent, 36) }),
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
