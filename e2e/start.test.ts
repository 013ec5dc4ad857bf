import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { freePorts, runStartCommand, temporaryUserFolder } from './support/host';
import { processesWith } from './support/processes';
import { until } from './support/until';

describe('npm start', () => {
	it('stops at once when it is interrupted while n8n starts', async () => {
		const { folder, remove } = await temporaryUserFolder();
		const command = runStartCommand({ N8N_USER_FOLDER: folder, ...(await freePorts()) });
		await until(() => command.output().includes('Starting the sandbox and n8n'), 'n8n to be started');

		command.interrupt();

		expect(await command.exited).toBe(130);
		expect(command.output()).toContain('Stopped before it was ready. Start again to continue.');
		expect(processesWith(folder)).toEqual([]);
		await remove();
	});

	it.each(['N8N_PORT', 'SANDBOX_PORT'])(
		'says in one line what is wrong with %s: it is in use, or no port',
		async (variable) => {
			const busy = createServer().listen(0, '127.0.0.1');
			await once(busy, 'listening');
			const { port } = busy.address() as AddressInfo;
			const refused = async (value: string): Promise<string> => {
				const command = runStartCommand({ ...(await freePorts()), [variable]: value });
				expect(await command.exited).toBe(1);
				return command.output().trim();
			};

			expect(await refused(String(port))).toMatch(new RegExp(`^Port ${port} .*${variable}=\\d+ npm start.*$`));
			expect(await refused('abc')).toMatch(new RegExp(`^${variable} .*'abc'.* 1 to 65535.*$`));
			busy.close();
		},
	);
});
