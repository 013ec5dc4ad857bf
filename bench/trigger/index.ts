/** What a poll of the trigger costs on the real n8n-core, and how often it should therefore be made. */
import type { Options } from '../main';
import { versions } from '../process';
import { atMost, short, table, type Findings } from '../report';
import { startServer } from '../server/client';
import { poll, type CountedPoll, type Polls } from './polls';

const sizes = [10_000, 100_000, 300_000];
const largest = 1_000_000;
const slow = 50;
/** Three years of sign-ups, and one in five has left. */
const history = { days: 1_000, leftOneOf: 5 };
/** The same people, all of them imported in the last hour. */
const importedSize = 100_000;
const importedAtOnce = { days: 1 / 24, leftOneOf: 5 };
/** A poll may take this part of the time between two. */
const share = 1 / 10;
const intervals = [1, 2, 5, 10, 15, 30, 60, 120, 240];
const limitPerMinute = 60;

interface Sized {
	readonly size: number;
	readonly quick: Polls;
	readonly slowed: Polls;
}

/** The figures of a size, measured or not. */
interface Figures {
	readonly requests: number;
	readonly firstS: number;
	readonly changedS: number;
	readonly slowedS: number;
	readonly firstPause: number;
	readonly changedPause: number;
	readonly firstKb: number;
	readonly changedKb: number;
	readonly peakMb: number;
}

export async function measureTrigger({ rounds }: Options): Promise<Findings> {
	const times = Math.min(rounds, 3);
	const server = await startServer();
	try {
		const measured: Sized[] = [];
		for (const size of sizes) {
			const quick = await poll(server, { behaviour: 'latency', subscribers: size, history }, times);
			const slowed = await poll(server, { behaviour: 'latency', ms: slow, subscribers: size, history }, 1);
			measured.push({ size, quick, slowed });
		}
		const imported = await poll(
			server,
			{ behaviour: 'latency', subscribers: importedSize, history: importedAtOnce },
			times,
		);
		return findings(measured, imported, times);
	} finally {
		server.stop();
	}
}

function findings(measured: readonly Sized[], imported: Polls, times: number): Findings {
	const figures = measured.map(figuresOf);
	const foreseen = extrapolated(figures);
	const rows: Array<[string, Figures]> = [
		...figures.map((each, index): [string, Figures] => [String(sizes[index]), each]),
		[`${largest}, extrapolated`, foreseen],
	];
	const [, at100k] = figures;
	return {
		versions,
		text: [
			`The events of subscribers, all four, on a list 100 a page, which became what it is within ${history.days} days; one in ${history.leftOneOf} is unsubscribed. The first poll tells of nothing; before the next four join, three are changed, three leave, and it tells of these ten; the one after it of nothing. Server 0 ms, median of ${times} rounds, each in a process of its own; with ${slow} ms one round. The state is all that n8n keeps for the node, as it writes it; the memory is the greatest of the whole process. ${largest} is a straight line through the three sizes.`,
			table(
				[
					'subscribers',
					'requests',
					's, first poll',
					's, ten changes',
					`s, ten changes, server ${slow} ms`,
					'longest pause, first poll',
					'longest pause, ten changes',
					'state, first poll',
					'state, ten changes',
					'peak memory',
				],
				rows.map(
					([size, { requests, firstS, changedS, slowedS, firstPause, changedPause, firstKb, changedKb, peakMb }]) => [
						size,
						short(Math.round(requests)),
						short(firstS),
						short(changedS),
						short(slowedS),
						`${short(firstPause)} ms`,
						`${short(changedPause)} ms`,
						`${short(firstKb)} kB`,
						`${short(changedKb)} kB`,
						`${short(peakMb)} MB`,
					],
				),
			),
			`How often to poll, so that a poll takes at most a tenth of the time between two, with a server of ${slow} ms; and how long a poll takes where the service takes ${limitPerMinute} requests a minute:`,
			table(
				['subscribers', 'poll every', `a poll at ${limitPerMinute} requests a minute`],
				rows.map(([size, { slowedS, requests }]) => [
					size,
					`${intervalFor(slowedS)} min`,
					`${short(requests / limitPerMinute)} min`,
				]),
			),
			`Where all ${importedSize} subscribers were imported in the last hour, who then count as changed for a day, the state is ${short(imported.changed.stateBytes / 1000)} kB and the longest pause ${short(longestPause(imported))} ms.`,
		],
		targets: [
			atMost('State at 100000 subscribers, 20 % unsubscribed', (at100k?.changedKb ?? NaN) / 1000, 1, ' MB'),
			atMost(
				`State at ${importedSize} subscribers, all imported in the last hour`,
				imported.changed.stateBytes / 1_000_000,
				1,
				' MB',
			),
			...figures.map(({ firstPause, changedPause }, index) =>
				atMost(`Longest pause at ${sizes[index]} subscribers`, Math.max(firstPause, changedPause), 200, ' ms'),
			),
			atMost(
				`Longest pause at ${importedSize} subscribers, all imported in the last hour`,
				longestPause(imported),
				200,
				' ms',
			),
			...figures.map(({ requests }, index) =>
				atMost(`Requests of a poll at ${sizes[index]} subscribers`, requests, (sizes[index] ?? NaN) / 100 + 1),
			),
		],
	};
}

function longestPause({ first, changed }: Polls): number {
	return Math.max(first.pauseMs, changed.pauseMs);
}

function figuresOf({ quick: { first, changed }, slowed }: Sized): Figures {
	const seconds = ({ ms }: CountedPoll): number => ms / 1000;
	return {
		requests: changed.requests,
		firstS: seconds(first),
		changedS: seconds(changed),
		slowedS: seconds(slowed.changed),
		firstPause: first.pauseMs,
		changedPause: changed.pauseMs,
		firstKb: first.stateBytes / 1000,
		changedKb: changed.stateBytes / 1000,
		peakMb: changed.peakMb,
	};
}

/** Each figure on the straight line that comes nearest to those of the sizes. */
function extrapolated(figures: readonly Figures[]): Figures {
	const meanSize = mean(sizes);
	const along = (key: keyof Figures): number => {
		const values = figures.map((each) => each[key]);
		const slope =
			sum(values.map((value, index) => (value - mean(values)) * ((sizes[index] ?? NaN) - meanSize))) /
			sum(sizes.map((size) => (size - meanSize) ** 2));
		return mean(values) + slope * (largest - meanSize);
	};
	return {
		requests: along('requests'),
		firstS: along('firstS'),
		changedS: along('changedS'),
		slowedS: along('slowedS'),
		firstPause: along('firstPause'),
		changedPause: along('changedPause'),
		firstKb: along('firstKb'),
		changedKb: along('changedKb'),
		peakMb: along('peakMb'),
	};
}

/** In minutes. */
function intervalFor(seconds: number): number {
	return intervals.find((minutes) => minutes * 60 * share >= seconds) ?? NaN;
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
	return sum(values) / values.length;
}
