import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { EmailMarketingApi } from '../../credentials/EmailMarketingApi.credentials';
import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';
import { EmailMarketingTrigger } from '../../nodes/EmailMarketingTrigger/EmailMarketingTrigger.node.ts';

const root = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { n8n } = JSON.parse(read('package.json')) as { n8n: { nodes: string[] } };
const nodes = [new EmailMarketing().description, new EmailMarketingTrigger().description];
const credential = new EmailMarketingApi();

it("the credential leads to n8n's page about credentials: no address next to a token may be one that a stranger can register", () => {
	expect(credential.documentationUrl).toBe('https://docs.n8n.io/credentials/add-edit-credentials/');
});

it('the nodes name no page of their own, so that n8n leads to that of the package', () => {
	for (const { documentationUrl } of nodes) expect(documentationUrl).toBeUndefined();
	for (const path of n8n.nodes) {
		const codex = read(path.replace(/^dist\/(.*)\.js$/, '$1.json'));
		// n8n drops the whole codex where it has no `resources`.
		expect(JSON.parse(codex)).toMatchObject({ resources: {}, categories: ['Marketing & Content', 'Communication'] });
		expect(codex).not.toContain('primaryDocumentation');
	}
});

it('descriptions have no links, and neither they nor the examples name .invalid', () => {
	const shown = JSON.stringify([...nodes, credential.properties]);
	expect(shown).not.toMatch(/href=|\]\(https?:/);
	for (const text of [shown, ...readdirSync(join(root, 'examples')).map((file) => read(`examples/${file}`))])
		expect(text).not.toMatch(/\.invalid\b/);
});
