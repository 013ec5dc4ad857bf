import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operationsPage } from '../../docs/operations';

describe('docs/operations.md', () => {
	it('says what the node and the contract say; run `npm run docs` when it does not', () => {
		expect(readFileSync(join(__dirname, '../../docs/operations.md'), 'utf8')).toBe(operationsPage());
	});
});
