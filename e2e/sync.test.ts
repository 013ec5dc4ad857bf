import type { LoggedRequest } from '../sandbox/request-log';
import type { Subscriber } from '../sandbox/store/store';
import { defined } from '../test/defined';
import { useMortalHost } from './support/hooks';
import { until } from './support/host';
import { fromList, ourNode, startWith, workflowOf } from './support/workflow';

const nodeName = 'Sync';

describe('Sync List in an n8n that is killed', () => {
	const { host, service, kill, start } = useMortalHost({ subscribers: 3_800, requestLogSize: 100_000 });

	it('is run again to its end: the list is as its 5,000 rows say, nobody is in it twice, and nobody has left or come back but by the rows', async () => {
		const list = defined(service.sandbox.state.contactLists[0]);
		const before = structuredClone([...list.subscribers]);
		/** By the place in the list: who is in no row, and whose name is another one in the sheet. */
		const isAbsent = (place: number): boolean => place < 300;
		const isRenamed = (place: number): boolean => !isAbsent(place) && place % 5 === 0;
		const newcomers = Array.from({ length: 1_500 }, (_, n) => ({ email: `newcomer${1_000 + n}@example.org` }));
		const rows = [
			...before
				.map(({ email, firstName, lastName, tags }, place) => ({
					email,
					first_name: firstName,
					last_name: isRenamed(place) ? 'Hopper' : lastName,
					tags,
				}))
				.filter((_, place) => !isAbsent(place)),
			...newcomers.map(({ email }) => ({ email, first_name: 'Ada', last_name: 'Lovelace', tags: ['new'] })),
		];
		const id = await host.api.save(
			workflowOf('Sync', [
				...startWith(rows),
				ourNode(nodeName, service.credentials, {
					resource: 'subscriber',
					operation: 'sync',
					contactList: fromList(list),
					removal: 'unsubscribe',
				}),
			]),
		);

		/** Runs the workflow, and kills n8n once so many requests of this operation have come. */
		async function runUntil(operation: string, count: number): Promise<void> {
			const earlier = requests(operation).length;
			const execution = await host.api.start(id);
			await until(() => requests(operation).length >= earlier + count, `${count} times ${operation}`);
			await kill();
			await start();
			expect((await host.api.ended(execution)).status).toBe('crashed');
		}

		service.sandbox.faults({ latencyMs: 50 });
		await runUntil('subscriber.create', 500);
		const written = list.subscribers.length - before.length;
		await runUntil('subscriber.toggleSubscription', 100);
		const gone = list.subscribers.filter(hasLeft).length - before.filter(hasLeft).length;
		service.sandbox.faults({});
		const ended = await host.api.runWorkflow(id);
		const after = structuredClone([...list.subscribers]);
		const again = await host.api.runWorkflow(id);

		// Both times it was killed midway.
		expect(written).toBeLessThan(newcomers.length);
		expect(gone).toBeLessThan(before.filter((person, place) => isAbsent(place) && !hasLeft(person)).length);
		expect([ended.status, again.status]).toEqual(['success', 'success']);
		expect(after.slice(0, before.length)).toEqual(
			before.map((person, place) => {
				const now = expect.any(Number) as number;
				if (isRenamed(place)) return { ...person, lastName: 'Hopper', updatedAt: now };
				return isAbsent(place) && !hasLeft(person) ? { ...person, unsubscribedAt: now, updatedAt: now } : person;
			}),
		);
		expect(after.slice(before.length).sort((one, other) => one.email.localeCompare(other.email))).toEqual(
			newcomers.map(({ email }) =>
				expect.objectContaining({ email, firstName: 'Ada', lastName: 'Lovelace', tags: ['new'], unsubscribedAt: null }),
			),
		);
		expect(again.items(nodeName).map(({ json }) => json.action)).toEqual(rows.map(() => 'unchanged'));
		expect(list.subscribers).toEqual(after);
	}, 400_000);

	function requests(operation: string): LoggedRequest[] {
		return service.sandbox.requests().filter(({ operationId }) => operationId === operation);
	}
});

function hasLeft({ unsubscribedAt }: Subscriber): boolean {
	return unsubscribedAt !== null;
}
