import { parseArgs } from 'node:util';
import { startSandbox } from './index';

const defaultPort = '8787';

/** The command `npm run sandbox`: serves until it is told to stop. */
async function main(): Promise<void> {
	const port = readPort();
	const sandbox = await startSandbox({ port, token: process.env.SANDBOX_TOKEN || undefined, deliveryDelay: 3_000 });
	console.log(
		[
			`Email Marketing sandbox: ${sandbox.url}`,
			'',
			'  Base URL      ' + sandbox.url,
			'  Access Token  ' + sandbox.token,
			'',
			'Open the address in a browser to watch what arrives, or call it:',
			`  curl -H 'Authorization: Bearer ${sandbox.token}' ${sandbox.url}/v1/contact-lists`,
			'',
			'The data is made up, and begins anew with each start. Ctrl-C stops it.',
		].join('\n'),
	);

	let closing: Promise<void> | undefined;
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.on(signal, () => {
			closing ??= sandbox.close();
		});
	}
}

function readPort(): number {
	const { values } = parseArgs({ options: { port: { type: 'string' } } });
	const given = values.port || process.env.SANDBOX_PORT || process.env.PORT || defaultPort;
	const port = Number(given);
	if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`"${given}" is not a port: give a number from 0 to 65535.`);
	return port;
}

function explain(thrown: unknown): string {
	if (!(thrown instanceof Error)) return String(thrown);
	const { code, port } = { code: undefined, port: undefined, ...thrown };
	if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one: npm run sandbox -- --port ${Number(port) + 1}`;
	return thrown.message;
}

main().catch((thrown: unknown) => {
	console.error(explain(thrown));
	process.exitCode = 1;
});
