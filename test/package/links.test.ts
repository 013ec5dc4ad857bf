import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { EmailMarketingApi } from '../../credentials/EmailMarketingApi.credentials';
import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';
import { EmailMarketingTrigger } from '../../nodes/EmailMarketingTrigger/EmailMarketingTrigger.node.ts';
import { anchorsOf } from '../docs/markdown';

const root = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { name, n8n } = JSON.parse(read('package.json')) as { name: string; n8n: { nodes: string[] } };
const onNpm = `https://www.npmjs.com/package/${name}`;
const nodes = [new EmailMarketing().description, new EmailMarketingTrigger().description];
const credential = new EmailMarketingApi();

it('the credential leads to its section of the README on npm', () => {
	expect(credential.documentationUrl).toBe(`${onNpm}#credentials`);
	expect(anchorsOf(read('README.md'))).toContain('credentials');
});

it('the nodes lead to the README on npm, which their codex files name: n8n adds a query, so without an anchor', () => {
	for (const { documentationUrl } of nodes) expect(documentationUrl).toBeUndefined();
	for (const path of n8n.nodes) {
		const codex = JSON.parse(read(path.replace(/^dist\/(.*)\.js$/, '$1.json'))) as object;
		expect(codex).toMatchObject({
			categories: ['Marketing & Content', 'Communication'],
			resources: {
				primaryDocumentation: [{ url: onNpm }],
				credentialDocumentation: [{ url: credential.documentationUrl }],
			},
		});
	}
});

it('descriptions have no links, and neither they nor the examples name .invalid', () => {
	const shown = JSON.stringify([...nodes, credential.properties]);
	expect(shown).not.toMatch(/href=|\]\(https?:/);
	for (const text of [shown, ...readdirSync(join(root, 'examples')).map((file) => read(`examples/${file}`))])
		expect(text).not.toMatch(/\.invalid\b/);
});
