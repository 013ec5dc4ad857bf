/** Waits for a condition, which is checked at each turn of the event loop. @throws if it is not met in 10 seconds */
export async function until(isMet: () => boolean): Promise<void> {
	const deadlineMs = performance.now() + 10_000;
	while (!isMet()) {
		if (performance.now() > deadlineMs) throw new Error(`Not met in 10 seconds: ${isMet.toString()}`);
		await new Promise(setImmediate);
	}
}
