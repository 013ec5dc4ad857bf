import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';

import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';
import { endpointOf, isEndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { linksOf } from './markdown';

const root = join(__dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const { properties } = new EmailMarketing().description;

const resources = properties.find(({ name }) => name === 'resource')?.options as INodePropertyOptions[];

interface Listed {
	name: string;
	knownBy: 'documented' | 'inferred' | 'composed';
}

/** How the README writes an operation. */
const styles = {
	documented: (name: string) => `**${name}**`,
	inferred: (name: string) => name,
	composed: (name: string) => `*${name}*`,
};

/** The menu of operations of a resource. */
function menuOf(resource: string): Listed[] {
	const menu = properties.find(
		({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	);
	return (menu?.options as INodePropertyOptions[]).map(({ name, value }) => {
		const key = `${resource}.${value}`;
		return { name, knownBy: isEndpointKey(key) ? endpointOf(key).status : 'composed' };
	});
}

describe('the README', () => {
	it('has the sections of an n8n community node, in the order in which people look for them', () => {
		const sections = [...readme.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading).join(', ');
		expect(sections).toBe(
			'Is it your service?, Quick start, Installation, Operations, Credentials, Agents, When something fails, Compatibility, Usage, Resources, Version history',
		);
	});

	it('lists every operation under its name in the menu, and how each is known', () => {
		const rows = resources.map(({ name, value }) => {
			const operations = menuOf(String(value)).map((operation) => styles[operation.knownBy](operation.name));
			return `| ${name} | ${operations.join(', ')} |`;
		});
		expect([...readme.matchAll(/^\| [^|]+ \| .+ \|$/gm)].map(([row]) => row)).toEqual(expect.arrayContaining(rows));
	});

	it('counts the operations as the menus have them', () => {
		const all = resources.flatMap(({ value }) => menuOf(String(value)));
		const count = (kind: Listed['knownBy']) => all.filter(({ knownBy }) => knownBy === kind).length;
		const ofService = count('documented') + count('inferred');
		expect(readme).toContain(`${all.length} operations: ${ofService} of the service`);
		expect(readme).toContain(
			`(**${count('documented')} documented in full**, ${count('inferred')} with guessed paths and bodies)`,
		);
		expect(readme).toContain(`*${count('composed')} combinations* of them`);
	});

	it('is read in a few minutes', () => {
		const words = readme.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
		expect(words.length).toBeLessThanOrEqual(900);
	});

	it('has both commands, to try and to test it, in blocks of their own', () => {
		for (const command of ['npm start', 'npm test']) expect(readme).toContain(`\n\`\`\`sh\n${command}\n\`\`\`\n`);
	});

	it('has pictures that are there at once', () => {
		const pictures = linksOf(readme).filter((link) => link.endsWith('.png'));
		expect(pictures.length).toBeGreaterThan(0);
		for (const picture of pictures) expect(statSync(join(root, picture)).size).toBeLessThan(150_000);
	});

	it('names the n8n that the tests run', () => {
		const { dependencies } = JSON.parse(readFileSync(join(root, 'hosts/n8n/package.json'), 'utf8')) as {
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
