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

test('the same seed gives the same data, and the same uuids for what is created later', async () => {
	const [one, other] = [await start({ seed: 7 }), await start({ seed: 7 })];
	const created = await Promise.all(
		[one, other].map((sandbox) => clientFor(sandbox).post('/v1/contact-lists', { name: 'New' })),
	);

	expect(one.state).toEqual(other.state);
	expect(created[0]?.data).toEqual(created[1]?.data);
});

test('another seed gives other data', async () => {
	const [one, other] = [await start({ seed: 7 }), await start({ seed: 8 })];

	expect(one.state.templates[0]?.uuid).not.toBe(other.state.templates[0]?.uuid);
	expect(one.state.contactLists[0]?.subscribers[0]?.email).not.toBe(other.state.contactLists[0]?.subscribers[0]?.email);
});

test('reset puts everything back, and forgets the requests', async () => {
	const sandbox = await start();
	const fresh = structuredClone(sandbox.state);
	const client = clientFor(sandbox);
	const list = defined(sandbox.state.contactLists[0]);
	await client.post(`/v1/contact-lists/${list.uuid}/subscriber`, { email: 'jo@example.com' });
	await client.delete(`/v1/campaigns/${defined(sandbox.state.campaigns[0]).uuid}`);
	await client.put(`/v1/templates/${defined(sandbox.state.templates[0]).uuid}/toggle`);
	await client.post('/v1/emails', { to_email: 'jo@example.com', subject: 'Hi' });
	const changed = structuredClone(sandbox.state);
	sandbox.reset();

	expect(changed).not.toEqual(fresh);
	expect(sandbox.state).toEqual(fresh);
	expect(sandbox.requests()).toEqual([]);
});

test('two sandboxes at once know nothing of each other', async () => {
	const [one, other] = [await start(), await start({ token: 'other-token' })];
	const untouched = structuredClone(other.state.contactLists[0]);
	const list = defined(one.state.contactLists[0]).uuid;
	const emails = Array.from({ length: 40 }, (_, index) => `reader${index}@example.com`);
	const answers = await Promise.all(
		emails.flatMap((email) => [
			clientFor(one).post(`/v1/contact-lists/${list}/subscriber`, { email }),
			clientFor(other).get(`/v1/contact-lists/${list}/subscriber`),
		]),
	);

	expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
	expect(one.state.contactLists[0]?.subscribers).toHaveLength(304);
	expect(other.state.contactLists[0]).toEqual(untouched);
	expect(one.requests().map(({ operationId }) => operationId)).toEqual(emails.map(() => 'subscriber.create'));
	expect(other.requests().map(({ operationId }) => operationId)).toEqual(emails.map(() => 'subscriber.getAll'));
});

test('the first list is as long as is asked for', async () => {
	const sandbox = await start({ subscribers: 20_000 });
	const emails = defined(sandbox.state.contactLists[0]).subscribers.map(({ email }) => email);

	expect(new Set(emails).size).toBe(20_000);
	expect(emails.every((email) => /@example\.(com|org|net)$/.test(email))).toBe(true);
});

test('an empty sandbox has an account and nothing else', async () => {
	const client = clientFor(await start({ empty: true }));
	const [account, campaigns, lists] = await Promise.all([
		client.get('/v1/account'),
		client.get('/v1/campaigns'),
		client.get('/v1/contact-lists'),
	]);

	expect(account.data.account.id).toBe(1);
	expect(campaigns.data).toEqual({ data: [] });
	expect(lists.data.meta.total).toBe(0);
});

test('a closed sandbox answers no more, even to a connection that was kept open', async () => {
	const sandbox = await startSandbox();
	const client = clientFor(sandbox);
	await client.get('/v1/account');
	await sandbox.close();

	await expect(client.get('/v1/account')).rejects.toMatchObject({
		code: expect.stringMatching(/^ECONN(REFUSED|RESET)$/),
	});
});

test('a port that is taken is told by its code', async () => {
	const { url } = await start();

	await expect(start({ port: Number(new URL(url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
