import { createServer, type AddressInfo } from 'node:net';

import getPort from 'get-port';

import { runStartCommand, temporaryUserFolder, until } from './support/host';
import { processesWith } from './support/processes';

describe('npm start', () => {
	it('stops at once when it is interrupted while n8n starts', async () => {
		const { folder, remove } = await temporaryUserFolder();
		const [n8nPort, sandboxPort] = [await getPort(), await getPort()];
		const command = runStartCommand({
			N8N_USER_FOLDER: folder,
			N8N_PORT: String(n8nPort),
			SANDBOX_PORT: String(sandboxPort),
		});
		await until(() => command.output().includes('Starting the sandbox and n8n'), 'n8n to be started');

		command.interrupt();

		expect(await command.exited).toBe(130);
		expect(command.output()).toContain('Stopped before it was ready. Start again to continue.');
		expect(processesWith(folder)).toEqual([]);
		await remove();
	});

	it.each(['N8N_PORT', 'SANDBOX_PORT'])(
		'says in one line that a port is in use, and that %s sets another',
		async (variable) => {
			const [n8nPort, sandboxPort] = [await getPort(), await getPort()];
			const busy = createServer();
			await new Promise<void>((done) => busy.listen(0, '127.0.0.1', done));
			const { port } = busy.address() as AddressInfo;

			const ports = { N8N_PORT: String(n8nPort), SANDBOX_PORT: String(sandboxPort), [variable]: String(port) };
			const command = runStartCommand(ports);

			expect(await command.exited).toBe(1);
			expect(command.output().trim()).toMatch(new RegExp(`^Port ${port} .*${variable}=\\d+ npm start.*$`));
			busy.close();
		},
	);

	it('says what is wrong with a port that is no number', async () => {
		const command = runStartCommand({ N8N_PORT: 'abc' });

		expect(await command.exited).toBe(1);
		expect(command.output().trim()).toMatch(/^N8N_PORT .*'abc'.* 1 to 65535.*$/);
	});
});
