import { check } from './lib/checks.mjs';
import { installRoot } from './lib/install.mjs';
import { exitWith } from './lib/progress.mjs';

try {
	await installRoot();
	await check('the linter', 'npm run lint');
	await check('the type check', 'npm run typecheck');
	await check('the build', 'npm run build');
	// By default jest leaves one core idle, which on two cores more than doubles the time.
	await check('a test', 'npx jest --coverage --maxWorkers=100%', process.argv.slice(2));
} catch (error) {
	exitWith(error);
}
