import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The test files that hold the mutated file, as one: n8n is loaded once for a mutant, not once for each file. Those with
 * mocks come last and load their own modules, because a mock stays for all that are loaded after it.
 */
const names = (process.env['HELD_BY'] ?? '').split(',');
const fileOf = (name: string): string => join(__dirname, '..', `${name}.test.ts`);
// Stryker runs only tests that reach a mutant; a test that gets a header from the cache reaches none.
const withoutCache = (): object => ({ cached: (find: unknown) => find });
if (!process.env['MUTATED']?.includes('rows/cached'))
	jest.doMock('../../nodes/EmailMarketing/rows/cached', withoutCache);
const hasMocks = (name: string): boolean => readFileSync(fileOf(name), 'utf8').includes('jest.mock(');

for (const name of [...names].sort((one, other) => Number(hasMocks(one)) - Number(hasMocks(other))))
	describe(name, () => {
		const load = (): unknown => jest.requireActual(fileOf(name));
		if (hasMocks(name)) jest.isolateModules(load);
		else load();
	});
