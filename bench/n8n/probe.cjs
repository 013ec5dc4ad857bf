/**
 * Required by every Node.js process below `npm start` (NODE_OPTIONS); measures in that of n8n only.
 * Writes a line of JSON several times a second: the resident memory, and the pauses of the event loop, in ms since 1970.
 */
const { appendFileSync } = require('node:fs');

const TICK_MS = 5;
const WORTH_TELLING_MS = 15;
const WRITE_EVERY_MS = 100;

if (/\/n8n\/bin\/n8n$/.test(process.argv[1] ?? '')) watch(process.env.BENCH_PROBE_FILE ?? '');

/** @param {string} file */
function watch(file) {
	let last = Date.now();
	let written = last;
	/** @type {number[][]} */
	let pauses = [];
	setInterval(() => {
		const now = Date.now();
		if (now - last > WORTH_TELLING_MS) pauses.push([last, now]);
		last = now;
		if (now - written < WRITE_EVERY_MS) return;
		appendFileSync(file, `${JSON.stringify({ at: now, rssMb: process.memoryUsage.rss() / 1024 ** 2, pauses })}\n`);
		written = now;
		pauses = [];
	}, TICK_MS).unref();
}
