/** What jobs and polls cost where 'Endpoint Paths' names searches, and where it does not. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../../test/engine/runNode';
import { triggerWith } from '../../test/engine/pollTrigger';
import { inSimulatedTime } from '../../test/engine/simulatedTime';
import { LaravelList } from '../../test/laravel/LaravelList';
import { serveList, type ServedList } from '../../test/laravel/serveList';
import { perMinute, throttle } from '../../test/laravel/throttle';
import { peopleOf, personAt } from '../people';
import { atMost, short, table, type Findings } from '../report';
import { isDone, parametersOf, spread, subscriberByEmail, type Job } from './jobs';

const [few, many] = [25_000, 300_000] as const;
const minuteMs = 60_000;
const searches = {
	'subscriber.getByEmail': '/v1/contact-lists/{contactList}/subscriber?filter[email]={email}',
	'subscriber.getChanged': '/v1/contact-lists/{contactList}/subscriber?sort=-updated_at',
};

interface Stage {
	readonly list: LaravelList;
	readonly served: ServedList;
	readonly credential: { baseUrl: string; accessToken: string; endpointPaths: string };
}

type Work = () => Promise<void>;

interface Task {
	readonly name: string;
	/** The most requests wanted with searches, for the short list and for the long one. */
	readonly most: readonly [few: number, many: number];
	/** Gives what is measured. */
	readonly prepare: (stage: Stage) => Work | Promise<Work>;
}

interface Cost {
	readonly sent: number;
	readonly minutes: number;
}

export async function measureSearched(): Promise<Omit<Findings, 'versions' | 'inShort'>> {
	const list = new LaravelList({ searches: 'honoured' });
	const served = await serveList(list);
	const costs = async (task: Task, listed: number, isThrottled: boolean): Promise<readonly Cost[]> => {
		const found: Cost[] = [];
		for (const paths of [{}, searches]) {
			const credential = { baseUrl: served.url, accessToken: 'bench', endpointPaths: JSON.stringify(paths) };
			found.push(await costOf(task, { list, served, credential }, listed, isThrottled));
			console.log(`${task.name}, ${listed}, ${Object.keys(paths).length} searches: ${JSON.stringify(found.at(-1))}`);
		}
		return found;
	};
	const rows = [];
	for (const task of tasks)
		rows.push({
			...task,
			short: await costs(task, few, false),
			long: await costs(task, many, false),
			slow: await costs(task, many, true),
		});
	await served.close();
	return {
		text: [
			`Requests where 'Endpoint Paths' names no search, and where it names \`subscriber.getByEmail\` and \`subscriber.getChanged\`, on lists of ${few} and ${many}; and the minutes that takes on the long list at ${perMinute} a minute. One subscriber is the last one of the list, several are all over it. The first poll of the trigger is not counted.`,
			table(
				[
					...['job', `${few}: no search`, 'searches', `${many}: no search`, 'searches'],
					...[`minutes at ${perMinute} a minute: no search`, 'searches'],
				],
				rows.map(({ name, short: onShort, long, slow }) => [
					name,
					...[...onShort, ...long].map(({ sent }) => sent),
					...slow.map(({ minutes }) => short(minutes)),
				]),
			),
		],
		targets: rows.flatMap(({ name, most, short: onShort, long }) =>
			[onShort, long].map(([, searched], index) =>
				atMost(`${name}, with searches, of ${index === 0 ? few : many}`, searched?.sent ?? NaN, most[index] ?? NaN),
			),
		),
	};
}

async function costOf({ prepare }: Task, stage: Stage, listed: number, isThrottled: boolean): Promise<Cost> {
	const { list, served } = stage;
	list.hold(peopleOf(listed));
	served.onRequest = undefined;
	const work = await prepare(stage);
	served.arrived.splice(0);
	if (!isThrottled) {
		await work();
		return { sent: served.arrived.length, minutes: 0 };
	}
	served.onRequest = throttle(() => undefined);
	const { ms } = await inSimulatedTime(work);
	return { sent: served.arrived.length, minutes: ms / minuteMs };
}

function changed(row: IDataObject): IDataObject {
	return { ...row, first_name: 'Grace' };
}

const upsert = { operation: 'upsert', dataMode: 'autoMapInputData' };
const unsubscribe = { operation: 'toggleSubscription', changeTo: 'unsubscribed' };
const emailOfItem = subscriberByEmail('={{ $json.email }}');
/** More items than pages: the list, the updates, and at most two rounds of creates in flight. */
const asWithout = few / 100 + 1_000 + 80;

const tasks: readonly Task[] = [
	ofNode('Get by email', [2, 2], (listed) => ({
		parameters: { operation: 'get', ...subscriberByEmail(personAt(listed - 1).email) },
		input: [{}],
		others: { get: 1 },
	})),
	ofNode('Create or Update, one who is there', [3, 3], (listed) => ({
		parameters: upsert,
		input: spread(1, listed).map(changed),
		others: { update: 1 },
	})),
	ofNode('Unsubscribe 100 by email', [401, 401], (listed) => ({
		parameters: { ...unsubscribe, ...emailOfItem },
		input: spread(100, listed),
		others: { toggle: 100 },
	})),
	ofNode('Create or Update, 1000 who are there', [asWithout, 3_001], (listed) => ({
		parameters: upsert,
		input: spread(1_000, listed).map(changed),
		others: { update: 1_000 },
	})),
	ofTrigger('Poll, nothing new', [1, 1], 0),
	ofTrigger('Poll, 20 changed', [2, 2], 20),
];

function ofNode(name: string, most: Task['most'], jobFor: (listed: number) => Omit<Job, 'name'>): Task {
	return {
		name,
		most,
		prepare: ({ list, served, credential }) => {
			const job = { name, ...jobFor(list.subscribers.length) };
			return async () => {
				const run = await runNode({ parameters: parametersOf(job), credential, input: [...job.input] });
				if (!isDone(job, run, served.arrived)) throw new Error(`${name}: ${run.error?.message}`);
			};
		},
	};
}

const watched: INodeParameters = {
	events: ['subscriberAdded', 'subscriberUpdated', 'subscriberUnsubscribed', 'subscriberResubscribed'],
	contactList: { __rl: true, mode: 'id', value: '01890000-0000-7000-8000-000000000001' },
	options: {},
};

function ofTrigger(name: string, most: Task['most'], changes: number): Task {
	return {
		name,
		most,
		prepare: async ({ list, credential }) => {
			const trigger = triggerWith(watched, credential);
			await trigger.poll();
			for (const { email } of spread(changes, list.subscribers.length)) change(list, email);
			return async () => {
				const events = (await trigger.poll()) ?? [];
				if (events.length !== changes) throw new Error(`${name}: ${events.length} events. ${trigger.log.join(' ')}`);
			};
		},
	};
}

function change(list: LaravelList, email: unknown): void {
	const uuid = list.withEmail(String(email))?.uuid;
	const url = `/v1/contact-lists/01890000-0000-7000-8000-000000000001/subscriber/${uuid}`;
	list.answer({ method: 'PUT', url, body: JSON.stringify({ first_name: 'Grace' }) });
}
