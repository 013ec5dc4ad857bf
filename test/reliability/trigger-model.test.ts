import fc from 'fast-check';

import { ContactList } from '../../sandbox/store/contact-list';
import { noCounters, type Campaign, type Subscriber } from '../../sandbox/store/records';
import { triggerWith, type PolledTrigger } from '../engine/pollTrigger';
import { byId, useEngine } from '../engine/support';
import { json } from '../engine/serve';
import { LaravelList } from '../laravel/LaravelList';
import { serveList } from '../laravel/serveList';
import { scaled, seed } from './random';
import { aPast, campaignEvents, subscriberEvents, type Change, type Past, type Step } from './model/pasts';
import { clockToleranceMs, learned, seen, type Reported, type Entry, type Entries, type World } from './model/watching';

/**
 * Random pasts of a list and of campaigns × polls × faults × restarts × clocks:
 * compares the trigger with a model that keeps full copies.
 * `MODEL_SEED=1 npx jest trigger-model` repeats a run.
 */

jest.mock('../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../engine/noWait'));

const begun = Date.UTC(2026, 2, 28, 12);

/** n8n's clock, which only steps move. */
let clock = begun;

const engine = useEngine({ empty: true, requestLogSize: 1_000, now: () => clock });

beforeEach(() => {
	jest.spyOn(Math, 'random').mockReturnValue(0);
	jest.spyOn(Date, 'now').mockImplementation(() => clock);
});
afterEach(() => jest.restoreAllMocks());

const isDeletion = (change: Change): boolean => change.do === 'delete' || change.do === 'deleteAll';
const isAboutPeople = (change: Change): boolean => ['create', 'update', 'toggle'].includes(change.do);

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** Subscribers hidden for over a day may be lost. The duration of a poll and a slow clock count too. */
const hiddenMs = 15 * hourMs;

/** The trigger's knowledge after a poll. */
interface Knowledge {
	readonly events: readonly string[];
	readonly entries: Entries;
	/** When a poll last saw all subscribers, and whether this one did. */
	readonly settledAt: number;
	readonly isSettled: boolean;
	/** Time of the latest change when the reading began. */
	readonly newest: number;
}

/** A subscriber before a change. */
interface Version {
	readonly unsubscribedAt: number | null;
	readonly updatedAt: number;
	readonly replacedAt: number;
}

const changesPath = '/v1/contact-lists/{contactList}-changes/subscriber';

class Life {
	private readonly list = new ContactList(1, uuidOf('list', 0), 'Model', 0);

	/** What the path for the latest changes shows. */
	private readonly changes = new ContactList(2, `${this.list.uuid}-changes`, 'Changes', 0);

	/** When the whole list was last read. */
	private wholeAt = -Infinity;

	private readonly trigger: PolledTrigger;

	private created = 0;

	private events: readonly string[];

	/** `undefined` before the first poll. */
	private inMemory?: Knowledge;

	private inDatabase?: Knowledge;

	/** Whether the workflow was just activated: n8n then always saves the state of the poll. */
	private isBeginning = true;

	/** The subscribers whom the service does not show. */
	private hidden: Subscriber[] = [];

	/** Since when a subscriber may be absent from the state in memory or in n8n's database. */
	private absentFrom?: number;

	private readonly versions = new Map<Subscriber, Version[]>();

	constructor(private readonly past: Past) {
		engine.sandbox.reset();
		engine.sandbox.paging(past.paging);
		clock = begun;
		Object.defineProperty(this.changes, 'subscribers', { get: () => this.sorted() });
		engine.sandbox.state.contactLists.push(this.list, this.changes);
		for (let number = 0; number < past.people; number += 1)
			this.add(this.now() - (past.people - number) * dayMs, number % 3 === 0);
		this.perform({ do: 'createCampaign' });
		const { events, maxRetries, maxParallelRequests, hasContextPerPoll } = past;
		this.events = events;
		const requestOptions = { maxRetries, maxParallelRequests };
		this.trigger = triggerWith(
			{ events: [...events], contactList: byId(this.list.uuid), simplify: false, requestOptions },
			past.sorting === 'none'
				? engine.credential
				: { ...engine.credential, endpointPaths: { 'subscriber.getChanged': changesPath } },
			{ hasContextPerPoll },
		);
	}

