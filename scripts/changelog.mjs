import { readFileSync } from 'node:fs';

import { end } from './install.mjs';

/**
 * The section of a version, without its heading; empty where there is none.
 * @param {string} changelog
 * @param {string} version such as `1.2.3`
 */
function sectionOf(changelog, version) {
	const sections = changelog.split(/^## /m);
	const section = sections.find((text) => text.startsWith(`[${version}]`)) ?? '';
	return section.split('\n').slice(1).join('\n').trim();
}

const [version = ''] = process.argv.slice(2);
const section = sectionOf(readFileSync('CHANGELOG.md', 'utf8'), version);
if (section === '')
	end(`CHANGELOG.md has no section '## [${version}]', or nothing in it. Write what is new for users.`);
console.log(section);
