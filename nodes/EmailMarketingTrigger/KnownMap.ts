import { createHash } from 'node:crypto';

import { groupedBy } from '../EmailMarketing/shared/loops';

/** What is remembered of a subscriber between polls. */
export interface Known {
	/** In ms since 1970; 0 where the service shows none. */
	readonly updatedAt: number;
	readonly isSubscribed: boolean;
	/** Since when the list has not shown the subscriber, by n8n's clock. */
	readonly absentSince?: number;
}

/** The known subscribers, by hash. As JSON they are grouped by what is remembered, so that an import costs one key: `{"+kx3f": "hash1hash2…"}`. */
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

	/** Removes and returns what is remembered of a subscriber. */
	take(hash: string): Known | undefined {
		const known = this.entries.get(hash);
		this.entries.delete(hash);
		return known;
	}

	/** Those that were not taken. */
	rest(): Iterable<[string, Known]> {
		return this.entries;
	}

	/** The same entries give the same JSON, in whatever order the list shows them: n8n writes what has changed. */
	async toJson(): Promise<Record<string, string>> {
		const keyed = [...this.entries].map(([hash, known]) => ({ hash, key: keyOf(known) }));
		const groups = [...(await groupedBy(keyed, ({ key }) => key))].map(([key, group]) => {
			const hashes = group.map(({ hash }) => hash);
			return [key, hashes.sort().join('')] as const;
		});
		return Object.fromEntries(groups.sort(([one], [other]) => (one < other ? -1 : 1)));
	}
}

/** `+` for subscribed and `-` for not, the time of the last update, and where absent a `~` and since when; in base 36. */
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
