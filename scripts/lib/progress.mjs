/** Carries a text meant for the reader as it stands: shown without a stack trace. */
export class UserError extends Error {}

const seconds = (since) => `${Math.round((Date.now() - since) / 1000)} s`;

/**
 * Runs one named piece of work and keeps showing that it is alive.
 * @param {string} label what is being done, e.g. 'Installing n8n'
 * @param {() => Promise<T>} work
 * @param {string} [hint] how long it takes, e.g. 'about 3 minutes'
 * @template T
 */
export async function step(label, work, hint) {
	const started = Date.now();
	const title = hint ? `${label} (${hint})` : label;
	const interactive = Boolean(process.stdout.isTTY);
	const overwrite = (text) => process.stdout.write(`\r\x1b[K${text}`);
	if (interactive) overwrite(`… ${title}`);
	else console.log(`… ${title}`);
	const ticker = setInterval(
		() => (interactive ? overwrite(`… ${title}: ${seconds(started)}`) : console.log(`  still at it: ${seconds(started)}`)),
		interactive ? 1_000 : 15_000,
	);
	const close = (mark) => {
		clearInterval(ticker);
		const line = `${mark} ${label}: ${seconds(started)}`;
		if (interactive) overwrite(`${line}\n`);
		else console.log(line);
	};
	try {
		const result = await work();
		close('✔');
		return result;
	} catch (error) {
		close('✘');
		throw error;
	}
}
