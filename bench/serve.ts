/** The sandbox in a process of its own, with at most 50 connections; tells its address, and how many subscribers it holds when asked. */
import { startSandbox } from '../sandbox';

async function main(): Promise<void> {
	const sandbox = await startSandbox({ maxConnections: 50, requestLogSize: 1 });
	const list = () => sandbox.state.contactLists[0];
	process.on('message', (question) => {
		if (question === 'reset') sandbox.reset();
		process.send?.({ url: sandbox.url, token: sandbox.token, list: list()?.uuid, subscribers: list()?.subscribers.length });
	});
	process.send?.('ready');
}

void main();
