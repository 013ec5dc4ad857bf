import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

import { presets } from '../../sandbox/faults/presets';
import { helpText, readOptions } from '../../sandbox/options';

describe('the options', () => {
	test('come before the environment', () => {
		const env = { SANDBOX_PORT: '2', SANDBOX_TOKEN: 'chosen' };

		expect(readOptions([], env)).toMatchObject({ port: 2, token: 'chosen' });
		expect(readOptions(['--port', '3'], env)).toMatchObject({ port: 3, token: 'chosen' });
	});

	test.each(Object.entries(presets))(
		'--faults accepts the preset %s, which is in the help',
		(name, { about, plan }) => {
			expect(readOptions(['--faults', name], {}).faults).toEqual(plan);
			expect(helpText).toMatch(new RegExp(`^  ${name} .*${about}$`, 'm'));
		},
	);

	test.each([
		['--faults', 'flakey', /^--faults .*"flakey".* down, expiring, flaky.*$/],
		['--fault', 'flaky', /^.*'--fault'.* npm run sandbox -- --help$/],
		['--port', 'eighty', /^.*"eighty".* 0 to 65535\.$/],
	])('%s %s is refused in one line', (option, value, line) => {
		expect(() => readOptions([option, value], {})).toThrow(line);
	});
});

describe('npm run sandbox', () => {
	function run(args: string[], env: Record<string, string> = {}) {
		const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts', ...args], {
			cwd: join(__dirname, '../..'),
			env: { ...process.env, SANDBOX_PORT: '', SANDBOX_TOKEN: '', ...env },
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

	test('prints how it is called, serves this machine alone, and ends by itself on SIGINT and SIGTERM', async () => {
		const command = run(['--port', '0', '--faults', 'down'], { SANDBOX_TOKEN: 'chosen-token' });
		const output = await command.printed('Ctrl-C');
		const [, url = ''] = /Base URL +(http:\/\/127\.0\.0\.1:\d+)\n/.exec(output) ?? [];
		const headers = { Authorization: `Bearer ${/Access Token +(\S+)/.exec(output)?.[1]}` };
		const { status } = await fetch(`${url}/v1/account`, { headers });
		await expect(fetch(url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow();
		const ended = command.ended();
		// Both arrive together, when it goes on; one that is not handled ends it at once.
		for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) command.child.kill(signal);

		expect(headers.Authorization).toBe('Bearer chosen-token');
		expect(output).toMatch(/Faults +.*503.*\n/);
		expect(status).toBe(503);
		expect(await ended).toMatchObject({ code: 0, issues: '' });
	});

	test('says in one line that a port is in use', async () => {
		const other = createServer().listen(0, '127.0.0.1');
		await once(other, 'listening');
		const { port } = other.address() as AddressInfo;
		const { code, issues } = await run(['--port', String(port)]).ended();
		other.close();

		expect(code).toBe(1);
		expect(issues).toMatch(new RegExp(`^Port ${port} is in use.* --port ${port + 1}\n$`));
	});
});
