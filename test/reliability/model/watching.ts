/**
 * What the trigger is to tell of a contact list and of the campaigns, from what docs/trigger.md promises.
 * It is written on its own: it has whole copies of what was there, and knows nothing of windows, fingerprints or pages.
 */

/** Somebody, or a campaign, at some moment; `undefined` where there is none. */
export type Thing = Person | Campaign | Hidden | undefined;

/** Somebody who is there, but is not shown. */
interface Hidden {
	readonly kind: 'hidden';
}

interface Person {
	readonly kind: 'person';
	readonly isSubscribed: boolean;
	readonly updatedAt: number;
	/** Whether the reading before showed another state, whose time was no newer than those that were known. */
	readonly isDoubted?: boolean;
}

interface Campaign {
	readonly kind: 'campaign';
	/** Whether its sending has begun, ever. */
	readonly isSent: boolean;
}

/** What has happened between two moments. */
export function happenedTo(before: Thing, now: Thing): string[] {
	if (now === undefined || now.kind === 'hidden') return [];
	if (now.kind === 'campaign')
		return [
			...(before === undefined ? ['campaignCreated'] : []),
			...(now.isSent && !wasSent(before) ? ['campaignSent'] : []),
		];
	if (before?.kind !== 'person')
		return now.isSubscribed ? ['subscriberAdded'] : ['subscriberAdded', 'subscriberUnsubscribed'];
	if (before.isSubscribed !== now.isSubscribed)
		return [now.isSubscribed ? 'subscriberResubscribed' : 'subscriberUnsubscribed'];
	return before.updatedAt === now.updatedAt ? [] : ['subscriberUpdated'];
}

/** What is known after both: who is hidden is remembered, and a campaign whose sending was broken off has been told of. */
export function knownAfter(before: Thing, now: Thing): Thing {
	if (now?.kind === 'hidden') return unseen(before);
	return now?.kind === 'campaign' ? { ...now, isSent: now.isSent || wasSent(before) } : now;
}

function wasSent(thing: Thing): boolean {
	return thing?.kind === 'campaign' && thing.isSent;
}

interface Outcome {
	readonly events: readonly string[];
	readonly after: Thing;
}

/** What may be told, and what is known then: a state that may be older than the one that is known waits for the next reading. */
function outcomesOf(before: Thing, now: Thing, newest: number): Outcome[] {
	const told = { events: happenedTo(before, now), after: knownAfter(before, now) };
	const mayWait =
		before?.kind === 'person' &&
		now?.kind === 'person' &&
		before.isSubscribed !== now.isSubscribed &&
		!isDoubted(before) &&
		now.updatedAt <= newest;
	return mayWait ? [told, { events: [], after: { ...before, isDoubted: true } }] : [told];
}

/** Whoever is not seen is no longer doubted. */
function unseen(thing: Thing): Thing {
	return thing?.kind === 'person' ? { ...thing, isDoubted: undefined } : thing;
}

export function isDoubted(thing: Thing): boolean {
	return thing?.kind === 'person' && thing.isDoubted === true;
}

/** The newest time of a change, but for clocks that are more than 15 hours ahead of n8n's. */
export function newestIn(worlds: readonly World[], nowMs: number): number {
	const times = worlds.flatMap((world) =>
		[...world.values()].map((thing) => (thing?.kind === 'person' ? thing.updatedAt : 0)),
	);
	return Math.max(0, ...times.filter((time) => time <= nowMs + 15 * 60 * 60 * 1000));
}

/** Everything at some moment, by UUID. */
export type World = ReadonlyMap<string, Thing>;

/**
 * What the trigger may know of each: one thing, or several where something changed while the list was read,
 * and it cannot be told from outside whether that was seen.
 */
export type Knowledge = ReadonlyMap<string, readonly Thing[]>;

/** What was told of one thing, and when it had last been changed as far as the item shows. */
export interface Told {
	readonly events: readonly string[];
	readonly updatedAt?: number;
}

interface Reading {
	/** As it was at the beginning, and after each thing that was done meanwhile. */
	readonly worlds: readonly World[];
	readonly told: ReadonlyMap<string, Told>;
	readonly chosen: readonly string[];
	/** Whether somebody may have moved to a page that was read already: the next reading tells what happened to them. */
	readonly mayMiss: boolean;
	/** The newest time that was known before. */
	readonly newest: number;
}

/**
 * What the trigger knows after a reading that began in one world and ended in another, and told this.
 * @throws Error naming what it told that cannot be, or did not tell
 */
export function learned(before: Knowledge, { worlds, told, chosen, mayMiss, newest }: Reading): Knowledge {
	const after = new Map<string, readonly Thing[]>();
	for (const uuid of new Set([...before.keys(), ...worlds.flatMap((world) => [...world.keys()]), ...told.keys()])) {
		const said = told.get(uuid) ?? { events: [] };
		const all = (before.get(uuid) ?? [undefined]).flatMap((known) =>
			worlds.flatMap((world) =>
				outcomesOf(known, world.get(uuid), newest).map((outcome) => ({ known, now: world.get(uuid), ...outcome })),
			),
		);
		const fitting = all.filter(({ events, now }) =>
			fits(
				said,
				events.filter((event) => chosen.includes(event)),
				now,
			),
		);
		if (fitting.length === 0 && !(mayMiss && said.events.length === 0))
			throw new Error(`Told of ${uuid}: ${JSON.stringify(said)}. It should be told of one of: ${JSON.stringify(all)}`);
		const missed = mayMiss && said.events.length === 0 ? (before.get(uuid) ?? [undefined]).map(unseen) : [];
		const things = eachOnce([...fitting.map(({ after: thing }) => thing), ...missed]);
		if (things.some((thing) => thing !== undefined)) after.set(uuid, things);
	}
	return after;
}

/** What is known of a world that was read where nobody may be told. */
export function seen(worlds: readonly World[]): Knowledge {
	const uuids = new Set(worlds.flatMap((world) => [...world.keys()]));
	return new Map([...uuids].map((uuid) => [uuid, eachOnce(worlds.map((world) => world.get(uuid)))]));
}

function fits({ events, updatedAt }: Told, expected: readonly string[], now: Thing): boolean {
	const isSame = JSON.stringify([...events].sort()) === JSON.stringify([...expected].sort());
	return isSame && (updatedAt === undefined || now?.kind !== 'person' || updatedAt === now.updatedAt);
}

function eachOnce(things: readonly Thing[]): readonly Thing[] {
	return [...new Map(things.map((thing) => [JSON.stringify(thing), thing])).values()];
}
