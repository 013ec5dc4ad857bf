import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import axios from 'axios';
import { startSandbox } from '../../sandbox/index';

const root = join(__dirname, '..', '..');

function run(args: string[], env: Record<string, string> = {}) {
	const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts', ...args], {
		cwd: root,
		env: { ...process.env, PORT: '', SANDBOX_PORT: '', SANDBOX_PAGING: '', SANDBOX_TOKEN: '', ...env },
	});
	let [output, issues] = ['', ''];
	child.stdout.on('data', (chunk) => (output += chunk));
	child.stderr.on('data', (chunk) => (issues += chunk));
	return {
		child,
		/** What it printed, once that contains `text`. */
		async printed(text: string): Promise<string> {
			while (!output.includes(text)) await once(child.stdout, 'data');
			return output;
		},
		async ended() {
			const [code] = (await once(child, 'close')) as [number | null];
			return { code, output, issues };
		},
	};
}

test.each(['SIGINT', 'SIGTERM'] as const)(
	'it prints address and token, serves, and ends cleanly on %s',
	async (signal) => {
		const command = run(['--port', '0'], { SANDBOX_TOKEN: 'chosen-token' });
		const output = await command.printed('Ctrl-C');
		const [, url = ''] = /Base URL +(\S+)/.exec(output) ?? [];
		const [, token] = /Access Token +(\S+)/.exec(output) ?? [];
		const { status } = await axios.get<unknown>(`${url}/v1/account`, { headers: { Authorization: `Bearer ${token}` } });
		const ended = command.ended();
		command.child.kill(signal);

		expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect(token).toBe('chosen-token');
		expect(status).toBe(200);
		expect(await ended).toMatchObject({ code: 0, issues: '' });
	},
);

test.each([
	['--port', (port: string) => run(['--port', port])],
	['PORT', (port: string) => run([], { PORT: port })],
	['SANDBOX_PORT', (port: string) => run([], { SANDBOX_PORT: port, PORT: '1' })],
])('a port given by %s that is in use is told in one line', async (_way, start) => {
	const other = await startSandbox();
	const { port } = new URL(other.url);
	const { code, output, issues } = await start(port).ended();
	await other.close();

	expect(code).toBe(1);
	expect(output).toBe('');
	expect(issues).toBe(`Port ${port} is in use. Choose another one: npm run sandbox -- --port ${Number(port) + 1}\n`);
});

test('a port that is none is told in one line', async () => {
	const { code, issues } = await run(['--port', 'eighty']).ended();

	expect(code).toBe(1);
	expect(issues).toBe('"eighty" is not a port: give a number from 0 to 65535.\n');
});

test('how lists are paged is printed, and lists are paged so', async () => {
	const command = run(['--port', '0'], { SANDBOX_PAGING: 'bare' });
	const output = await command.printed('Ctrl-C');
	const [, url = ''] = /Base URL +(\S+)/.exec(output) ?? [];
	const { data } = await axios.get<unknown>(`${url}/v1/templates`, {
		headers: { Authorization: 'Bearer sandbox-demo-token' },
	});
	const ended = command.ended();
	command.child.kill('SIGTERM');
	await ended;

	expect(output).toMatch(/Paging +bare\n/);
	expect(data).toHaveLength(12);
});

test('what goes wrong is printed, and does', async () => {
	const command = run(['--port', '0', '--faults', 'down']);
	const output = await command.printed('Ctrl-C');
	const [, url = ''] = /Base URL +(\S+)/.exec(output) ?? [];
	const { status } = await axios.get<unknown>(`${url}/v1/account`, { validateStatus: () => true });
	const ended = command.ended();
	command.child.kill('SIGTERM');
	await ended;

	expect(output).toMatch(/Faults +100 % 503 \(seed 1\)\n/);
	expect(status).toBe(503);
});