	async live(): Promise<void> {
		for (const step of this.past.steps) await this.take(step);
		// Nothing remains unreported, and nothing is reported twice.
		await this.poll({ do: 'poll' });
		this.show();
		await this.poll({ do: 'poll' });
		await this.poll({ do: 'poll' });
	}

	private async take(step: Step): Promise<void> {
		if (step.do === 'change') this.perform(step.change);
		if (step.do === 'wait') clock += step.ms;
		if (step.do === 'register') this.register(step.how);
		if (step.do === 'choose') this.choose(step.events);
		if (step.do === 'hide') await this.hide(step.isHalf, step.ms);
		if (step.do === 'show') this.show();
		if (step.do === 'overtake') await this.overtake();
		if (step.do === 'poll') await this.poll(step);
	}

	/** The service's clock. */
	private now(): number {
		const { grainMs, skewMs } = this.past;
		return Math.floor((clock + skewMs) / grainMs) * grainMs;
	}

	private sorted(): readonly Subscriber[] {
		const { subscribers } = this.list;
		if (this.past.sorting === 'ignored') return subscribers;
		const sorted = [...subscribers].sort((one, other) => other.updatedAt - one.updatedAt);
		return this.past.sorting === 'ascending' ? sorted.reverse() : sorted;
	}

	/** Who comes to the front of the latest changes with a change, and so is never a day late. */
	private isAtFront(uuid: string, worlds: readonly World[], newest: number, firstPage: ReadonlySet<string>): boolean {
		if (this.past.sorting !== 'newestFirst') return firstPage.has(uuid);
		return worlds.every((world) => {
			const entry = world.get(uuid);
			return entry?.kind !== 'person' || entry.updatedAt >= newest;
		});
	}

	private register(how: 'restart' | 'takeOver' | 'publish'): void {
		if (how === 'publish') this.trigger.change({});
		else this.trigger[how]();
		this.isBeginning = true;
		this.putBack();
	}

	private choose(events: readonly string[]): void {
		this.events = events;
		this.trigger.change({ events: [...events] });
		this.isBeginning = true;
		this.putBack();
	}

	/** A new registration begins with the state in n8n's database. */
	private putBack(): void {
		const { inMemory, inDatabase } = this;
		// If every subscriber event starts the workflow, n8n has saved all changes: both states are equal.
		const isAll = subscriberEvents.every((event) => inDatabase?.events.includes(event));
		if (isAll && JSON.stringify(inMemory?.events) === JSON.stringify(inDatabase?.events)) return;
		this.inMemory = inDatabase;
	}

	/** Whether the next poll is the first to read the list. */
	private get beginsList(): boolean {
		return !subscriberEvents.some((event) => this.inMemory?.events.includes(event));
	}

	/** Whether the next poll may miss a subscriber: never two polls in a row after an outage, nor for over a day. */
	private mayHide(): boolean {
		if (this.beginsList || clock - (this.absentFrom ?? clock) > hiddenMs) return false;
		return this.inMemory?.isSettled === true || clock - (this.inMemory?.settledAt ?? 0) <= hiddenMs;
	}

	private async hide(isHalf: boolean, ms: number): Promise<void> {
		// The next poll may miss a change that is over a day older than the latest one.
		clock += 3 * ms;
		this.perform({ do: 'create', isUnsubscribed: false, aheadMs: 0 });
		if (!this.mayHide()) await this.poll({ do: 'poll' });
		if (!this.mayHide()) return;
		const people = this.list.subscribers.filter((_, index) => !isHalf || index % 2 === 0);
		for (const person of people) this.list.remove(person);
		this.hidden.push(...people);
		if (people.length > 0) this.absentFrom ??= clock;
		await this.poll({ do: 'poll' });
		clock += ms;
	}

	private show(): void {
		for (const person of this.hidden.splice(0)) this.list.add(person);
	}

