/** What a poll of the trigger costs on the real n8n-core, and how often it should therefore be made. */
import type { Options } from '../Options';
import { versions } from '../process';
import { atMost, short, table, type Findings } from '../report';
import { startServer } from '../server';
import { poll } from './polls';

const slow = 50;
/** Three years of sign-ups. */
const days = 1_000;
/** A poll may take a tenth of the time between two. In minutes. */
const intervals = [1, 2, 5, 10, 15, 30, 60, 120, 240];

export async function measureTrigger({ rounds, scale }: Options): Promise<Findings> {
	const times = Math.min(rounds, 3);
	const server = await startServer();
	const measured = [];
	for (const subscribers of [10_000 * scale, 100_000 * scale, 300_000 * scale]) {
		const quick = await poll(server, { subscribers, days }, times);
		const slowed = await poll(server, { ms: slow, subscribers, days }, 1);
		measured.push({ name: `${subscribers}`, subscribers, slowS: slowed.ms / 1000, ...quick });
	}
	const subscribers = 100_000 * scale;
	const imported = await poll(server, { subscribers, days: 1 / 24 }, times);
	server.stop();

	const name = `${subscribers}, all imported in the last hour`;
	const all = [...measured, { name, subscribers, slowS: undefined, ...imported }];
	const every = (s: number): string => `${intervals.find((minutes) => minutes * 6 >= s) ?? NaN} min`;
	return {
		versions,
		text: [
			`All four events of subscribers, on a list 100 a page, which became what it is within ${days} days; one in five is unsubscribed. After a first poll, four join, three are changed and three leave: the poll of these ten, server 0 ms, median of ${times} rounds, each in a process of its own; with ${slow} ms one round. The pause is the longest of both polls; the state is all that n8n keeps for the node. A poll should take at most a tenth of the time between two.`,
			table(
				[
					...['subscribers', 'requests', 's', `s, server ${slow} ms`, `poll every, server ${slow} ms`],
					...['longest pause', 'state', 'peak memory'],
				],
				all.map(({ name, requests, ms, slowS, pauseMs, stateKb, peakMb }) => [
					...[name, requests, short(ms / 1000), slowS ? short(slowS) : '', slowS ? every(slowS) : ''],
					...[`${short(pauseMs)} ms`, `${short(stateKb)} kB`, `${short(peakMb)} MB`],
				]),
			),
		],
		inShort: [],
		targets: [
			...all.map(({ name, stateKb }) => atMost(`State, ${name}`, stateKb, 1_000, ' kB')),
			...all.map(({ name, pauseMs }) => atMost(`Longest pause, ${name}`, pauseMs, 200, ' ms')),
			...all.map(({ name, requests, subscribers: count }) => atMost(`Requests, ${name}`, requests, count / 100 + 1)),
		],
	};
}
