/**
 * Ends the intervals that a test file leaves. n8n-core starts one with the first execution and ends it only with the
 * process; until then it would keep all modules of the file in memory, 25 MB for each file.
 */
const { setInterval } = globalThis;
const started: NodeJS.Timeout[] = [];

globalThis.setInterval = (...args: Parameters<typeof setInterval>) => {
	const interval = setInterval(...args);
	started.push(interval);
	return interval;
};

afterAll(() => started.forEach(clearInterval));
