import { findBrowser } from './browser';
import { shareHost, startHost } from './host';

const key = Symbol.for('the host of all test files');

type WithHost = typeof globalThis & { [key]?: Awaited<ReturnType<typeof startHost>> };

/** Before the first test file: starts the host that all of them share. */
export async function setUp(): Promise<void> {
	checkBrowser();
	const host = await startHost();
	console.log(/^Running n8n .*/m.exec(host.output())?.[0]);
	(globalThis as WithHost)[key] = host;
	shareHost(host);
}

/** Ends in one sentence where there is none: Jest would show where it was thrown. */
function checkBrowser(): void {
	try {
		findBrowser();
	} catch (thrown) {
		console.error(thrown instanceof Error ? thrown.message : thrown);
		process.exit(1);
	}
}

/** After the last one. */
export async function tearDown(): Promise<void> {
	await (globalThis as WithHost)[key]?.stop();
}
