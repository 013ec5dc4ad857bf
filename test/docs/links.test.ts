import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { anchorsOf, linksOf } from './markdown';

const root = join(__dirname, '../..');
const pages = ['.', 'docs', 'examples', 'contract', 'bench']
	.flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
	.filter((path) => path.endsWith('.md'));

/** Sites that the pages may lead to. A link elsewhere is a decision: it is not opened here. */
const sites = ['n8n.io', 'docs.n8n.io', 'keepachangelog.com', 'semver.org'];

/** Why a link of a page cannot be opened; undefined where it can. */
function brokenness(page: string, link: string): string | undefined {
	if (/^\w+:/.test(link))
		return sites.includes(new URL(link).hostname) ? undefined : 'leads to a site that is not known here';
	const [path = '', anchor] = link.split('#');
	const target = path === '' ? join(root, page) : resolve(root, dirname(page), path);
	if (relative(root, target).startsWith('..') || !existsSync(target)) return 'leads to a file that is not there';
	if (anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor)) return undefined;
	return 'leads to a heading that is not there';
}

const linksOn = (page: string): string[] => linksOf(readFileSync(join(root, page), 'utf8'));

it.each(pages)('%s links only to files and headings that exist, and to known sites', (page) => {
	const broken = linksOn(page).map((link) => [link, brokenness(page, link)]);
	expect(broken.filter(([, reason]) => reason !== undefined)).toEqual([]);
});
