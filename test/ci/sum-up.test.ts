import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sum-up-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const none = {
	numPassedTests: 0,
	numFailedTests: 0,
	numRuntimeErrorTestSuites: 0,
	numPendingTests: 0,
	numTodoTests: 0,
};

/** What is printed of runs, by name; of one that is a text, the text is its result file, and of one that is undefined there is no file. */
function sumUp(runs: Record<string, Partial<typeof none> | string | undefined>): {
	lines: string[];
	status: number | null;
} {
	const files = Object.entries(runs).map(([name, run]) => {
		const file = join(folder, `${name}.json`);
		rmSync(file, { force: true });
		if (run !== undefined) writeFileSync(file, typeof run === 'string' ? run : JSON.stringify({ ...none, ...run }));
		return file;
	});
	const { stdout, status } = spawnSync(process.execPath, [join(__dirname, '../../.ci/sum-up.mjs'), ...files], {
		encoding: 'utf8',
	});
	return { lines: stdout.trimEnd().split('\n'), status };
}

describe('.ci/sum-up.mjs', () => {
	it('adds up what passed and failed, and says before it what was skipped in which run', () => {
		const runs = {
			unit: { numPassedTests: 5 },
			compat: { numPassedTests: 3, numPendingTests: 2 },
			e2e: { numPassedTests: 1, numPendingTests: 1, numTodoTests: 3 },
		};
		expect(sumUp(runs)).toEqual({ lines: ['skipped: 2 of compat, 4 of e2e', '9 passed, 0 failed'], status: 0 });
	});

	it('says nothing of skipped tests where there are none', () => {
		expect(sumUp({ unit: { numPassedTests: 5 } })).toEqual({ lines: ['5 passed, 0 failed'], status: 0 });
	});

	it('fails where a test failed, or a file of tests could not be loaded', () => {
		const runs = {
			unit: { numPassedTests: 5, numFailedTests: 1 },
			e2e: { numPassedTests: 1, numRuntimeErrorTestSuites: 1 },
		};
		expect(sumUp(runs)).toEqual({ lines: ['6 passed, 2 failed'], status: 1 });
	});

	it.each<[string, Partial<typeof none> | string | undefined]>([
		['left no results', undefined],
		['left half of them', '{"numPassedTests": 5'],
		['ran no tests', { numPendingTests: 0 }],
	])('fails where a run %s', (_, run) => {
		expect(sumUp({ unit: { numPassedTests: 5 }, e2e: run })).toEqual({ lines: ['5 passed, 1 failed'], status: 1 });
	});

	it('fails where all tests of a run were skipped', () => {
		expect(sumUp({ e2e: { numPendingTests: 7 } })).toEqual({
			lines: ['skipped: 7 of e2e', '0 passed, 1 failed'],
			status: 1,
		});
	});
});
