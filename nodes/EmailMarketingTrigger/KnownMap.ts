import { splitHashes } from './hash';

/** What is noted of a subscriber between two polls. */
export interface Known {
	/** In ms since 1970; 0 where the service shows none. */
	readonly updatedAt: number;
	readonly isSubscribed: boolean;
	/** By n8n's clock, where the list did not show the subscriber since then. */
	readonly absentSince?: number;
}

/** Who is known, by hash. As JSON it is grouped by what is noted, so that an import costs one key: `{"+kx3f": "hash1hash2…"}`. */
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

	/** What is noted of a subscriber, who is then no more among the rest. */
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
	toJson(): Record<string, string> {
		const groups = new Map<string, string[]>();
		for (const [hash, known] of this.entries) {
			const key = keyOf(known);
			const group = groups.get(key);
			if (group === undefined) groups.set(key, [hash]);
			else group.push(hash);
		}
		const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
		return Object.fromEntries(sorted.map(([key, hashes]) => [key, hashes.sort().join('')]));
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
