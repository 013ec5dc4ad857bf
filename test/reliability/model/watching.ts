/**
 * What the trigger must report about a contact list and campaigns, according to docs/trigger.md.
 * Independent of the node's code: it keeps full copies, and knows nothing about watermarks, hashes or pages.
 */

/** A subscriber or a campaign at some moment; `undefined` if absent. */
export type Thing = Person | Campaign | Hidden | undefined;

/** A subscriber who exists, but is not shown. */
interface Hidden {
	readonly kind: 'hidden';
}

interface Person {
	readonly kind: 'person';
	readonly isSubscribed: boolean;
	readonly updatedAt: number;
}

interface Campaign {
	readonly kind: 'campaign';
	/** Whether its sending has ever begun. */
	readonly isSent: boolean;
}

/** A state older by more than this comes from a lagging replica. */
export const lagMs = 60_000;

/** The events between two moments. */
function happenedTo(before: Thing, now: Thing): string[] {
	if (now === undefined || isHidden(before, now)) return [];
	if (now.kind === 'campaign')
		return [
			...(before === undefined ? ['campaignCreated'] : []),
			...(now.isSent && !wasSent(before) ? ['campaignSent'] : []),
		];
	if (now.kind === 'hidden') return [];
	if (before?.kind !== 'person')
		return now.isSubscribed ? ['subscriberAdded'] : ['subscriberAdded', 'subscriberUnsubscribed'];
	if (before.isSubscribed !== now.isSubscribed)
		return [now.isSubscribed ? 'subscriberResubscribed' : 'subscriberUnsubscribed'];
	return before.updatedAt === now.updatedAt ? [] : ['subscriberUpdated'];
}

/** The state known afterwards: hidden subscribers are remembered, and a campaign stays reported if its sending stops. */
function knownAfter(before: Thing, now: Thing): Thing {
	if (isHidden(before, now)) return before;
	return now?.kind === 'campaign' ? { ...now, isSent: now.isSent || wasSent(before) } : now;
}

function isHidden(before: Thing, now: Thing): boolean {
	if (now?.kind === 'hidden') return true;
	return before?.kind === 'person' && now?.kind === 'person' && now.updatedAt < before.updatedAt - lagMs;
}

function wasSent(thing: Thing): boolean {
	return thing?.kind === 'campaign' && thing.isSent;
}

/** Everything at some moment, by UUID. */
export type World = ReadonlyMap<string, Thing>;

/**
 * The states that the trigger may know for each entry: several where it changed while the list was read,
 * because it is not visible from outside whether the trigger saw that.
 */
export type Things = ReadonlyMap<string, readonly Thing[]>;

/** The events reported for one entry, and its time of change in the item. */
export interface Reported {
	readonly events: readonly string[];
	readonly updatedAt?: number;
}

interface Reading {
	/** At the beginning, and after each change during the reading. */
	readonly worlds: readonly World[];
	readonly reported: ReadonlyMap<string, Reported>;
	/** The events chosen both now and at the previous poll. */
	readonly chosen: readonly string[];
	/** Whether a subscriber may have moved to a page already read: the next reading reports their changes. */
	readonly mayMiss: boolean;
}

/**
 * The states that the trigger may know after a reading that began in one world and ended in another.
 * @throws Error naming an impossible or a missing report
 */
export function learned(before: Things, { worlds, reported, chosen, mayMiss }: Reading): Things {
	const after = new Map<string, readonly Thing[]>();
	for (const uuid of new Set([...before.keys(), ...worlds.flatMap((world) => [...world.keys()]), ...reported.keys()])) {
		const said = reported.get(uuid) ?? { events: [] };
		const known = before.get(uuid) ?? [undefined];
		const all = known.flatMap((thing) =>
			worlds.map((world) => {
				const now = world.get(uuid);
				return { thing, now, events: happenedTo(thing, now), after: knownAfter(thing, now) };
			}),
		);
		const fitting = all.filter(({ events, now }) =>
			fits(
				said,
				events.filter((event) => chosen.includes(event)),
				now,
			),
		);
		const mayBeMissed = mayMiss && said.events.length === 0;
		if (fitting.length === 0 && !mayBeMissed)
			throw new Error(
				`Reported of ${uuid}: ${JSON.stringify(said)}. It should have been one of: ${JSON.stringify(all)}, of which ${chosen.join()} are chosen`,
			);
		const things = eachOnce([...fitting.map(({ after: thing }) => thing), ...(mayBeMissed ? known : [])]);
		if (things.some((thing) => thing !== undefined)) after.set(uuid, things);
	}
	return after;
}

/** The states that the trigger may know after a first reading, which reports nothing. */
export function seen(worlds: readonly World[]): Things {
	const uuids = new Set(worlds.flatMap((world) => [...world.keys()]));
	return new Map([...uuids].map((uuid) => [uuid, eachOnce(worlds.map((world) => world.get(uuid)))]));
}

function fits({ events, updatedAt }: Reported, expected: readonly string[], now: Thing): boolean {
	const isSame = JSON.stringify([...events].sort()) === JSON.stringify([...expected].sort());
	return isSame && (updatedAt === undefined || now?.kind !== 'person' || updatedAt === now.updatedAt);
}

function eachOnce(things: readonly Thing[]): readonly Thing[] {
	return [...new Map(things.map((thing) => [JSON.stringify(thing), thing])).values()];
}
