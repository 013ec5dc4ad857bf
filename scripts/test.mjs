import { check } from './lib/checks.mjs';
import { installRoot } from './lib/install.mjs';
import { runScript } from './lib/script.mjs';

await runScript(async () => {
	await installRoot();
	await check('the linter', 'npm run lint');
	await check('the type check', 'npm run typecheck');
	await check('the build', 'npm run build');
	await check('a test', 'npx jest --coverage', process.argv.slice(2));
});
