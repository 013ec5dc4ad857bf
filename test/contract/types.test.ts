import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

describe('contract/types.d.ts', () => {
	it('is made from the contract as it is; run `npm run contract` when it is not', () => {
		const { status, stderr } = spawnSync('npm', ['run', '--silent', 'contract', '--', '--check'], {
			cwd: join(__dirname, '../..'),
			encoding: 'utf8',
		});

		expect({ status, stderr }).toMatchObject({ status: 0 });
	});
});
