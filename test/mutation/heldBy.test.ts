import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const sources = readdirSync(join(root, 'nodes'), { recursive: true })
	.map((file) => `nodes/${String(file).replaceAll('\\', '/')}`)
	.filter((file) => file.endsWith('.ts'));

/** Jest does not load ES modules. */
const script = `
	import { heldBy, testsOf } from './test/mutation/heldBy.mjs';
	const sources = process.argv.slice(1);
	const testsOrMessage = (source) => { try { return testsOf(source); } catch ({ message }) { return message; } };
	console.log(JSON.stringify({ named: Object.keys(heldBy), tests: sources.map(testsOrMessage) }));
`;

it('every source file is held by tests that there are, and every row of the table by a source file', () => {
	const args = ['--input-type=module', '--eval', script, '--', ...sources];
	const output = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
	const { named, tests } = JSON.parse(output) as { named: string[]; tests: Array<string[] | string> };
	expect(tests.filter((found) => typeof found === 'string')).toEqual([]);
	expect(tests.flat().filter((test) => !existsSync(join(root, `test/${test}.test.ts`)))).toEqual([]);
	const names = sources.map((source) => source.replace(/^nodes\/(EmailMarketing\/)?/, '').replace(/\.ts$/, ''));
	expect(named.filter((name) => !names.includes(name))).toEqual([]);
});
