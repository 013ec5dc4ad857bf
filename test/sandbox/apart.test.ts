import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

function sourcesIn(folder: string): string[] {
	return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.[cm]?[jt]s$/.test(name))
		.map((name) => join(folder, name));
}

/** What a source file loads, by whichever way of loading. */
function loadedBy(file: string): string[] {
	const source = readFileSync(join(root, file), 'utf8');
	return [...source.matchAll(/(?:from|import|require)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, module = '']) => module);
}

test('nothing that is shipped loads the sandbox', () => {
	const shipped = [...sourcesIn('nodes'), ...sourcesIn('credentials')];

	expect(shipped).not.toHaveLength(0);
	expect(shipped.filter((file) => loadedBy(file).some((module) => /(^|\/)sandbox(\/|$)/.test(module)))).toEqual([]);
});

test('the sandbox loads nothing that is shipped', () => {
	expect(
		sourcesIn('sandbox').filter((file) =>
			loadedBy(file).some((module) => /(^|\/)(nodes|credentials)(\/|$)/.test(module)),
		),
	).toEqual([]);
});
