import fc from 'fast-check';

import { ContactList } from '../../sandbox/store/contact-list';
import { noCounters, type Campaign, type Subscriber } from '../../sandbox/store/store';
import { triggerWith, type PolledTrigger } from '../engine/pollTrigger';
import { byId, useEngine } from '../engine/support';
import { isWhole, scaled } from '../scaled';
import { aPast, campaignEvents, subscriberEvents, type Deed, type Past, type Step } from './model/pasts';
import {
	isDoubted,
	learned,
	newestIn,
	seen,
	type Knowledge,
	type Thing,
	type Told,
	type World,
} from './model/watching';

/**
 * Random pasts of a list and of campaigns × polls × faults × restarts × clocks: the trigger against a model that has copies of everything.
 * The seed and the path in a failure's message repeat it: `MODEL_SEED=1 MODEL_PATH=5:0:3 npx jest trigger-model`.
 */

// What is waited for between two tries is of no matter here.
jest.mock('../../nodes/EmailMarketing/transport/wait', () => ({
	...jest.requireActual<object>('../../nodes/EmailMarketing/transport/wait'),
	wait: async (_ms: number, signal?: AbortSignal) =>
		await new Promise<boolean>((resolve) => setImmediate(() => resolve(!signal?.aborted))),
}));

const begun = Date.UTC(2026, 2, 28, 12);

/** n8n's clock. It stands still unless a step moves it. */
let clock = begun;

const engine = useEngine({ empty: true, requestLogSize: 1_000, now: () => clock });

const rejections: unknown[] = [];
const onRejection = (reason: unknown): void => void rejections.push(reason);
beforeAll(() => process.on('unhandledRejection', onRejection));
afterAll(() => process.off('unhandledRejection', onRejection));
beforeEach(() => {
	jest.spyOn(Math, 'random').mockReturnValue(0);
	jest.spyOn(Date, 'now').mockImplementation(() => clock);
});
afterEach(() => {
	jest.restoreAllMocks();
	expect(rejections).toEqual([]);
});

const perPage = 100;

const isDeletion = (deed: Deed): boolean => deed.do === 'delete' || deed.do === 'deleteAll';
const isAboutPeople = (deed: Deed): boolean => ['create', 'update', 'toggle'].includes(deed.do);

const dayMs = 24 * 60 * 60 * 1000;

/** How many pasts had something in them. */
const frequencies = new Map<string, number>();

class Life {
	private readonly list = new ContactList(1, uuidOf('list', 0), 'Model', 0);

	private readonly trigger: PolledTrigger;

	private created = 0;

	/** What the trigger knows; `undefined` before its first poll. */
	private inMemory?: Knowledge;

	/** What n8n has in its database of it. */
	private inDatabase?: Knowledge;

	/** The newest time that it has read. */
	private newest = 0;

	/** Whether n8n has just been started, or the workflow activated: what the poll then keeps is written whatever it gives. */
	private isBeginning = true;

	/** Those whom the service does not show. */
	private hidden: Subscriber[] = [];

	/** Whether nothing was done since a reading that has seen everybody. */
	private isSettled = false;

	private readonly labels = new Set<string>();

	constructor(private readonly past: Past) {
		engine.sandbox.reset();
		engine.sandbox.paging(past.paging);
		clock = begun;
		engine.sandbox.state.contactLists.push(this.list);
		for (let number = 0; number < past.people; number += 1)
			this.add(this.now() - (past.people - number) * dayMs, number % 3 === 0);
		this.perform({ do: 'createCampaign' });
		const { events, startsFromExisting, maxRetries, maxParallelRequests, hasContextPerPoll } = past;
		const options = { maxRetries, maxParallelRequests, startFrom: startsFromExisting ? 'existing' : 'now' };
		this.trigger = triggerWith(
			{ events: [...events], contactList: byId(this.list.uuid), simplify: false, options },
			engine.credential,
			{ hasContextPerPoll },
		);
	}

	async live(): Promise<void> {
		for (const step of this.past.steps) await this.take(step);
		// Nothing is left untold, and nothing comes again.
		await this.poll({ do: 'poll' });
		this.show();
		await this.poll({ do: 'poll' });
		await this.poll({ do: 'poll' });
		for (const things of (this.inMemory ?? new Map<string, readonly Thing[]>()).values())
			expect(things.every(isDoubted)).toBe(false);
		for (const label of this.labels) frequencies.set(label, (frequencies.get(label) ?? 0) + 1);
	}

	private async take(step: Step): Promise<void> {
		if (step.do === 'deed') this.perform(step.deed);
		if (step.do === 'wait') clock += step.ms;
		if (step.do === 'register') this.register(step.how);
		if (step.do === 'hide') await this.hide();
		if (step.do === 'show') this.show();
		if (step.do === 'overtake') await this.overtake();
		if (step.do === 'poll') await this.poll(step);
	}

	/** The service's clock. */
	private now(): number {
		return clock + this.past.skewMs;
	}

