import { startSandbox } from '../../sandbox/index';
import type { Sandbox, SandboxOptions } from '../../sandbox/index';
import { clientFor, noon, defined } from './support';

const running: Sandbox[] = [];

async function start(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = await startSandbox({ now: () => noon, ...options });
	running.push(sandbox);
	return sandbox;
}

afterEach(async () => {
	await Promise.all(running.splice(0).map((sandbox) => sandbox.close()));
});

test('every start has the same data, and the same uuids for later entries', async () => {
	const sandboxes = [await start(), await start()];
	const [state, sameState] = sandboxes.map((sandbox) => structuredClone(sandbox.state));
	const [created, again] = await Promise.all(
		sandboxes.map((sandbox) => clientFor(sandbox).post('/v1/contact-lists', { name: 'New' })),
	);

	expect(sameState).toEqual(state);
	expect(again?.data).toEqual(created?.data);
});

test('listens on the loopback address alone', async () => {
	const { url } = await start();
	expect((await fetch(url)).status).toBe(200);
	await expect(fetch(url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow();
});

test('the first list has the requested length, with addresses that are reserved for examples', async () => {
	const sandbox = await start({ subscribers: 5_000 });
	const emails = defined(sandbox.state.contactLists[0]).subscribers.map(({ email }) => email);

	expect(new Set(emails).size).toBe(5_000);
	expect(emails.every((email) => /@example\.(com|org|net)$/.test(email))).toBe(true);
});
