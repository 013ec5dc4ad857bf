import { createHash } from 'node:crypto';

/** The parts of a call that decide on its faults. */
export interface FaultyCall {
	method: string;
	/** Path and query. */
	url: string;
	body: unknown;
	operationId: string | null;
}

/** Independent numbers from 0 up to, but not including, 1. */
export interface RandomSample {
	whether: number;
	which: number;
	latency: number;
}

/**
 * Chance that does not depend on the order in which calls arrive. It is derived from the seed, the call's method, address and
 * body, and the number of equal calls before. So parallel clients meet the same faults in every run, and a repeated call
 * gets another draw.
 */
export function createSampler(seed: number): (call: FaultyCall) => RandomSample {
	const seen = new Map<string, number>();
	return ({ method, url, body }) => {
		const call = digest(`${method} ${url}\n${typeof body === 'string' ? body : ''}`).toString('base64');
		const before = seen.get(call) ?? 0;
		seen.set(call, before + 1);
		const bytes = digest(`${seed} ${before} ${call}`);
		const numberAt = (offset: number) => bytes.readUInt32BE(offset) / 2 ** 32;
		return { whether: numberAt(0), which: numberAt(4), latency: numberAt(8) };
	};
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
