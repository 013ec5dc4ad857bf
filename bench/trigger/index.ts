/** What a poll of the trigger costs on the real n8n-core, and how often it should therefore be made. */
import type { Options } from '../main';
import { versions } from '../process';
import { atMost, short, table, type Findings } from '../report';
import { startServer } from '../server/client';
import { poll } from './polls';

const slow = 50;
/** Three years of sign-ups. */
const days = 1_000;
/** A poll may take a tenth of the time between two. In minutes. */
const intervals = [1, 2, 5, 10, 15, 30, 60, 120, 240];
const limitPerMinute = 60;

export async function measureTrigger({ rounds, scale }: Options): Promise<Findings> {
	const times = Math.min(rounds, 3);
	const sizes = [10_000, 100_000, 300_000].map((size) => size * scale);
	const server = await startServer();
	const measured = [];
	for (const subscribers of sizes) {
		const { first, changed } = await poll(server, { subscribers, days }, times);
		const slowed = await poll(server, { ms: slow, subscribers, days }, 1);
		measured.push({ size: subscribers, first, changed, slowS: slowed.changed.ms / 1000 });
	}
	// The same people, all of them imported in the last hour.
	const imported = await poll(server, { subscribers: sizes[1], days: 1 / 24 }, times);
	server.stop();

	const longest = ({ first, changed }: typeof imported): number => Math.max(first.pauseMs, changed.pauseMs);
	return {
		versions,
		text: [
			`The events of subscribers, all four, on a list 100 a page, which became what it is within ${days} days; one in five is unsubscribed. The first poll reports nothing; before the next four join, three are changed, three leave, and it reports these ten; the one after it nothing. Server 0 ms, median of ${times} rounds, each in a process of its own; with ${slow} ms one round. The state is all that n8n keeps for the node; the memory is the greatest of the whole process. A poll should take at most a tenth of the time between two.`,
			table(
				[
					'subscribers',
					'requests',
					's, first poll',
					's, ten changes',
					`s, ten changes, server ${slow} ms`,
					'longest pause',
					'state',
					'peak memory',
					`poll every, server ${slow} ms`,
					`a poll at ${limitPerMinute} requests a minute`,
				],
				measured.map(({ size, first, changed, slowS }) => [
					...[size, changed.requests, short(first.ms / 1000), short(changed.ms / 1000), short(slowS)],
					`${short(longest({ first, changed }))} ms`,
					`${short(changed.stateKb)} kB`,
					`${short(changed.peakMb)} MB`,
					`${intervals.find((minutes) => minutes * 6 >= slowS) ?? NaN} min`,
					`${short(changed.requests / limitPerMinute)} min`,
				]),
			),
			`Where all ${sizes[1]} subscribers were imported in the last hour, who then count as changed for a day, the state is ${short(imported.changed.stateKb)} kB and the longest pause ${short(longest(imported))} ms.`,
		],
		targets: [
			atMost(`State at ${sizes[1]} subscribers`, (measured[1]?.changed.stateKb ?? NaN) / 1000, 1, ' MB'),
			atMost(
				`State at ${sizes[1]} subscribers, all imported in the last hour`,
				imported.changed.stateKb / 1000,
				1,
				' MB',
			),
			atMost(`Longest pause at ${sizes[1]} subscribers, all imported in the last hour`, longest(imported), 200, ' ms'),
			...measured.flatMap(({ size, changed, ...polls }) => [
				atMost(`Longest pause at ${size} subscribers`, longest({ changed, ...polls }), 200, ' ms'),
				atMost(`Requests of a poll at ${size} subscribers`, changed.requests, size / 100 + 1),
			]),
		],
	};
}
