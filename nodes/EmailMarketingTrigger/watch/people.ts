/** What is kept of somebody between two readings of a list: no copy, but what tells whether something has happened. */

import { fingerprintOf, maxFact, type Facts } from './Fingerprints';

export interface Seen {
	/** Of the last update. */
	readonly tag: number;
	readonly hasLeft: boolean;
	/** 0 for who was in the last reading; 1 for who was not, and 2 for who has not been for long. */
	readonly away: number;
}

const awayStates = 3;

/** One update of somebody is taken for another once in 12 million. */
const tags = Math.floor(maxFact / (2 * awayStates));

export function tagOf(text: string): number {
	return fingerprintOf(`updated ${text}`) % tags;
}

export function factOf({ tag, hasLeft, away }: Seen): number {
	return (tag * awayStates + away) * 2 + (hasLeft ? 1 : 0);
}

export function seenIn(fact: number): Seen {
	const rest = Math.floor(fact / 2);
	return { tag: Math.floor(rest / awayStates), hasLeft: fact % 2 === 1, away: rest % awayStates };
}

/** So many are kept in any case, 925 kB of text; of a longer list, as many as it has. */
const minRoom = 100_000;

/** After this time, who was away counts as away for long; after as much again they are forgotten. */
const turnMs = 30 * 24 * 60 * 60 * 1000;

interface Rest {
	/** Who was kept before, of whom some are not in the reading. */
	readonly known: Facts;
	readonly isThere: (name: number) => boolean;
	/** How many entries the list has had at most. */
	readonly most: number;
	readonly nowMs: number;
	/** When somebody was forgotten last. */
	readonly turnedMs: number;
}

/**
 * Adds those who were kept before and are not in the reading: deleted, or not seen. When others are deleted while a list is read, somebody moves to a page
 * that was read already, and is back in the next; and a service that is out of order may show half of a list for days.
 * @returns when somebody was forgotten last
 */
export function keepAway(people: Map<number, number>, { known, isThere, most, nowMs, turnedMs }: Rest): number {
	const isTurn = nowMs - turnedMs >= turnMs;
	const away = [...known]
		.filter(([name]) => !isThere(name))
		.map(([name, fact]): [number, Seen] => [name, seenIn(fact)]);
	const left = away
		.map(([name, seen]): [number, Seen] => [name, { ...seen, away: isTurn ? seen.away + 1 : Math.max(1, seen.away) }])
		.filter(([, seen]) => seen.away < awayStates);
	// Those who have been away for long are the first that there is no room for.
	const inOrder = left.toSorted(([, one], [, other]) => one.away - other.away);
	for (const [name, seen] of inOrder.slice(0, Math.max(0, Math.max(minRoom, most) - people.size)))
		people.set(name, factOf(seen));
	return isTurn ? nowMs : turnedMs;
}
