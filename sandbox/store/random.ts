/** A repeatable source of chance: the same seed gives the same sequence. */
export interface Random {
	/** At least 0, below 1. */
	next: () => number;
	/** A whole number from `min` to `max`, both included. */
	int: (min: number, max: number) => number;
	/** True in `share` (0 to 1) of the cases. */
	chance: (share: number) => boolean;
	/** One of the items; throws where there is none. */
	pick: <Item>(items: readonly Item[]) => Item;
	/** In the form of a version 4 UUID. */
	uuid: () => string;
}

/** Mulberry32: small, quick, and good enough for sample data. Not for secrets. */
export function createRandom(seed: number): Random {
	let state = seed >>> 0;

	function next(): number {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	function int(min: number, max: number): number {
		return min + Math.floor(next() * (max - min + 1));
	}

	function pick<Item>(items: readonly Item[]): Item {
		const item = items[int(0, items.length - 1)];
		if (item === undefined) throw new Error('There is nothing to pick from');
		return item;
	}

	function hex(digits: number): string {
		return Array.from({ length: digits }, () => int(0, 15).toString(16)).join('');
	}

	return {
		next,
		int,
		pick,
		chance: (share) => next() < share,
		uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`,
	};
}
