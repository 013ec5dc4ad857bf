import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PackageDirectoryLoader } from 'n8n-core';

import { anchorsOf } from '../docs/markdown';

const root = join(__dirname, '../..');
const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string };
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** Opens a link as far as that is possible without a network: npm's page of this package shows the README. */
function opens(link: string): boolean {
	const [page, anchor] = link.split('#');
	return (
		page === `https://www.npmjs.com/package/${name}` && (anchor === undefined || anchorsOf(readme).includes(anchor))
	);
}

/** What n8n makes of the built package: the descriptions that its editor gets. */
async function loaded() {
	const loader = new PackageDirectoryLoader(root);
	await loader.loadAll();
	return loader.types;
}

describe('what n8n shows of the package', () => {
	it("leads from the credential to n8n's page about credentials: beside the field of the token nothing may stand that anybody could register", async () => {
		expect((await loaded()).credentials.map(({ documentationUrl }) => documentationUrl)).toEqual([
			'https://docs.n8n.io/credentials/add-edit-credentials/',
		]);
	});

	it('leaves the help of the nodes to n8n, which leads to the page of the package where none is named', async () => {
		const { nodes } = await loaded();
		expect(nodes).toHaveLength(2);
		for (const { documentationUrl, codex } of nodes) {
			expect([documentationUrl, codex?.resources?.primaryDocumentation]).toEqual([undefined, undefined]);
			// n8n drops the whole codex where it has no `resources`.
			expect(codex?.categories).toEqual(['Marketing', 'Communication']);
		}
	});

	it('has no link in a description that cannot be opened', async () => {
		const links = [...JSON.stringify(await loaded()).matchAll(/href=\\?["']([^"'\\]+)|\]\((https?:[^)]+)\)/g)].map(
			([, attribute, link]) => attribute ?? link ?? '',
		);
		expect(links.filter((link) => !opens(link))).toEqual([]);
	});

	it('leads nowhere that does not exist, neither in the descriptions nor in the examples', async () => {
		const examples = readdirSync(join(root, 'examples')).map((file) =>
			readFileSync(join(root, 'examples', file), 'utf8'),
		);
		for (const shown of [JSON.stringify(await loaded()), ...examples]) expect(shown).not.toMatch(/\.invalid\b/);
	});
});
