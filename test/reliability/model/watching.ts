/**
 * What the trigger has to report of a contact list and of the campaigns, from what docs/trigger.md promises.
 * It is written on its own: it has whole copies of what was there, and knows nothing of watermarks, hashes or pages.
 */

/** A subscriber or a campaign at some moment; `undefined` where there is none. */
export type Thing = Person | Campaign | Hidden | undefined;

/** A subscriber who is there, but is not shown. */
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
	/** Whether its sending has begun, ever. */
	readonly isSent: boolean;
}

/** A state that is older by more than this comes from a replica that lags. */
export const lagMs = 60_000;

/** What has happened between two moments. */
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

/** What is known after both: who is hidden is remembered, and a campaign whose sending was interrupted has been reported. */
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
 * What the trigger may know of each: one thing, or several where something changed while the list was read,
 * and it cannot be known from outside whether that was seen.
 */
export type Things = ReadonlyMap<string, readonly Thing[]>;

/** What was reported of one thing, and when it had last been changed as far as the item shows. */
export interface Reported {
	readonly events: readonly string[];
	readonly updatedAt?: number;
}

interface Reading {
	/** As it was at the beginning, and after each thing that was done meanwhile. */
	readonly worlds: readonly World[];
	readonly reported: ReadonlyMap<string, Reported>;
	/** The events that are chosen, and were at the poll before. */
	readonly chosen: readonly string[];
	/** Whether a subscriber may have moved to a page that was read already: the next reading reports what happened to them. */
	readonly mayMiss: boolean;
}

/**
 * What the trigger knows after a reading that began in one world and ended in another, and reported this.
 * @throws Error naming what it reported that cannot be, or did not report
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

/** What is known of a world that was read where nothing may be reported. */
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
