import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FaultPlan } from '../sandbox/faults/plan';
import { succeeded } from './support/execution';
import { useService } from './support/hooks';
import { ifTrue, waitSeconds } from './support/nodes';
import { people } from './support/service';
import { byId, chain, ourNode, startWith, workflowOf, type Node } from './support/workflow';

describe("n8n's own nodes around the node", () => {
	const { host, service } = useService({ subscribers: 0 });

	beforeEach(() => {
		service.sandbox.reset();
	});

	it('Loop Over Items creates 10 people in batches of 5', async () => {
		const [crowd, batchSize] = [people(10), 5];
		const loop: Node = {
			name: 'Loop',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { batchSize, options: {} },
		};
		const before = startWith(crowd);
		const connections = [
			...chain([...before, loop]),
			{ from: 'Loop', output: 1, to: 'Create' },
			{ from: 'Create', to: 'Loop' },
		];

		const { runs } = succeeded(await host.api.run(workflowOf('Loop', [...before, loop, create()], connections)));

		expect(service.emails()).toEqual(crowd.map(({ email }) => email));
		expect(runs('Create').map(({ outputs }) => outputs[0]?.length)).toEqual([5, 5]);
	});

	const late: FaultPlan['script'] = [{ fault: '503' }, { fault: '503-retry-after' }, { fault: 'none', times: 3 }];
	const allOnce = { 'unsure@x.org': 1, 'late@x.org': 1, 'taken@x.org': 2, 'good@x.org': 1 };

	it.each<[string, FaultPlan, object, number, string[], string[]]>([
		[
			'until the service accepts it',
			{ script: [...late, { fault: '503-retry-after' }] },
			{ ...allOnce, 'late@x.org': 3 },
			3,
			['taken@x.org', 'good@x.org', 'late@x.org'],
			['nobody', 'unsure@x.org', 'taken@x.org'],
		],
		[
			'three times at most',
			{ script: [...late, { fault: '503-retry-after', times: 99 }] },
			{ ...allOnce, 'late@x.org': 4 },
			4,
			['taken@x.org', 'good@x.org'],
			['nobody', 'unsure@x.org', 'taken@x.org', 'late@x.org'],
		],
	])(
		'the IF of the documentation sends again what can be sent, none twice, %s',
		async (_, plan, requests, rounds, inList, byHand) => {
			// More than the hour that the node itself waits.
			service.sandbox.faults({ retryAfterSeconds: 7_200, ...plan });
			const addresses = ['nobody', 'unsure@x.org', 'late@x.org', 'taken@x.org', 'taken@x.org', 'good@x.org'];
			const before = startWith(addresses.map((email) => ({ email })));
			const again = [waitSeconds('Wait', 1), ifTrue('Again?', `=${documentedCondition()}`)];
			const failing = create({ onError: 'continueErrorOutput' });
			const connections = [
				...chain([...before, failing]),
				{ from: 'Create', output: 1, to: 'Wait' },
				...chain(again),
				{ from: 'Again?', to: 'Create' },
			];

			const workflow = workflowOf('Again', [...before, failing, ...again], connections);
			const { runs, items } = succeeded(await host.api.run(workflow));

			const sent = service.sandbox.requests().map(({ body }) => (body as { email: string }).email);
			expect(countOf(sent)).toEqual(requests);
			expect(runs('Create')).toHaveLength(rounds);
			expect(service.emails()).toEqual(inList);
			expect(items('Again?', 1).map(({ json }) => json.email)).toEqual(byHand);
		},
	);

	/** One request after the other, so that people come in the order of their rows. */
	function create(settings?: Partial<Node>): Node {
		const parameters = {
			resource: 'subscriber',
			operation: 'create',
			contactList: byId(service.list),
			email: '={{ $json.email }}',
			requestOptions: { maxParallelRequests: 1 },
		};
		return ourNode('Create', service.credentials, parameters, settings);
	}

	/** What reliability.md writes into the IF. */
	function documentedCondition(): string {
		const page = readFileSync(join(__dirname, '../docs/reliability.md'), 'utf8');
		return /`(\{\{ \$json\.canRetry [^`]+)`/.exec(page)?.[1] ?? '';
	}

	function countOf(values: string[]): Record<string, number> {
		const counts: Record<string, number> = {};
		for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
		return counts;
	}
});