	/**
	 * A lagging replica shows some subscribers as they were.
	 * @returns a function that ends the lag
	 */
	private lag(lagging: readonly number[]): () => void {
		const now = this.list.subscribers.flatMap((person) => {
			const versions = [...(this.versions.get(person) ?? []), person];
			const stale = versions.filter(
				(version, index): version is Version =>
					'replacedAt' in version &&
					this.now() - version.replacedAt <= hiddenMs &&
					(versions[index + 1]?.updatedAt ?? 0) > version.updatedAt + clockToleranceMs + 2_000,
			);
			const version = stale[(lagging[0] ?? 0) % (stale.length || 1)];
			return version === undefined || !this.mayHide() ? [] : [{ person, version, real: { ...person } }];
		});
		const chosen = now.filter((_, index) => lagging.some((which) => which % now.length === index));
		for (const { person, version } of chosen) setState(person, version);
		if (chosen.length > 0) this.absentFrom ??= clock;
		return () => {
			for (const { person, real } of chosen) setState(person, real);
		};
	}

	/** A poll during which the workflow is published again returns nothing. */
	private async overtake(): Promise<void> {
		const outdated = this.trigger.poll();
		this.register('publish');
		await this.poll({ do: 'poll' });
		expect(await outdated).toBeNull();
	}

	private async poll({ faults, meanwhile = [], lagging = [] }: Extract<Step, { do: 'poll' }>): Promise<void> {
		if (this.past.hasContextPerPoll && !this.isBeginning) this.putBack();
		if (!this.mayHide()) this.show();
		const kept = this.kept();
		const lines = this.trigger.log.length;
		const { number: lastRequest = 0 } = engine.sandbox.requests().at(-1) ?? {};
		const endLag = this.lag(lagging);
		const start = clock;
		const worlds = [this.world()];
		const firstPage = new Set(
			this.sorted()
				.slice(0, 100)
				.map(({ uuid }) => uuid),
		);
		// The trigger remembers the hidden ones.
		const known = [...this.list.subscribers, ...this.hidden];
		const newest = Math.min(clock, Math.max(0, ...known.map(({ updatedAt }) => updatedAt)));
		let mayMiss = false;
		engine.sandbox.faults(faults === undefined ? undefined : { ...faults, retryAfterSeconds: 0 });
		const stops = meanwhile.map(({ after, ms, changes }) =>
			this.watch(after, () => {
				clock += ms;
				for (const change of changes) {
					const moves = isDeletion(change) || (this.past.order !== 'oldest' && isAboutPeople(change));
					// A subscriber missed by the first poll is new in the second.
					if (moves && !this.mayHide()) continue;
					mayMiss ||= moves;
					this.perform(change);
					worlds.push(this.world());
				}
			}),
		);
		const items = await this.trigger.poll().catch((thrown: Error) => thrown);
		for (const stop of stops) stop();
		endLag();
		engine.sandbox.faults(undefined);
		if (mayMiss) this.absentFrom ??= clock;
		const log = this.trigger.log
			.slice(lines)
			.filter((line) => !/starts over|may be missing|so the whole list is read/.test(line));
		if (items instanceof Error || log.length > 0) {
			// Changes during the reading are no reason to fail: a busy list would stop the trigger permanently.
			expect(faults ?? meanwhile.flatMap(({ changes }) => changes).find(isDeletion) ?? items).not.toBe(items);
			expect(items instanceof Error ? null : items).toBeNull();
			expect(this.kept()).toBe(kept);
			if (!(items instanceof Error)) this.isBeginning = false;
			return;
		}
		const reported = reportedIn(items ?? []);
		const before = this.inMemory;
		if (before === undefined) expect(items).toBeNull();
		const watchesPeople = subscriberEvents.some((event) => this.events.includes(event));
		const isWhole =
			!watchesPeople ||
			engine.sandbox
				.requests()
				.some(({ number, path }) => number > lastRequest && path.endsWith(`${this.list.uuid}/subscriber`));
		if (start - this.wholeAt >= dayMs) expect(isWhole).toBe(true);
		if (isWhole && watchesPeople) this.wholeAt = clock;
		const isSettled = isWhole && !mayMiss && this.hidden.length === 0 && lagging.length === 0;
		this.inMemory = {
			events: this.events,
			entries:
				before === undefined
					? seen(worlds)
					: learned(before.entries, {
							worlds,
							reported,
							chosen: this.events.filter((event) => before.events.includes(event)),
							mayMiss: (uuid) => mayMiss || (!isWhole && !this.isAtFront(uuid, worlds, before.newest, firstPage)),
						}),
			settledAt: isSettled ? clock : (before?.settledAt ?? 0),
			isSettled,
			newest,
		};
		if (items !== null || this.isBeginning) this.inDatabase = this.inMemory;
		if (isSettled && this.inDatabase === this.inMemory) this.absentFrom = undefined;
		this.isBeginning = false;
	}

