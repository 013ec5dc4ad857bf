import { createServer, type AddressInfo } from 'node:net';

import { freePorts, runStartCommand, startHost, temporaryUserFolder, until, type Host } from './support/host';
import { processesWith } from './support/processes';

describe('npm start', () => {
	it('keeps what a person changed from one start to the next, and leaves no process behind', async () => {
		const { folder, remove } = await temporaryUserFolder();

		const first = await startHost(folder);
		await first.api.call('PATCH', '/rest/workflows/exAddSubscribers?forceSave=true', { name: 'Mine now' });
		await first.api.call('POST', '/rest/workflows/exUpdateCampaign/archive');
		await first.api.call('DELETE', '/rest/workflows/exUpdateCampaign');
		expect(await first.stop()).toBe(0);
		expect(processesWith(folder)).toEqual([]);

		const second = await startHost(folder);
		expect(second.output()).not.toContain('Installing');
		expect(await workflowNames(second)).toEqual([
			'Example: A report on the campaigns, every night',
			'Example: Copy one contact list into another',
			'Example: Counters of a campaign, a day after it was sent',
			'Example: Keep the rows that failed',
			'Example: Note unsubscribes in the CRM',
			'Example: Sign up with a form',
			'Example: Sync a sheet with a contact list, dry run first',
			'Example: Update a campaign from a webhook',
			'Mine now',
		]);
		const credentials = await second.api.call<Array<{ id: string }>>('GET', '/rest/credentials');
		expect(credentials).toHaveLength(1);
		const { data } = await second.api.call<{ data: object }>(
			'GET',
			`/rest/credentials/${credentials[0]?.id}?includeData=true`,
		);
		expect(data).toMatchObject({ baseUrl: second.sandboxUrl });
		expect((await second.api.runWorkflow('exAddSubscribers')).status).toBe('success');
		expect(await second.stop()).toBe(0);
		expect(processesWith(folder)).toEqual([]);
		await remove();
	});

	it('stops at once when it is interrupted while n8n starts', async () => {
		const { folder, remove } = await temporaryUserFolder();
		const [n8nPort, sandboxPort] = await freePorts();
		const command = runStartCommand({
			N8N_USER_FOLDER: folder,
			N8N_PORT: String(n8nPort),
			SANDBOX_PORT: String(sandboxPort),
		});
		await until(() => command.output().includes('Starting the sandbox and n8n'), 'n8n to be started');

		command.interrupt();

		expect(await command.exited).toBe(130);
		expect(command.output()).toContain('Stopped before it was ready. Start again to go on.');
		expect(processesWith(folder)).toEqual([]);
		await remove();
	});

	it.each(['N8N_PORT', 'SANDBOX_PORT'])(
		'says in one line that a port is in use, and that %s sets another',
		async (variable) => {
			const [n8nPort, sandboxPort] = await freePorts();
			const busy = createServer();
			await new Promise<void>((done) => busy.listen(0, '127.0.0.1', done));
			const { port } = busy.address() as AddressInfo;

			const command = runStartCommand({
				N8N_PORT: String(n8nPort),
				SANDBOX_PORT: String(sandboxPort),
				[variable]: String(port),
			});

			expect(await command.exited).toBe(1);
			expect(command.output().trim()).toMatch(
				new RegExp(
					`^Port ${port} is in use already, or not open to you\\. Set ${variable} to a free one, e\\.g\\. ${variable}=\\d+ npm start$`,
				),
			);
			busy.close();
		},
	);

	it('says what is wrong with a port that is no number', async () => {
		const command = runStartCommand({ N8N_PORT: 'abc' });

		expect(await command.exited).toBe(1);
		expect(command.output().trim()).toBe(
			"N8N_PORT is 'abc', which is no port number. Set it to a number from 1 to 65535.",
		);
	});
});

async function workflowNames(host: Host): Promise<string[]> {
	const workflows = await host.api.call<Array<{ name: string }>>('GET', '/rest/workflows');
	return workflows.map(({ name }) => name).sort();
}
