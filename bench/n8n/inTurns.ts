import { median } from '../report';
import type { Setting } from '../server/behaviours';
import type { BareServer } from '../server/client';
import type { TaskRun } from './record';

/** One node to measure, ready to be run, and what must come of it. */
export interface Contender {
	readonly name: string;
	readonly run: () => Promise<TaskRun>;
	readonly expected: { readonly items: number; readonly requests: number; readonly distinctEmails: number };
}

interface Run {
	readonly ms: number;
	readonly mostInFlight: number;
}

/** Runs each once in each round, after one round that does not count, so that what slows the machine slows all. @returns medians, in the order given */
export async function inTurns(
	rounds: number,
	contenders: readonly Contender[],
	server: BareServer,
	setting: Setting,
): Promise<Array<Run & { name: string }>> {
	const runs = contenders.map((): Run[] => []);
	for (let round = 0; round <= rounds; round += 1) {
		for (const [index, contender] of contenders.entries()) {
			const run = await once(contender, server, setting);
			if (round > 0) runs[index]?.push(run);
		}
	}
	return contenders.map(({ name }, index) => ({
		name,
		ms: median((runs[index] ?? []).map(({ ms }) => ms)),
		mostInFlight: median((runs[index] ?? []).map(({ mostInFlight }) => mostInFlight)),
	}));
}

async function once({ name, run, expected }: Contender, server: BareServer, setting: Setting): Promise<Run> {
	await server.set(setting);
	const { ms, items, failure } = await run();
	const { mostInFlight, requests, distinctEmails } = await server.counts();
	const found = { items, requests, distinctEmails };
	if (JSON.stringify(found) !== JSON.stringify(expected))
		throw new Error(`${name}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}. ${failure ?? ''}`);
	return { ms, mostInFlight };
}
