import { ask, child } from '../children';
import { median } from '../report';
import type { Setting } from '../server/behaviours';
import type { BareServer } from '../server/client';
import { timestamp } from '../server/wire';

/** What one poll took. */
export interface Poll {
	readonly ms: number;
	/** What it told of. */
	readonly events: readonly string[];
	/** The longest pause of the event loop. */
	readonly pauseMs: number;
	/** What n8n keeps afterwards. */
	readonly stateBytes: number;
	/** The greatest resident memory of its process up to here. */
	readonly peakMb: number;
}

export interface CountedPoll extends Poll {
	readonly requests: number;
}

/** The first poll, which tells of nothing, and one after ten changes. */
export interface Polls {
	readonly first: CountedPoll;
	readonly changed: CountedPoll;
}

const list = '01890000-0000-7000-8000-000000000001';
const wanted = ['subscriberAdded', 'subscriberUnsubscribed', 'subscriberUpdated'];

/** Polls a list of the server, as often as there are rounds, each time in a new process. @returns medians */
export async function poll(server: BareServer, setting: Setting, rounds: number): Promise<Polls> {
	const all: Polls[] = [];
	for (let round = 0; round < rounds; round += 1) all.push(await pollOnce(server, setting));
	const middle = (polls: readonly CountedPoll[]): CountedPoll => {
		const of = (key: Exclude<keyof CountedPoll, 'events'>): number => median(polls.map((each) => each[key]));
		return {
			events: polls[0]?.events ?? [],
			ms: of('ms'),
			pauseMs: of('pauseMs'),
			stateBytes: of('stateBytes'),
			peakMb: of('peakMb'),
			requests: of('requests'),
		};
	};
	return { first: middle(all.map(({ first }) => first)), changed: middle(all.map(({ changed }) => changed)) };
}

async function pollOnce(server: BareServer, setting: Setting): Promise<Polls> {
	await server.set({ pageSize: 100, keeps: true, ...setting });
	const polling = child('trigger/polling.ts', [server.url, list]);
	const next = async (): Promise<CountedPoll> => {
		await server.recount();
		const done = await ask<Poll>(polling, 'poll');
		const { requests } = await server.counts();
		console.log(
			`${setting.subscribers} subscribers, server ${setting.ms ?? 0} ms: ${requests} requests, ${(done.ms / 1000).toFixed(2)} s, pause ${done.pauseMs.toFixed(0)} ms, ${done.stateBytes} bytes, ${done.events.length} events`,
		);
		return { ...done, requests };
	};
	try {
		const first = await next();
		await change(server.url);
		const changed = await next();
		const quiet = await next();
		const kinds = [...new Set(changed.events)].sort();
		if (
			first.events.length + quiet.events.length > 0 ||
			changed.events.length !== 10 ||
			kinds.join() !== wanted.join()
		) {
			throw new Error(
				`The polls told of ${first.events.length}, ${changed.events.length} (${kinds.join()}) and ${quiet.events.length} instead of 0, 10 and 0`,
			);
		}
		return { first, changed };
	} finally {
		polling.kill();
	}
}

/** Four are new, three are changed, three leave. */
async function change(url: string): Promise<void> {
	const path = `${url}/v1/contact-lists/${list}/subscriber`;
	const send = async (method: string, address: string, fields: object): Promise<void> => {
		const response = await fetch(address, {
			method,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(fields),
		});
		await response.text();
		if (!response.ok) throw new Error(`${method} was answered with ${response.status}`);
	};
	const answer = await fetch(`${path}?page=2`);
	const { data } = (await answer.json()) as { data: Array<{ uuid: string; is_subscribed: boolean }> };
	const people = data.filter(({ is_subscribed: isSubscribed }) => isSubscribed).map(({ uuid }) => uuid);
	const now = timestamp(Date.now());
	for (let number = 0; number < 4; number += 1)
		await send('POST', path, { email: `new${number}@example.com`, created_at: now, updated_at: now });
	for (const uuid of people.slice(0, 3)) await send('PUT', `${path}/${uuid}`, { first_name: 'Grace', updated_at: now });
	for (const uuid of people.slice(3, 6))
		await send('PUT', `${path}/${uuid}`, { is_subscribed: false, unsubscribed_at: now, updated_at: now });
}
