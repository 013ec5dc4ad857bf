import { defined } from '../test/defined';
import { succeeded } from './support/execution';
import { useService } from './support/hooks';
import { ifTrue, webhook } from './support/nodes';
import { fromList, ourNode, startWith, workflowOf, type Node } from './support/workflow';

/** A Sync at night: who is kept can be read the next morning, and rings a bell. */

const ours = 'Nightly sync';
const day = 24 * 3_600_000;

describe('a Sync that unsubscribes who is in no row', () => {
	const { host, service } = useService({ subscribers: 20 });
	const list = () => defined(service.sandbox.state.contactLists[0]);
	beforeEach(() => service.sandbox.reset());
	const sync = (parameters: object = {}): Node =>
		ourNode(ours, service.credentials, {
			operation: 'sync',
			contactList: fromList(list()),
			removal: 'unsubscribe',
			...parameters,
		});
	const sheet = (): object[] => list().subscribers.map(({ email, firstName }) => ({ email, first_name: firstName }));
	const night = async (rows: object[], options: object) =>
		succeeded(await host.api.run(workflowOf('Night', [...startWith(rows), sync({ options })])));

	it('keeps those who join by a form while it runs, until a day has passed or it is told not to', async () => {
		const rows = sheet();
		const form = [
			webhook('Form', 'join'),
			ourNode('Join', service.credentials, {
				operation: 'create',
				contactList: fromList(list()),
				email: '={{ $json.query.email }}',
			}),
		];
		const joining = Array.from({ length: 8 }, (_, n) => `joins${n}@example.org`);
		const isSubscribed = () => joining.map((email) => list().withEmail(email)?.unsubscribedAt === null);
		const anyShare = { maxRemovalPercent: 100 };

		// The first night, the form is sent while the sync runs.
		const first = await host.api.whilePublished(workflowOf('Form', form), async () => {
			service.sandbox.faults({ latencyMs: 150 });
			const join = async (email: string) =>
				(await fetch(`${host.n8nUrl}/webhook/join?email=${encodeURIComponent(email)}`)).status;
			const [done, ...statuses] = await Promise.all([night(rows, anyShare), ...joining.map(join)]);
			expect(new Set(statuses)).toEqual(new Set([200]));
			return done;
		});
		service.sandbox.faults({});
		expect(isSubscribed()).toEqual(joining.map(() => true));
		expect(first.items(ours).filter(({ json }) => json.action === 'unsubscribed')).toEqual([]);

		// The second night they are in the list, and still in no row.
		const second = await night(rows, anyShare);
		const held = second.items(ours).filter(({ json }) => json.action === 'held');
		expect(held.map(({ json }) => json.email).sort()).toEqual(joining);
		for (const { json } of held) expect(json.note).toMatch(/^not in the input; joined .*, kept until /);
		expect(isSubscribed()).toEqual(joining.map(() => true));

		// A day later.
		for (const email of joining.slice(0, 4)) defined(list().withEmail(email)).createdAt -= day;
		await night(rows, anyShare);
		expect(isSubscribed()).toEqual(joining.map((_, n) => n >= 4));
		await night(rows, { ...anyShare, keepNewHours: 0 });
		expect(isSubscribed()).toEqual(joining.map(() => false));
	});

	it('names whom one bad address holds; its summary counts them, and an IF on it rings a bell', async () => {
		const rows = [...sheet().slice(4), { email: 'nobody' }];
		const shown = (await night(rows, {})).items(ours).filter(({ json }) => json.action === 'held');
		const kept = list()
			.subscribers.slice(0, 4)
			.filter(({ unsubscribedAt }) => unsubscribedAt === null);
		expect(shown.map(({ json }) => json.email)).toEqual(kept.map(({ email }) => email));
		for (const { json } of shown)
			expect(json.note).toContain('1 row was rejected (first: "nobody"). Correct it and run the sheet again.');

		const bell = { name: 'Bell', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
		const isHeld = ifTrue('Held?', '={{ $json.held > 0 }}');
		const nodes = [...startWith(rows), sync({ options: { output: 'summary' } }), isHeld, bell];
		const done = succeeded(await host.api.run(workflowOf('Bell', nodes)));
		expect(done.items('Bell')).toMatchObject([{ json: { held: kept.length, rejected: 1 } }]);
	});
});
