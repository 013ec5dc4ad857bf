/** Waits for a condition, which is checked at each turn of the event loop. @throws if it is not met in 10 seconds */
export async function until(isMet: () => boolean): Promise<void> {
	const deadlineMs = performance.now() + 10_000;
	while (!isMet()) {
		if (performance.now() > deadlineMs) throw new Error(`Not met in 10 seconds: ${isMet.toString()}`);
		await new Promise(setImmediate);
	}
}

/** More turns of the event loop than this process needs from one request to the next, with a server in it. */
const manyTurns = 200;

/** Waits until a count, such as that of the requests so far, no longer grows: all that is on the way has arrived. */
export async function untilStill(count: () => number): Promise<void> {
	let last = count();
	for (let turn = 0; turn < manyTurns; turn += 1) {
		await new Promise(setImmediate);
		if (count() === last) continue;
		last = count();
		turn = 0;
	}
}
