import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifest } from './build.mjs';
import { hostNode } from './install.mjs';
import { root } from './paths.mjs';
import { run } from './processes.mjs';

const require = createRequire(import.meta.url);

/**
 * Lists the package under Settings > Community nodes. n8n loads whatever lies in its community folder, but it lists
 * only what it has noted in its database, which it does on installing from the npm registry. This note is the same.
 * @param {string} userFolder user folder of an n8n that has been started before, so that its database exists
 */
export async function listAsCommunityPackage(userFolder) {
	const listing = {
		database: join(userFolder, '.n8n/database.sqlite'),
		name: manifest.name,
		version: manifest.version,
		author: manifest.author,
		nodes: manifest.n8n.nodes.map(describe),
	};
	// Node.js 24 has SQLite built in; the Node.js that runs this may not.
	await run(hostNode(), ['--no-warnings', fileURLToPath(new URL('./write-community-listing.mjs', import.meta.url)), JSON.stringify(listing)]);
}

/** @param {string} file a built node, e.g. 'dist/nodes/EmailMarketing/EmailMarketing.node.js' */
function describe(file) {
	const { [basename(file, '.node.js')]: Node } = require(join(root, file));
	const { name, displayName, version, defaultVersion } = new Node().description;
	return { name: displayName, type: `${manifest.name}.${name}`, version: defaultVersion ?? [version].flat().at(-1) };
}
