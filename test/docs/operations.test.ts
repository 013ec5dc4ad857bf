import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operationsPage } from '../../scripts/docs/operations';
import { behaviourOf } from '../../scripts/docs/outputs';
import type { Key } from '../../scripts/docs/texts';
import { operations } from '../../nodes/EmailMarketing/resources/operations';

describe('docs/operations.md', () => {
	it('says what the node and the contract say; run `npm run docs` when it does not', () => {
		expect(readFileSync(join(__dirname, '../../docs/operations.md'), 'utf8')).toBe(operationsPage());
	});

	it.each(Object.keys(operations) as Key[])('explains %s in five sentences or fewer', (key) => {
		const sentences = behaviourOf(key).match(/[^.!?]+[.!?](?=\s|$)/g) ?? [];
		expect(sentences.length).toBeGreaterThan(0);
		expect(sentences.length).toBeLessThanOrEqual(5);
	});
});
