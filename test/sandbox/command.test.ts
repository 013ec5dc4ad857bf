import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import axios from 'axios';
import { helpText } from '../../sandbox/help';
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

test('it prints address and token, serves, and ends cleanly on SIGINT', async () => {
	const command = run(['--port', '0'], { SANDBOX_TOKEN: 'chosen-token' });
	const output = await command.printed('Ctrl-C');
	const [, url = ''] = /Base URL +(\S+)/.exec(output) ?? [];
	const [, token] = /Access Token +(\S+)/.exec(output) ?? [];
	const { status } = await axios.get<unknown>(`${url}/v1/account`, { headers: { Authorization: `Bearer ${token}` } });
	const ended = command.ended();
	command.child.kill('SIGINT');

	expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
	expect(token).toBe('chosen-token');
	expect(status).toBe(200);
	expect(await ended).toMatchObject({ code: 0, issues: '' });
});

test('how lists are paged and what goes wrong is printed, and so it is, until SIGTERM', async () => {
	const faults = JSON.stringify({ rate: 1, kinds: ['503'], operations: ['account.get'], seed: 1 });
	const command = run(['--port', '0', '--per-page', 'ignored', '--faults', faults], { SANDBOX_PAGING: 'bare' });
	const output = await command.printed('Ctrl-C');
	const [, url = ''] = /Base URL +(\S+)/.exec(output) ?? [];
	const get = (path: string) =>
		axios.get<unknown>(`${url}/v1/${path}`, {
			headers: { Authorization: 'Bearer sandbox-demo-token' },
			validateStatus: () => true,
		});
	const [templates, account] = [await get('templates?per_page=2'), await get('account')];
	const ended = command.ended();
	command.child.kill('SIGTERM');

	expect(output).toMatch(/Paging +bare\n/);
	expect(output).toMatch(/Page size +pages of 15, whatever is requested\n/);
	expect(output).toMatch(/Faults +100 % 503.*\n/);
	expect(templates.data).toHaveLength(12);
	expect(account.status).toBe(503);
	expect(await ended).toMatchObject({ code: 0, issues: '' });
});

test('a port that is in use is told in one line', async () => {
	const other = await startSandbox();
	const { port } = new URL(other.url);
	const ended = await run(['--port', port]).ended();
	await other.close();

	expect(ended).toEqual({
		code: 1,
		output: '',
		issues: `Port ${port} is in use. Choose another one: npm run sandbox -- --port ${Number(port) + 1}\n`,
	});
});

test('a wrong plan ends it with one line', async () => {
	expect(await run(['--port', '0', '--faults', '{"rate": 3}']).ended()).toEqual({
		code: 1,
		output: '',
		issues: 'The rate must be a number from 0 to 1.\n',
	});
});

test('--help says what it does, and ends', async () => {
	expect(await run(['--help']).ended()).toEqual({ code: 0, output: `${helpText()}\n`, issues: '' });
});