	private register(how: 'restart' | 'takeOver' | 'publish'): void {
		if (how === 'publish') this.trigger.change({});
		else this.trigger[how]();
		this.isBeginning = true;
		this.putBack();
	}

	/** What n8n has in its database is what a new registration begins with. */
	private putBack(): void {
		// Where every event starts the workflow, n8n has written all that was ever seen.
		if (subscriberEvents.every((event) => this.past.events.includes(event))) return;
		if (JSON.stringify([...(this.inMemory ?? [])]) !== JSON.stringify([...(this.inDatabase ?? [])]))
			this.labels.add('put back');
		this.inMemory = this.inDatabase;
	}

	/** What happens to those who are not shown is told as long as the window has not passed them: here nothing does. */
	private async hide(): Promise<void> {
		await this.poll({ do: 'poll' });
		if (!this.isSettled) return;
		this.hidden.push(...this.list.subscribers);
		for (const person of this.hidden) this.list.remove(person);
	}

	private show(): void {
		if (this.hidden.length > 0 && this.inMemory !== undefined) this.labels.add('shown again');
		for (const person of this.hidden.splice(0)) this.list.add(person);
	}

	/** The poll that was under way gives nothing, whatever it finds. */
	private async overtake(): Promise<void> {
		const outdated = this.trigger.poll();
		this.register('publish');
		await this.poll({ do: 'poll' });
		expect(await outdated).toBeNull();
		this.labels.add('overtaken');
	}

	private async poll({ faults, meanwhile = [] }: Extract<Step, { do: 'poll' }>): Promise<void> {
		if (this.past.hasContextPerPoll && !this.isBeginning) this.putBack();
		const kept = this.kept();
		const lines = this.trigger.log.length;
		const worlds = [this.world()];
		let mayMiss = false;
		engine.sandbox.faults(faults === undefined ? undefined : { ...faults, retryAfterSeconds: 0 });
		const stops = meanwhile.map(({ after, ms, deeds }) =>
			this.watch(after, () => {
				clock += ms;
				for (const deed of deeds) {
					const moves = this.past.order !== 'oldest' && isAboutPeople(deed);
					// Whom the first poll has missed is new in the second.
					if ((moves || isDeletion(deed)) && this.inMemory === undefined) continue;
					mayMiss ||= moves || isDeletion(deed);
					this.perform(deed);
					worlds.push(this.world());
				}
			}),
		);
		const items = await this.trigger.poll().catch((thrown: Error) => thrown);
		for (const stop of stops) stop();
		engine.sandbox.faults(undefined);
		const log = this.trigger.log.slice(lines).filter((line) => !line.includes('may be missing'));
		if (items instanceof Error || log.length > 0) {
			this.labels.add(items instanceof Error ? 'failed' : 'failed in silence');
			// A list in which people join and change while it is read is no reason: the trigger would be dead as long as there is something to tell.
			expect(faults ?? meanwhile.flatMap(({ deeds }) => deeds).find(isDeletion) ?? items).not.toBe(items);
			expect(items instanceof Error ? null : items).toBeNull();
			expect(this.kept()).toBe(kept);
			if (!(items instanceof Error)) this.isBeginning = false;
			return;
		}
		if (faults !== undefined) this.labels.add('in spite of faults');
		if (worlds.length > 1) this.labels.add('meanwhile');
		if (worlds.length > 1 && this.past.order !== 'oldest' && this.list.subscribers.length > perPage)
			this.labels.add('moving');
		const told = toldIn(items ?? []);
		for (const { events } of told.values()) events.forEach((event) => this.labels.add(event));
		if (items === null && this.inMemory !== undefined) this.labels.add('nothing');
		const isFirst = this.inMemory === undefined && !this.past.startsFromExisting;
		if (isFirst) expect(items).toBeNull();
		this.inMemory = isFirst
			? seen(worlds)
			: learned(this.inMemory ?? new Map(), { worlds, told, chosen: this.past.events, mayMiss, newest: this.newest });
		if ([...this.inMemory.values()].flat().some(isDoubted)) this.labels.add('doubted');
		this.newest = Math.max(this.newest, newestIn(worlds, clock));
		this.isSettled = worlds.length === 1;
		if (items !== null || this.isBeginning) this.inDatabase = this.inMemory;
		this.isBeginning = false;
	}

	private kept(): unknown {
		const { staticData, database } = this.trigger;
		return Object.values(
			(this.past.hasContextPerPoll ? database : staticData) as Record<string, { state?: unknown }>,
		)[0]?.state;
	}

	/** Does something when so many requests were answered from now on. @returns what ends the watch */
	private watch(count: number, work: () => void): () => void {
		const from = engine.sandbox.requests().length;
		let isOver = false;
		const look = (): void => {
			if (isOver) return;
			if (
				engine.sandbox
					.requests()
					.slice(from)
					.filter(({ durationMs }) => durationMs !== null).length < count
			)
				return void setImmediate(look);
			isOver = true;
			work();
		};
		look();
		return () => void (isOver = true);
	}

