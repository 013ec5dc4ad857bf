import { check } from './lib/checks.mjs';
import { installRoot } from './lib/install.mjs';
import { runScript } from './lib/script.mjs';

await runScript(async () => {
	await installRoot();
	await check('the linter', 'npm run lint');
	await check('the type check', 'npm run typecheck');
	await check('the build', 'npm run build');
	const wanted = process.argv.slice(2);
	// A part of the tests cannot cover the whole source.
	const coverage = wanted.every((argument) => argument.startsWith('-')) ? ' --coverage' : '';
	await check('a test', `npx jest${coverage}`, wanted);
});
