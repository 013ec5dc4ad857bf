import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A hash over the names and contents of files and folders; what does not exist counts as absent. */
export function fingerprint(base, paths) {
	const hash = createHash('sha256');
	for (const file of paths.flatMap((path) => filesUnder(join(base, path)))) {
		hash.update(`${relative(base, file)}\0`).update(readFileSync(file)).update('\0');
	}
	return hash.digest('hex').slice(0, 16);
}

function filesUnder(path) {
	if (!existsSync(path)) return [];
	if (!statSync(path).isDirectory()) return [path];
	return readdirSync(path)
		.sort()
		.flatMap((name) => filesUnder(join(path, name)));
}
