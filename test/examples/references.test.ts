import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { startSandbox, type Sandbox } from '../../sandbox/index';

const folder = join(__dirname, '../../examples');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

interface Locator {
	value: string;
	cachedResultName: string;
}

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());

it.each(files)('%s names contact lists and campaigns that the sandbox has', (file) => {
	const { nodes } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
		nodes: Array<{ parameters: { contactList?: Locator; campaign?: Locator } }>;
	};
	const named = nodes.flatMap(({ parameters }) => [parameters.contactList ?? [], parameters.campaign ?? []].flat());
	const there = [...sandbox.state.contactLists, ...sandbox.state.campaigns].map(({ uuid, name }) => [uuid, name]);

	// The counters are those of all campaigns.
	expect(named.length).toBeGreaterThanOrEqual(file === 'campaign-counters.json' ? 0 : 1);
	expect(there).toEqual(expect.arrayContaining(named.map(({ value, cachedResultName }) => [value, cachedResultName])));
});

it('sync-sheet.json has four rows of people who are in its contact list, subscribed', () => {
	const sheet = readFileSync(join(folder, 'sync-sheet.json'), 'utf8');
	const guests = sandbox.state.contactLists.find(({ name }) => name === 'Webinar Guests')?.subscribers ?? [];
	const shown = guests.filter(({ email, unsubscribedAt }) => sheet.includes(`'${email}'`) && unsubscribedAt === null);

	expect(shown.map(({ firstName }) => firstName)).toEqual(['Aarav', 'Amara', 'Kofi', 'Priya']);
});
