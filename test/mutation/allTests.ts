import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The test files that hold the mutated file, as one: n8n is loaded once for a mutant, not once for each file. Those with
 * mocks come last and load their own modules, because a mock stays for all that are loaded after it.
 */
const names = (process.env['HELD_BY'] ?? '').split(',');
const fileOf = (name: string): string => join(__dirname, '..', `${name}.test.ts`);
const hasMocks = (name: string): boolean => readFileSync(fileOf(name), 'utf8').includes('jest.mock(');

for (const name of [...names].sort((one, other) => Number(hasMocks(one)) - Number(hasMocks(other))))
	describe(name, () => {
		const load = (): unknown => jest.requireActual(fileOf(name));
		if (hasMocks(name)) jest.isolateModules(load);
		else load();
	});
