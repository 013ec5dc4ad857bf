const { execFileSync } = require('node:child_process');
const { rm } = require('node:fs/promises');
// @ts-expect-error It comes without types.
const { dest, parallel, series, src } = require('gulp');

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

async function compile() {
	// Several times as fast as the TypeScript that the linter needs.
	const words = ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.build.json'];
	execFileSync(process.execPath, words, { stdio: 'inherit' });
}

function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

function codex() {
	return src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
}

async function previews() {
	execFileSync(process.execPath, ['--import', 'tsx', 'scripts/previews.ts'], { stdio: 'inherit' });
}

exports.make = parallel(compile, icons, codex, previews);
exports.build = series(clean, exports.make);
