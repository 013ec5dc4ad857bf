import { run } from '../process/run';
import { atMost, median, short, table } from '../report';
import type { BareServer } from '../server/client';
import type { Measured } from '.';

const sizes = [10_000, 100_000, 1_000_000];

/** The largest is run once: it shows that it ends. */
const roundsOf = (size: number, rounds: number): number => (size === sizes.at(-1) ? 1 : rounds);

interface Growth {
	readonly size: number;
	readonly seconds: number;
	readonly peakMb: number;
}

/** Import of more and more rows on n8n-core, in a process of its own. */
export async function measureGrowth(server: BareServer, rounds: number): Promise<Measured> {
	const grown: Growth[] = [];
	for (const size of sizes) grown.push(await importOf(server, size, roundsOf(size, rounds)));
	const perRow = (size: number): number =>
		grown.filter((growth) => growth.size === size).map(({ seconds }) => seconds / size)[0] ?? NaN;
	return {
		text: [
			`Import on n8n-core in one process, server 0 ms, median of ${rounds} rounds, of ${sizes.at(-1)} rows one; the memory is the greatest of the whole process:`,
			table(
				['rows', 's', 's per 100000 rows', 'peak memory'],
				grown.map(({ size, seconds, peakMb }) => [
					size,
					short(seconds),
					short((seconds / size) * 100_000),
					`${short(peakMb)} MB`,
				]),
			),
		],
		targets: [
			atMost(
				'Time per row at 1,000,000 rows, as a multiple of that at 100,000',
				perRow(1_000_000) / perRow(100_000),
				1.5,
			),
		],
	};
}

async function importOf(server: BareServer, size: number, rounds: number): Promise<Growth> {
	const outcomes = [];
	for (let round = 0; round < rounds; round += 1) {
		await server.set({ behaviour: 'latency' });
		const outcome = await run('node, Import', { url: server.url, items: size });
		const { requests, distinctEmails } = await server.counts();
		if (outcome.done !== size || requests !== size / 500 || distinctEmails !== size)
			throw new Error(`${outcome.done} of ${size} came back after ${requests} requests. ${outcome.failure ?? ''}`);
		outcomes.push(outcome);
	}
	return {
		size,
		seconds: median(outcomes.map(({ ms }) => ms)) / 1000,
		peakMb: median(outcomes.map(({ peakMb }) => peakMb)),
	};
}
