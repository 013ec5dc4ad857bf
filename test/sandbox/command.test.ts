import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import axios from 'axios';
import { faultNames } from '../../sandbox/faults/faults';
import { presets } from '../../sandbox/faults/presets';
import { readPlan } from '../../sandbox/faults/read-plan';
import { helpText } from '../../sandbox/help';
import { startSandbox } from '../../sandbox/index';
import { readOptions } from '../../sandbox/options';
import { pagingStyles } from '../../sandbox/paging-styles';
import { perPageNames } from '../../sandbox/per-page';
import { searchTreatments } from '../../sandbox/searches';

describe('the options', () => {
	test('come before the environment', () => {
		const env = { PORT: '1', SANDBOX_PORT: '2', SANDBOX_PAGING: 'links', SANDBOX_TOKEN: 'chosen' };

		expect(readOptions([], { PORT: '1' }).port).toBe(1);
		expect(readOptions([], env)).toMatchObject({ port: 2, paging: 'links', token: 'chosen' });
		expect(readOptions(['--port', '3', '--paging', 'bare'], env)).toMatchObject({ port: 3, paging: 'bare' });
	});

	test('--faults accepts a plan as JSON or by name, and --per-page a name', () => {
		for (const name of Object.keys(presets))
			expect(readOptions(['--faults', name], {}).faults).toEqual(readPlan(presets[name]?.plan));
		const { faults, perPage } = readOptions(['--faults', ' {"rate": 0.1, "seed": 4}', '--per-page', 'refused'], {});

		expect([faults, perPage]).toEqual([{ rate: 0.1, seed: 4 }, 'refused']);
	});

	test.each([
		[[], 'honoured'],
		[['--searches', 'ignored'], 'ignored'],
	])('searches with %j are %s', (args, treatment) => {
		const all = { 'filter[email]': treatment, search: treatment, sort: treatment };

		expect(readOptions(args, {}).searches).toEqual(all);
	});

	test.each([
		[
			['--faults', 'flakey'],
			['--faults', '"flakey"', 'down, expiring, flaky'],
		],
		[
			['--paging', 'cursor'],
			['--paging', '"cursor"', 'numbered, links, bare'],
		],
		[
			['--searches', 'some'],
			['--searches', '"some"', 'honoured, ignored, refused'],
		],
		[
			['--fault', 'flaky'],
			["'--fault'", 'npm run sandbox -- --help'],
		],
	])('%j is refused in one line', (args, mentions) => {
		expect(() => readOptions(args, {})).toThrow(
			new RegExp(`^${mentions.map((text) => `.*${escaped(text)}`).join('')}.*$`),
		);
	});

	test('are all in the help, with paging styles, presets and faults', () => {
		const names = [pagingStyles, perPageNames, searchTreatments, presets].flatMap((table) => Object.keys(table));
		for (const text of [
			'--port',
			'--paging',
			'--per-page',
			'--searches',
			'--faults',
			'--help',
			...names,
			...faultNames,
		])
			expect(helpText()).toContain(text);
	});
});

function escaped(text: string): string {
	return text.replace(/[^\w ]/g, '\\$&');
}

describe('npm run sandbox', () => {
	function run(args: string[], env: Record<string, string> = {}) {
		const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts', ...args], {
			cwd: join(__dirname, '../..'),
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

	test.each(['SIGINT', 'SIGTERM'] as const)('prints how it is called, serves, and ends on %s', async (signal) => {
		const faults = JSON.stringify({ rate: 1, kinds: ['503'], operations: ['account.get'] });
		const args = ['--port', '0', '--per-page', 'ignored', '--faults', faults];
		const command = run(args, { SANDBOX_PAGING: 'bare', SANDBOX_TOKEN: 'chosen-token' });
		const output = await command.printed('Ctrl-C');
		const [, url = ''] = /Base URL +(http:\/\/127\.0\.0\.1:\d+)\n/.exec(output) ?? [];
		const headers = { Authorization: `Bearer ${/Access Token +(\S+)/.exec(output)?.[1]}` };
		const get = (path: string) => axios.get<unknown>(`${url}/v1/${path}`, { headers, validateStatus: () => true });
		const [templates, account] = [await get('templates?per_page=2'), await get('account')];
		const ended = command.ended();
		command.child.kill(signal);

		expect(headers.Authorization).toBe('Bearer chosen-token');
		expect(output).toMatch(/Paging +bare\n +Page size +.*15.*\n +Faults +.*503.*\n/);
		expect(templates.data).toHaveLength(12);
		expect(account.status).toBe(503);
		expect(await ended).toMatchObject({ code: 0, issues: '' });
	});

	test('says in one line that a port is in use', async () => {
		const other = await startSandbox();
		const { port } = new URL(other.url);
		const { code, issues } = await run(['--port', port]).ended();
		await other.close();

		expect(code).toBe(1);
		expect(issues).toMatch(new RegExp(`^Port ${port} is in use.* --port ${Number(port) + 1}\n$`));
	});

	test('prints its help, and says in one line what is wrong with an option', async () => {
		const help = await run(['--help']).ended();
		const wrong = await run(['--port', 'eighty']).ended();

		expect(help).toEqual({ code: 0, output: `${helpText()}\n`, issues: '' });
		expect(wrong).toEqual({ code: 1, output: '', issues: expect.stringMatching(/^.*eighty.*\n$/) });
	});
});
