import { ask, child } from '../children';
import { median } from '../report';
import type { BareServer, Setting } from '../server';

/** What one poll took. */
export interface Poll {
	readonly ms: number;
	/** What it reported. */
	readonly events: readonly string[];
	/** The longest pause of the event loop. */
	readonly pauseMs: number;
	/** What n8n keeps afterwards. */
	readonly stateKb: number;
	/** The greatest resident memory of its process up to here. */
	readonly peakMb: number;
}

const list = '01890000-0000-7000-8000-000000000001';
const figures = ['ms', 'pauseMs', 'stateKb', 'peakMb', 'requests'] as const;

type Figures = Record<(typeof figures)[number], number>;

/** A poll that reports ten changes: medians of the rounds. The pause is the longest up to its end. */
export async function poll(server: BareServer, setting: Setting, rounds: number): Promise<Figures> {
	const all: Figures[] = [];
	while (all.length < rounds) all.push(await pollOnce(server, setting));
	const medianOf = (key: keyof Figures): number => median(all.map((one) => one[key]));
	return Object.fromEntries(figures.map((key) => [key, medianOf(key)])) as Figures;
}

/** Three polls in a process of their own: the first reports nothing, the second ten changes, the third nothing. */
async function pollOnce(server: BareServer, setting: Setting): Promise<Figures> {
	await server.set(setting);
	const polling = child('trigger/polling.ts', [server.url, list]);
	const next = async () => {
		await server.recount();
		const done = await ask<Poll>(polling, 'poll');
		const { requests } = await server.counts();
		console.log(`${JSON.stringify(setting)}: ${requests} requests, ${done.ms.toFixed(0)} ms`);
		return { ...done, requests };
	};
	const first = await next();
	await change(server.url);
	const polls = [first, await next(), await next()] as const;
	polling.kill();
	const found = polls.map(({ events }) => [events.length, ...new Set(events)].sort().join(' ')).join('; ');
	if (found !== '0; 10 subscriberAdded subscriberUnsubscribed subscriberUpdated; 0')
		throw new Error(`The polls reported ${found}`);
	return { ...polls[1], pauseMs: Math.max(polls[0].pauseMs, polls[1].pauseMs) };
}

type Listed = { uuid: string; is_subscribed: boolean };

/** Four are new, three are changed, three leave. */
async function change(url: string): Promise<void> {
	const path = `${url}/v1/contact-lists/${list}/subscriber`;
	const send = async (method: string, address: string, fields = {}): Promise<void> => {
		const headers = { 'content-type': 'application/json' };
		const { ok, status } = await fetch(address, { method, headers, body: JSON.stringify(fields) });
		if (!ok) throw new Error(`${method} was answered with ${status}`);
	};
	const answer = (await (await fetch(`${path}?page=2`)).json()) as { data: Listed[] };
	const subscribed = answer.data.filter(({ is_subscribed }) => is_subscribed).map(({ uuid }) => `${path}/${uuid}`);
	for (let number = 0; number < 4; number += 1) await send('POST', path, { email: `new${number}@example.com` });
	for (const address of subscribed.slice(0, 3)) await send('PUT', address, { first_name: 'Grace' });
	for (const address of subscribed.slice(3, 6)) await send('PUT', `${address}/toggle`);
}
