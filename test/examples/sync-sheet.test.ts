import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { startSandbox, type Sandbox } from '../../sandbox/index';

const folder = join(__dirname, '../../examples');

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());

it('sync-sheet.json has four rows of people who are in its contact list, subscribed', () => {
	const sheet = readFileSync(join(folder, 'sync-sheet.json'), 'utf8');
	const guests = sandbox.state.contactLists.find(({ name }) => name === 'Webinar Guests')?.subscribers ?? [];
	const shown = guests.filter(({ email, unsubscribedAt }) => sheet.includes(`'${email}'`) && unsubscribedAt === null);

	expect(shown.map(({ firstName }) => firstName)).toEqual(['Aarav', 'Amara', 'Kofi', 'Priya']);
});