	private kept(): unknown {
		const states = this.past.hasContextPerPoll ? this.trigger.database : this.trigger.staticData;
		return Object.values(states as Record<string, { state?: unknown }>)[0]?.state;
	}

	/**
	 * Does some work after `count` more responses.
	 * @returns a function that ends the watch
	 */
	private watch(count: number, work: () => void): () => void {
		const from = engine.sandbox.requests().length;
		let isOver = false;
		const look = (): void => {
			if (isOver) return;
			const requests = engine.sandbox.requests().slice(from);
			const responses = requests.filter(({ durationMs }) => durationMs !== null);
			isOver = responses.length >= count;
			if (isOver) work();
			else setImmediate(look);
		};
		look();
		return () => {
			isOver = true;
		};
	}

	/** The current state of everything that is watched. */
	private world(): World {
		const { events } = this;
		const people = this.list.subscribers.map(({ uuid, unsubscribedAt, updatedAt }): [string, Entry] => [
			uuid,
			{ kind: 'person', isSubscribed: unsubscribedAt === null, updatedAt },
		]);
		const campaigns = engine.sandbox.state.campaigns.map(({ uuid, status }): [string, Entry] => [
			uuid,
			{ kind: 'campaign', isSent: status !== 'draft' },
		]);
		for (const { uuid } of this.hidden) people.push([uuid, { kind: 'hidden' }]);
		return new Map([
			...(subscriberEvents.some((event) => events.includes(event)) ? people : []),
			...(campaignEvents.some((event) => events.includes(event)) ? campaigns : []),
		]);
	}

	private add(createdAt: number, isUnsubscribed: boolean): void {
		const number = this.nextNumber();
		const person = {
			uuid: uuidOf('person', number),
			firstName: null,
			lastName: null,
			email: `p${number}@example.com`,
			tags: [],
			unsubscribedAt: isUnsubscribed ? createdAt : null,
			createdAt,
			updatedAt: createdAt,
			mails: [],
		};
		this.list.add(person);
		if (this.past.order !== 'oldest') this.toBeginning(person);
	}

	private perform(change: Change): void {
		if (change.do === 'deleteAll') return [...this.list.subscribers].forEach((person) => this.list.remove(person));
		if (change.do === 'create') return this.add(this.now() + change.aheadMs, change.isUnsubscribed);
		if (change.do === 'createCampaign') return this.addCampaign();
		if (change.do === 'update' || change.do === 'toggle' || change.do === 'toggleQuietly' || change.do === 'delete')
			return this.changePerson(change.do, change.which);
		const { campaigns } = engine.sandbox.state;
		const campaign = campaigns[change.which % campaigns.length];
		if (campaign === undefined) return;
		if (change.do === 'deleteCampaign') campaigns.splice(campaigns.indexOf(campaign), 1);
		else campaign.status = ({ send: 'sending', finish: 'sent', breakOff: 'draft' } as const)[change.do];
	}

