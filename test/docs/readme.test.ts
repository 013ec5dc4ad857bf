import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';

import { dependencies } from '../../hosts/n8n/package.json';
import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';
import { endpointOf, isEndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { scripts } from '../../package.json';

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
	it.each(['npm start', 'npm test'])('has the command %s in a block of its own', (command) => {
		expect(readme).toContain(`\`\`\`sh\n${command}\n\`\`\``);
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
		const [documented, inferred] = [count('documented'), count('inferred')];
		expect(readme).toContain(`${all.length} operations: ${documented + inferred} of the service`);
		expect(readme).toContain(`(**${documented} documented in full**, ${inferred} with`);
		expect(readme).toContain(`*${count('composed')} combinations* of them`);
	});

	it('names the n8n that the tests run', () => {
		expect(readme).toContain(`Tested with n8n ${dependencies.n8n} (`);
	});

	it('names commands of npm that there are', () => {
		const pages = ['README.md', 'CONTRIBUTING.md'].map((path) => readFileSync(join(root, path), 'utf8'));
		const ofNpm = ['ci', 'init', 'install', 'pack', 'publish', 'view'];
		const named = [...pages.join('\n').matchAll(/(?:^|`)npm (?:run )?([\w:]+)/gm)].map(([, name = '']) => name);
		expect(named).toEqual(expect.arrayContaining(['start', 'test', 'build', 'sandbox']));
		expect(named.filter((name) => !(name in scripts) && !ofNpm.includes(name))).toEqual([]);
	});
});
