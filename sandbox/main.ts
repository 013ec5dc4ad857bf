import { readContract } from '../contract/document';
import { reportOf } from '../contract/differences';
import { startSandbox } from './index';
import { helpText, readOptions } from './options';

/** The command `npm run sandbox`: serves until it is stopped. */
async function main(): Promise<void> {
	const { help, port, token, faults } = readOptions(process.argv.slice(2), process.env);
	if (help) {
		console.log(helpText);
		return;
	}
	const sandbox = await startSandbox({ port, token, faults, searches: true });
	console.log(
		[
			...reportOf(readContract()),
			`Email Marketing sandbox: ${sandbox.url}`,
			'',
			'  Base URL      ' + sandbox.url,
			'  Access Token  ' + sandbox.token,
			...(faults === undefined ? [] : ['  Faults        ' + JSON.stringify(faults)]),
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

function explain(thrown: unknown): string {
	if (!(thrown instanceof Error)) return String(thrown);
	const { code, port } = { code: undefined, port: undefined, ...thrown };
	if (code === 'EADDRINUSE')
		return `Port ${port} is in use. Choose another one: npm run sandbox -- --port ${Number(port) + 1}`;
	return thrown.message;
}

main().catch((thrown: unknown) => {
	console.error(explain(thrown));
	process.exitCode = 1;
});