	private changePerson(what: 'update' | 'toggle' | 'toggleQuietly' | 'delete', which: number): void {
		const subscribers = [...this.hidden, ...this.list.subscribers];
		// The latest subscribers are chosen as often as all others together, because they change most.
		const person = which % 2 === 0 ? subscribers.at(-1 - ((which / 2) % 3)) : subscribers[which % subscribers.length];
		if (person === undefined) return;
		const isHidden = this.hidden.includes(person);
		if (what === 'delete') {
			if (isHidden) this.hidden.splice(this.hidden.indexOf(person), 1);
			else this.list.remove(person);
			return;
		}
		const { unsubscribedAt, updatedAt } = person;
		if (what === 'toggleQuietly') {
			person.unsubscribedAt = unsubscribedAt === null ? this.now() : null;
			return;
		}
		this.versions.set(person, [
			...(this.versions.get(person) ?? []),
			{ unsubscribedAt, updatedAt, replacedAt: this.now() },
		]);
		// A subscriber whose clock is ahead stays ahead.
		person.updatedAt = Math.max(this.now(), updatedAt > this.now() ? updatedAt + 1_000 : 0);
		if (this.past.order === 'changed' && !isHidden) this.toBeginning(person);
		if (what === 'toggle') person.unsubscribedAt = unsubscribedAt === null ? person.updatedAt : null;
	}

	private toBeginning(person: Subscriber): void {
		const subscribers = this.list.subscribers as Subscriber[];
		subscribers.splice(subscribers.indexOf(person), 1);
		subscribers.unshift(person);
	}

	private addCampaign(): void {
		const number = this.nextNumber();
		const campaign: Campaign = {
			uuid: uuidOf('campaign', number),
			name: `Campaign ${number}`,
			fromName: null,
			fromEmail: null,
			replyToEmail: null,
			replyToName: null,
			contactListUuid: null,
			templateUuid: null,
			status: 'draft',
			sendingSince: null,
			...noCounters,
			createdAt: this.now(),
		};
		engine.sandbox.state.campaigns.push(campaign);
	}

	private nextNumber(): number {
		this.created += 1;
		return this.created;
	}
}

function setState(person: Subscriber, { unsubscribedAt, updatedAt }: Omit<Version, 'replacedAt'>): void {
	Object.assign(person, { unsubscribedAt, updatedAt });
}

function reportedIn(items: ReadonlyArray<Record<string, unknown>>): Map<string, Reported> {
	const reported = new Map<string, Reported>();
	const times = items.filter(({ email }) => email !== undefined).map(changedAt);
	expect(times).toEqual([...times].sort((one, other) => one - other));
	for (const { uuid, event, updated_at: updatedAt } of items) {
		const events = [...(reported.get(String(uuid))?.events ?? []), String(event)];
		reported.set(String(uuid), {
			events,
			updatedAt: typeof updatedAt === 'string' ? Date.parse(updatedAt) : undefined,
		});
	}
	return reported;
}

/** When the subscriber of an item last changed. */
function changedAt({
	created_at: created,
	updated_at: updated,
	unsubscribed_at: left,
}: Record<string, unknown>): number {
	return Math.max(...[created, updated, left ?? created].map((time) => Date.parse(String(time))));
}

const uuidStarts = { list: '00000000', person: '11111111', campaign: '22222222' };

