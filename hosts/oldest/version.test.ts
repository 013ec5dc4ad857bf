import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from 'n8n-core/package.json';

import { dependencies } from './package.json';

const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');

describe('the n8n of these tests', () => {
	it('is the oldest that the README names', () => {
		expect(version).toBe(dependencies['n8n-core']);
		expect(readme).toContain(`n8n-core ${version}`);
	});
});
