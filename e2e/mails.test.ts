import type { ContactList } from '../sandbox/store/contact-list';
import { defined } from '../test/defined';
import { succeeded, type Execution } from './support/execution';
import { useService } from './support/hooks';
import { every, polled } from './support/polling';
import { until } from './support/until';
import { chain, fromList, manualTrigger, ourNode, startWith, workflowOf, type Node } from './support/workflow';

/** Emails to the people whom the node before has: nobody gets one who has opted out there, or is unsubscribed. */

const before = 'People';
const sending = 'Send';
const skipped = 'skipped: the recipient opted out or is unsubscribed';

describe('an email after', () => {
	const { host, service } = useService({ subscribers: 20 });
	const list = (): ContactList => defined(service.sandbox.state.contactLists[0]);
	const addresses = (isSubscribed: boolean): string[] =>
		list()
			.subscribers.filter(({ unsubscribedAt }) => (unsubscribedAt === null) === isSubscribed)
			.map(({ email }) => email);
	const mailed = (): string[] => service.sandbox.state.outbox.map(({ toEmail }) => toEmail);

	beforeEach(() => service.sandbox.reset());

	const people = (parameters: object): Node =>
		ourNode(before, service.credentials, { resource: 'subscriber', contactList: fromList(list()), ...parameters });
	const send = (parameters: object = {}): Node =>
		ourNode(sending, service.credentials, {
			resource: 'email',
			operation: 'send',
			toEmail: '={{ $json.email }}',
			subject: 'Hello',
			content: 'text',
			text: 'Hi',
			...parameters,
		});
	const evenIfUnsubscribed = { options: { alsoToUnsubscribed: true } };
	const run = async (...nodes: Node[]): Promise<Execution> => succeeded(await host.api.run(workflowOf('Mails', nodes)));
	const skippedIn = ({ items }: Execution): unknown[] =>
		items(sending)
			.filter(({ json }) => json.message === skipped)
			.map(({ json }) => json.to_email);

	const sheet = [
		{ email: 'yes@new.example', News: 'yes' },
		{ email: 'no@new.example', News: 'no' },
	];
	const asked = { consent: 'columns', optIn: ['News'] };

	it.each([
		['Create or Update', { operation: 'upsert', dataMode: 'autoMapInputData', ...asked }],
		['Sync List', { operation: 'sync', removal: 'keep', dryRun: false, ...asked }],
	])('%s skips rows with a no, and people who are unsubscribed in the list', async (_, parameters) => {
		const [left = ''] = addresses(false);
		const rows = startWith([...sheet, { email: left, News: 'yes' }]);
		const done = await run(...rows, people(parameters), send());

		expect(mailed()).toEqual(['yes@new.example']);
		expect(skippedIn(done)).toEqual(['no@new.example', left]);
		expect(done.hints(sending)).toEqual(['2 emails were not sent: the recipient opted out or is unsubscribed.']);

		service.sandbox.reset();
		await run(...rows, people(parameters), send(evenIfUnsubscribed));
		expect(mailed()).toEqual(['yes@new.example', 'no@new.example', left]);
	});

	it.each([true, false])('Get Many, Simplify %s, skips who is unsubscribed', async (simplify) => {
		const [stayed, left] = [addresses(true), addresses(false)];
		const all = people({ operation: 'getAll', returnAll: true, simplify });
		const done = await run(manualTrigger, all, send());

		expect(left.length).toBeGreaterThan(0);
		expect(mailed().sort()).toEqual([...stayed].sort());
		expect(skippedIn(done).sort()).toEqual([...left].sort());

		service.sandbox.reset();
		await run(manualTrigger, all, send(evenIfUnsubscribed));
		expect(mailed().sort()).toEqual([...stayed, ...left].sort());
	});

	it("Unsubscribe, a goodbye, needs 'Also to Unsubscribed'", async () => {
		const [leaving = ''] = addresses(true);
		const goodbye = (more: object): Node[] => [
			...startWith([{ email: leaving }]),
			people({
				operation: 'toggleSubscription',
				subscriber: { __rl: true, mode: 'email', value: '={{ $json.email }}' },
				changeTo: 'unsubscribed',
			}),
			send({ subject: 'Goodbye', ...more }),
		];
		const without = await run(...goodbye({}));

		expect([mailed(), skippedIn(without)]).toEqual([[], [leaving]]);
		expect(list().withEmail(leaving)?.unsubscribedAt).not.toBeNull();

		await run(...goodbye(evenIfUnsubscribed));
		expect(mailed()).toEqual([leaving]);
	});

	it.each<[object, string[]]>([
		[{}, []],
		// A row that is skipped would be so in a real run, too.
		[evenIfUnsubscribed, ['no@new.example']],
	])('a dry run is sent to nobody whom it would only create: %j', async (options, expected) => {
		const dryRun = people({ operation: 'sync', removal: 'keep', dryRun: true, ...asked });
		const done = await run(...startWith(sheet), dryRun, send(options));

		expect(mailed()).toEqual(expected);
		expect(done.hints(sending)).toContain('1 email was not sent: the item is a row of a dry run.');
	});

	it('a node that says nothing about subscriptions is sent to all, such as people who are in no list', async () => {
		const [left = ''] = addresses(false);
		await run(...startWith([{ email: 'plain@example.org' }, { email: left }]), send());
		expect(mailed()).toEqual(['plain@example.org', left]);
	});

	it('the trigger tells the owner who has left; to that person, nothing is sent', async () => {
		const trigger: Node = {
			name: 'Somebody leaves',
			type: 'n8n-nodes-email-marketing.emailMarketingTrigger',
			typeVersion: 1,
			parameters: {
				events: ['subscriberUnsubscribed'],
				contactList: fromList(list()),
				pollTimes: every(1),
			},
			credentials: service.credentials,
		};
		const toOwner = send({ toEmail: 'owner@example.com', subject: '={{ $json.email }} has left' });
		const toPerson: Node = { ...send(), name: 'To the person' };
		const connections = [...chain([trigger, toOwner]), { from: trigger.name, to: toPerson.name }];
		const leaving = defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
		const workflow = workflowOf('Left', [trigger, toOwner, toPerson], connections);

		const [done] = await host.api.whilePublished(workflow, async (id) => {
			await polled(service.sandbox, 'subscriber.getAll', 2);
			Object.assign(leaving, { unsubscribedAt: Date.now(), updatedAt: Date.now() });
			await until(async () => (await host.api.executionsOf(id)).length > 0, 'the workflow to be started');
			return await host.api.executionsOf(id);
		});

		expect(service.sandbox.state.outbox.map(({ toEmail, subject }) => [toEmail, subject])).toEqual([
			['owner@example.com', `${leaving.email} has left`],
		]);
		expect(defined(done).items('To the person')).toMatchObject([
			{ json: { to_email: leaving.email, message: skipped } },
		]);
	});
});