function uuidOf(kind: keyof typeof uuidStarts, number: number): string {
	return `${uuidStarts[kind]}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

describe('changes to a list and to campaigns, with faults in between', () => {
	it(`are reported exactly once each (MODEL_SEED=${seed})`, async () => {
		await fc.assert(
			fc.asyncProperty(aPast, async (past) => await new Life(past).live()),
			{ numRuns: scaled(1500), seed },
		);
	}, 900_000);
});

/** A list of which the changes are read by cursor: the links of some services repeat the order, those of others do not. */
interface Watched {
	readonly people: number;
	readonly pageSize: number;
	readonly grainMs: number;
	/** Between two polls: none where many changes have one time. */
	readonly gapMs: number;
	readonly repeatsOrder: boolean;
	/** For each poll: which subscribers change, and how. */
	readonly polls: ReadonlyArray<ReadonlyArray<readonly [which: number, how: (typeof kinds)[number]]>>;
	/** Changes while a poll reads. */
	readonly meanwhile: readonly number[];
}

const kinds = ['add', 'update', 'toggle', 'remove'] as const;

const aWatched: fc.Arbitrary<Watched> = fc.record({
	people: fc.integer({ min: 1, max: 60 }),
	pageSize: fc.integer({ min: 1, max: 10 }),
	grainMs: fc.constantFrom(1, 1000, 60_000),
	gapMs: fc.constantFrom(0, 1000, 60_000),
	repeatsOrder: fc.boolean(),
	polls: fc.array(fc.array(fc.tuple(fc.nat(100), fc.constantFrom(...kinds)), { maxLength: 12 }), {
		minLength: 2,
		maxLength: 6,
	}),
	meanwhile: fc.array(fc.nat(100), { maxLength: 3 }),
});

const byCursor = '/v1/contact-lists/{contactList}/subscriber?sort=-updated_at';

/** Polls two triggers, of which one reads the whole list. */
async function compareReadings(watched: Watched): Promise<void> {
	const { people, pageSize, grainMs, gapMs, repeatsOrder, polls, meanwhile } = watched;
	clock = begun;
	const list = new LaravelList({ mostPerPage: pageSize });
	Object.assign(list, { now: () => new Date(Math.floor((clock += 7) / grainMs) * grainMs).toISOString() });
	clock -= 40 * dayMs;
	list.hold(Array.from({ length: people }, (_, index) => ({ email: `p${index}@example.com` })));
	clock = begun;
	const change = ([which, how]: readonly [number, string], index: number): void => {
		const one = list.subscribers[which % list.subscribers.length];
		if (how === 'add' || one === undefined) list.add({ email: `n${clock}-${index}@example.com` });
		else if (how === 'remove') list.remove(one);
		else {
			const url = `/v1/contact-lists/L/subscriber/${one.uuid}${how === 'toggle' ? '/toggle' : ''}`;
			list.answer({ method: 'PUT', url, body: JSON.stringify({ last_name: `${clock}` }) });
		}
	};
	const served = await serveList(list);
	let pending: readonly number[] = [];
	served.onRequest = ({ url }) => {
		const query = new URL(url, 'http://x').searchParams;
		if (!query.has('sort')) return undefined;
		return (response) => {
			const placeOf = ({ updated_at: at, uuid }: { updated_at: string; uuid: string }) => `${at} ${uuid}`;
			const sorted = [...list.subscribers].sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1));
			const after = query.get('cursor');
			const rest = sorted.filter((one) => after === null || placeOf(one) < after);
			const data = rest.slice(0, pageSize).map((one) => ({ ...one }));
			const last = data.at(-1);
			const order = repeatsOrder ? 'sort=-updated_at&' : '';
			const next =
				rest.length > pageSize && last ? `http://x/?${order}cursor=${encodeURIComponent(placeOf(last))}` : null;
			json(response, { data, links: { next } });
			pending.forEach((which, index) => change([which, 'update'], index));
			pending = [];
		};
	};
	const parameters = { events: subscriberEvents, contactList: byId('L') };
	const [whole, newestFirst] = [{}, { 'subscriber.getChanged': byCursor }].map((endpointPaths) =>
		triggerWith(parameters, { baseUrl: served.url, accessToken: 't', endpointPaths: JSON.stringify(endpointPaths) }),
	) as [PolledTrigger, PolledTrigger];
	const reportedBy = async (trigger: PolledTrigger): Promise<unknown[]> =>
		((await trigger.poll()) ?? []).map(({ event, uuid, updated_at: at }) => JSON.stringify([event, uuid, at])).sort();
	await whole.poll();
	await newestFirst.poll();
	for (const [number, changes] of polls.entries()) {
		clock += gapMs;
		changes.forEach(change);
		expect(await reportedBy(newestFirst)).toEqual(await reportedBy(whole));
		if (number !== 1) continue;
		// What changes while a poll reads may come with the next one.
		clock += gapMs;
		pending = meanwhile;
		const first = await reportedBy(newestFirst);
		const second = await reportedBy(newestFirst);
		expect([...new Set([...first, ...second])].sort()).toEqual(await reportedBy(whole));
	}
	expect(newestFirst.log).toEqual([]);
	await served.close();
}

it(`is reported by a list whose latest changes have cursors as by a whole list (MODEL_SEED=${seed})`, async () => {
	await fc.assert(fc.asyncProperty(aWatched, compareReadings), { numRuns: scaled(600), seed });
}, 900_000);
