const { execFileSync } = require('node:child_process');
const { rmSync } = require('node:fs');
const { dest, parallel, series, src } = require('gulp');

function clean(done) {
	rmSync('dist', { recursive: true, force: true });
	done();
}

function compile(done) {
	execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-b', 'tsconfig.build.json'], {
		stdio: 'inherit',
	});
	done();
}

function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

function codex() {
	return src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
}

exports.make = parallel(compile, icons, codex);
exports.build = series(clean, exports.make);