	/** Everything that is watched, as it is now. */
	private world(): World {
		const { events } = this.past;
		const people = this.list.subscribers.map(({ uuid, unsubscribedAt, updatedAt }): [string, Thing] => [
			uuid,
			{ kind: 'person', isSubscribed: unsubscribedAt === null, updatedAt },
		]);
		const campaigns = engine.sandbox.state.campaigns.map(({ uuid, status }): [string, Thing] => [
			uuid,
			{ kind: 'campaign', isSent: status !== 'draft' },
		]);
		for (const { uuid } of this.hidden) people.push([uuid, { kind: 'hidden' }]);
		return new Map([
			...(subscriberEvents.some((event) => events.includes(event)) ? people : []),
			...(campaignEvents.some((event) => events.includes(event)) ? campaigns : []),
		]);
	}

	private add(createdAt: number, hasLeft: boolean): void {
		const number = (this.created += 1);
		const person = {
			uuid: uuidOf('person', number),
			firstName: null,
			lastName: null,
			email: `p${number}@example.com`,
			tags: [],
			unsubscribedAt: hasLeft ? createdAt : null,
			createdAt,
			updatedAt: createdAt,
			mails: [],
		};
		this.list.add(person);
		if (this.past.order !== 'oldest') this.toBeginning(person);
	}

	private perform(deed: Deed): void {
		this.isSettled = false;
		if (deed.do === 'deleteAll') return [...this.list.subscribers].forEach((person) => this.list.remove(person));
		if (deed.do === 'create') return this.add(this.now() + deed.aheadMs, deed.hasLeft);
		if (deed.do === 'createCampaign') return void engine.sandbox.state.campaigns.push(this.newCampaign());
		if (deed.do === 'update' || deed.do === 'toggle' || deed.do === 'delete')
			return this.changePerson(deed.do, deed.which);
		const { campaigns } = engine.sandbox.state;
		const campaign = campaigns[deed.which % campaigns.length];
		if (campaign === undefined) return;
		if (deed.do === 'deleteCampaign') campaigns.splice(campaigns.indexOf(campaign), 1);
		else campaign.status = ({ send: 'sending', finish: 'sent', breakOff: 'draft' } as const)[deed.do];
	}

	private changePerson(what: 'update' | 'toggle' | 'delete', which: number): void {
		const { subscribers } = this.list;
		// Those who came last are chosen as often as all others, for most happens to them.
		const person = which % 2 === 0 ? subscribers.at(-1 - ((which / 2) % 3)) : subscribers[which % subscribers.length];
		if (person === undefined) return;
		if (what === 'delete') return this.list.remove(person);
		person.updatedAt = this.now();
		if (this.past.order === 'changed') this.toBeginning(person);
		if (what === 'toggle') person.unsubscribedAt = person.unsubscribedAt === null ? person.updatedAt : null;
	}

	private toBeginning(person: Subscriber): void {
		const subscribers = this.list.subscribers as Subscriber[];
		subscribers.splice(subscribers.indexOf(person), 1);
		subscribers.unshift(person);
	}

	private newCampaign(): Campaign {
		const number = (this.created += 1);
		const nobody = {
			fromName: null,
			fromEmail: null,
			replyToEmail: null,
			replyToName: null,
			contactListUuid: null,
			templateUuid: null,
		};
		return {
			uuid: uuidOf('campaign', number),
			name: `Campaign ${number}`,
			...nobody,
			status: 'draft',
			sendingSince: null,
			...noCounters,
			createdAt: this.now(),
		};
	}
}

function toldIn(items: ReadonlyArray<Record<string, unknown>>): Map<string, Told> {
	const told = new Map<string, Told>();
	for (const { uuid, event, updated_at: updatedAt } of items) {
		const events = [...(told.get(String(uuid))?.events ?? []), String(event)];
		told.set(String(uuid), { events, updatedAt: typeof updatedAt === 'string' ? Date.parse(updatedAt) : undefined });
	}
	return told;
}

function uuidOf(kind: 'list' | 'person' | 'campaign', number: number): string {
	return `${{ list: '00000000', person: '11111111', campaign: '22222222' }[kind]}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

describe('what happens to a list and to campaigns, and what goes wrong meanwhile', () => {
	it('is told as it should be, each exactly once', async () => {
		const numRuns = scaled(1000);
		const seed = Number(process.env.MODEL_SEED ?? 1);
		const path = process.env.MODEL_PATH;
		await fc.assert(
			fc.asyncProperty(aPast, async (past) => await new Life(past).live()),
			{ numRuns, seed, path },
		);
		// A model that nothing happens to proves nothing.
		const events = [
			...subscriberEvents,
			...campaignEvents,
			'nothing',
			'failed',
			'failed in silence',
			'in spite of faults',
			'meanwhile',
			'moving',
			'doubted',
			'put back',
			'shown again',
			'overtaken',
		];
		if (path === undefined && isWhole)
			for (const event of events)
				expect({ event, isFrequent: (frequencies.get(event) ?? 0) >= numRuns / 100 }).toEqual({
					event,
					isFrequent: true,
				});
	}, 300_000);
});
