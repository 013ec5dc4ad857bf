import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');
let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sum-up-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** Jest's results of one test file with tests of these statuses. */
function results(file: string, ...statuses: string[]): string {
	const assertionResults = statuses.map((status, number) => ({ status, fullName: `test ${number}` }));
	const status = statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed';
	return JSON.stringify({
		success: status === 'passed',
		testResults: [{ name: join(root, file), status, assertionResults }],
	});
}

/** What is printed of the checks and of the result files of runs, given by name. */
function sumUp(runs: Record<string, string>, ...checks: string[]): { output: string; status: number | null } {
	for (const [name, text] of Object.entries(runs)) writeFileSync(join(folder, `${name}.json`), text);
	const files = Object.keys(runs).map((name) => join(folder, `${name}.json`));
	const args = [join(root, '.ci/sum-up.mjs'), ...files, ...checks];
	const { stdout, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
	return { output: stdout, status };
}

describe('.ci/sum-up.mjs', () => {
	it('counts tests and other checks that passed', () => {
		const runs = { unit: results('a.test.ts', 'passed', 'passed'), e2e: results('b.test.ts', 'passed') };
		expect(sumUp(runs, 'lint=0', 'types=0')).toEqual({ output: '5 passed, 0 failed\n', status: 0 });
	});

	it('names tests, files and checks that failed', () => {
		const runs = { unit: results('a.test.ts', 'passed', 'failed'), e2e: results('b.test.ts') };
		const { output, status } = sumUp(runs, 'lint=1', 'types=0');
		expect(status).toBe(1);
		expect(output).toMatch(
			/^failed: unit: test 1\nfailed: e2e: .*b\.test\.ts\nfailed: e2e ran no tests\nfailed: lint\n/,
		);
		expect(output).toMatch(/\n2 passed, 4 failed\n$/);
	});

	it('accepts a skipped test whose file has a reason for that run, and no other', () => {
		const skips = results('test/execution/execute.test.ts', 'passed', 'pending');
		const listed = sumUp({ compat: skips });
		expect(listed).toEqual({
			output: expect.stringMatching(/^skipped: compat, 1 of .+: .+\n1 passed, 0 failed\n$/),
			status: 0,
		});
		const others: Array<Record<string, string>> = [
			{ unit: skips },
			{ compat: results('other.test.ts', 'passed', 'todo') },
		];
		for (const runs of others) {
			const { output, status } = sumUp(runs);
			expect([status, output]).toEqual([1, expect.stringContaining('without a reason')]);
			expect(output).toMatch(/\n1 passed, 1 failed\n$/);
		}
	});

	it.each([
		['left half of its results', '{"testResults": ['],
		['ran no tests', '{"success": true, "testResults": []}'],
		['skipped all of them', results('test/execution/execute.test.ts', 'pending')],
		['left no results', undefined],
	])('fails where a run %s', (_, text) => {
		const runs = { unit: results('a.test.ts', 'passed'), ...(text && { compat: text }) };
		const { output, status } = sumUp(runs, ...(text ? [] : [join(folder, 'none.json')]));
		expect([status, output]).toEqual([1, expect.stringMatching(/\n1 passed, 1 failed\n$/)]);
	});

	it("fails where all tests passed and Jest's threshold for the coverage was not met", () => {
		const results = JSON.stringify({
			success: false,
			testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'a' }] }],
		});
		expect(sumUp({ unit: results })).toEqual({
			output: expect.stringMatching(/^failed: unit: .*coverage.*\n1 passed, 1 failed\n$/),
			status: 1,
		});
	});
});
