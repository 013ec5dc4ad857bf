import { short, table } from '../report';
import { sampleMs, type Counts } from '../server/client';

/** Where the columns begin, in seconds: close together at first, when a queue finds its measure. */
const columns = [0, 0.25, 0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 60, 90, 120, 180];

/** How many were in flight at the server as time went on: the mean from each column to the next. */
export function inFlightTable(runs: ReadonlyArray<readonly [name: string, counts: Counts]>): string {
	const longest = Math.max(...runs.map(([, { firstAt, lastAt }]) => (lastAt - firstAt) / 1000));
	const shown = columns.filter((from) => from < longest);
	return table(
		['server', ...shown.map((from) => `${from} s`), 'most'],
		runs.map(([name, counts]) => [
			name,
			...shown.map((from, column) => cellOf(samplesOf(counts, from, columns[column + 1]))),
			counts.mostInFlight,
		]),
	);
}

function samplesOf({ firstAt, lastAt, inFlight }: Counts, fromS: number, toS = Infinity): number[] {
	const end = Math.min(toS * 1000, lastAt - firstAt);
	return inFlight.slice((fromS * 1000) / sampleMs, end / sampleMs);
}

function cellOf(samples: readonly number[]): string {
	return samples.length === 0 ? '' : short(Math.round(mean(samples)));
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}
