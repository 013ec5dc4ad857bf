/**
 * What the trigger must report about a contact list and campaigns, according to docs/trigger.md.
 * Independent of the node's code: it keeps full copies, and knows nothing about watermarks, hashes or pages.
 */

/** A subscriber or a campaign at some moment; `undefined` if absent. */
export type Entry = Person | Campaign | Hidden | undefined;

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
	/** Whether it has ever started sending. */
	readonly isSent: boolean;
}

/** A state older by more than this comes from a lagging replica. */
export const clockToleranceMs = 60_000;

/** The events between two moments. */
function happenedTo(before: Entry, now: Entry): string[] {
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

/** The state known afterwards: hidden subscribers are remembered, and a campaign whose sending stops stays reported. */
function knownAfter(before: Entry, now: Entry): Entry {
	if (isHidden(before, now)) return before;
	return now?.kind === 'campaign' ? { ...now, isSent: now.isSent || wasSent(before) } : now;
}

function isHidden(before: Entry, now: Entry): boolean {
	if (now?.kind === 'hidden') return true;
	return before?.kind === 'person' && now?.kind === 'person' && now.updatedAt < before.updatedAt - clockToleranceMs;
}

function wasSent(entry: Entry): boolean {
	return entry?.kind === 'campaign' && entry.isSent;
}

/** Everything at some moment, by UUID. */
export type World = ReadonlyMap<string, Entry>;

/**
 * The states that the trigger may know for each entry: several where it changed while the list was read,
 * because it is not visible from outside whether the trigger saw that.
 */
export type Entries = ReadonlyMap<string, readonly Entry[]>;

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
	/** Whether this reading may lack the entry: a later one reports its changes. */
	readonly mayMiss: (uuid: string) => boolean;
}

/**
 * The states that the trigger may know after a reading that began in one world and ended in another.
 * @throws Error naming an impossible or a missing report
 */
export function learned(before: Entries, { worlds, reported, chosen, mayMiss }: Reading): Entries {
	const after = new Map<string, readonly Entry[]>();
	for (const uuid of new Set([...before.keys(), ...worlds.flatMap((world) => [...world.keys()]), ...reported.keys()])) {
		const report = reported.get(uuid) ?? { events: [] };
		const known = before.get(uuid) ?? [undefined];
		const all = known.flatMap((entry) =>
			worlds.map((world) => {
				const now = world.get(uuid);
				return { entry, now, events: happenedTo(entry, now), after: knownAfter(entry, now) };
			}),
		);
		const isChosen = (event: string): boolean => chosen.includes(event);
		const fitting = all.filter(({ events, now }) => fits(report, events.filter(isChosen), now));
		const mayBeMissed = mayMiss(uuid) && report.events.length === 0;
		if (fitting.length === 0 && !mayBeMissed)
			throw new Error(
				`Reported for ${uuid}: ${JSON.stringify(report)}. Expected one of: ${JSON.stringify(all)}, limited to ${chosen.join()}`,
			);
		const entries = unique([...fitting.map(({ after: entry }) => entry), ...(mayBeMissed ? known : [])]);
		if (entries.some((entry) => entry !== undefined)) after.set(uuid, entries);
	}
	return after;
}

/** The states that the trigger may know after a first reading, which reports nothing. */
export function seen(worlds: readonly World[]): Entries {
	const uuids = new Set(worlds.flatMap((world) => [...world.keys()]));
	return new Map([...uuids].map((uuid) => [uuid, unique(worlds.map((world) => world.get(uuid)))]));
}

function fits({ events, updatedAt }: Reported, expected: readonly string[], now: Entry): boolean {
	const isSame = JSON.stringify(events) === JSON.stringify(expected);
	return isSame && (updatedAt === undefined || now?.kind !== 'person' || updatedAt === now.updatedAt);
}

function unique(entries: readonly Entry[]): readonly Entry[] {
	return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}
