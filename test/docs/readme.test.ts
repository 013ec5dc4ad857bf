import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';

import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';
import { endpoints } from '../../nodes/EmailMarketing/api/endpoints';
import { linksOf } from './markdown';

const root = join(__dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const { properties } = new EmailMarketing().description;

/** The menu of operations of a resource, as the README has it: what is documented is bold. */
function menuOf(resource: string): string {
	const menu = properties.find(
		({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	);
	return (menu?.options as INodePropertyOptions[])
		.map(({ name, value }) => (isDocumented(`${resource}.${value}`) ? `**${name}**` : name))
		.join(', ');
}

function isDocumented(key: string): boolean {
	return (endpoints as Record<string, { status: string }>)[key]?.status === 'documented';
}

describe('the README', () => {
	it('has the sections of an n8n community node, in the order in which people look for them', () => {
		const sections = [...readme.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading).join(', ');
		expect(sections).toBe(
			'Quick start, Installation, Operations, Credentials, Compatibility, Usage, Resources, Version history',
		);
	});

	it('lists every operation under its name in the menu, and which of them are documented', () => {
		const resources = properties.find(({ name }) => name === 'resource')?.options as INodePropertyOptions[];
		const rows = resources.map(({ name, value }) => `| ${name} | ${menuOf(String(value))} |`);
		expect([...readme.matchAll(/^\| [^|]+ \| .+ \|$/gm)].map(([row]) => row)).toEqual(expect.arrayContaining(rows));
	});

	it('has pictures that are there at once', () => {
		const pictures = linksOf(readme).filter((link) => link.endsWith('.png'));
		expect(pictures.length).toBeGreaterThan(0);
		for (const picture of pictures) expect(statSync(join(root, picture)).size).toBeLessThan(150_000);
	});

	it('names the n8n that the tests run', () => {
		const { dependencies } = JSON.parse(readFileSync(join(root, 'host/package.json'), 'utf8')) as {
			dependencies: { n8n: string };
		};
		expect(readme).toContain(`Tested with n8n ${dependencies.n8n} (`);
	});

	it('names commands of npm that there are', () => {
		const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
			scripts: Record<string, string>;
		};
		const pages = ['README.md', 'CONTRIBUTING.md'].map((path) => readFileSync(join(root, path), 'utf8'));
		const named = [...pages.join('\n').matchAll(/(?:^|`)npm (?:run )?([\w:]+)/gm)].map(([, name = '']) => name);
		expect(named).toEqual(expect.arrayContaining(['start', 'test', 'build', 'sandbox']));
		expect(
			named.filter(
				(name) => !(name in scripts) && !['ci', 'init', 'install', 'pack', 'publish', 'view'].includes(name),
			),
		).toEqual([]);
	});
});
