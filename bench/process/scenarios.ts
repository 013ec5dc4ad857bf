/** Runs one scenario in a process of its own, so that its memory is its own. */
import axios, { type AxiosInstance } from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../../test/engine/runNode';
import type { Outcome, Task } from './run';

const list = '01890000-0000-7000-8000-000000000001';
const listPath = `/v1/contact-lists/${list}/subscriber`;

/** Each returns how many subscribers came back. */
const scenarios = {
	'node, Map Automatically': (task: Task) =>
		runOperation(task, { operation: 'create', dataMode: 'autoMapInputData' }, rowsOf(task)),
	'node, three expressions': (task: Task) => {
		const additionalFields = { firstName: '={{ $json.first_name }}', lastName: '={{ $json.last_name }}' };
		return runOperation(task, { operation: 'create', email: '={{ $json.email }}', additionalFields }, rowsOf(task));
	},
	'node, Import': (task: Task) => runOperation(task, { operation: 'import' }, rowsOf(task)),
	'node, Return All': (task: Task) => runOperation(task, { operation: 'getAll', returnAll: true }, [{}]),
	'axios, creates': async (task: Task) => {
		const rows = rowsOf(task);
		const answers: unknown[] = [];
		await inParallel(task, rows.length, async (client, index) => {
			answers[index] = (await client.post(listPath, rows[index])).data;
		});
		return answers.length;
	},
	/** Reads and keeps what the node reads and keeps. */
	'axios, all pages': async (task: Task) => {
		const first = await axios.get<{ data: unknown[]; meta: { last_page: number } }>(`${task.url}${listPath}`);
		const pages = [first.data.data];
		await inParallel(task, first.data.meta.last_page - 1, async (client, index) => {
			pages[index + 1] = (await client.get<{ data: unknown[] }>(listPath, { params: { page: index + 2 } })).data.data;
		});
		return pages.flat().length;
	},
};

export type ScenarioName = keyof typeof scenarios;

async function runOperation({ url, parallel }: Task, parameters: INodeParameters, input: IDataObject[]) {
	const contactList = { __rl: true, mode: 'id', value: list };
	const requestOptions = parallel === undefined ? {} : { maxParallelRequests: parallel };
	const { items, error } = await runNode({
		parameters: { resource: 'subscriber', contactList, requestOptions, ...parameters },
		credential: { baseUrl: url, accessToken: 'bench', endpointPaths: '{}' },
		input,
	});
	if (error !== undefined) throw error;
	return items.length;
}

type Work = (client: AxiosInstance, index: number) => Promise<void>;

async function inParallel({ url, parallel = 10 }: Task, count: number, work: Work): Promise<void> {
	const client = axios.create({ baseURL: url, headers: { Authorization: 'Bearer bench' } });
	let next = 0;
	const worker = async (): Promise<void> => {
		for (let index = next++; index < count; index = next++) await work(client, index);
	};
	await Promise.all(Array.from({ length: parallel }, worker));
}

function rowsOf({ items }: Task): IDataObject[] {
	const row = (index: number) => ({
		email: `person${index}@example.com`,
		first_name: 'Ada',
		last_name: `No. ${index}`,
	});
	return Array.from({ length: items }, (_, index) => row(index));
}

async function main(): Promise<void> {
	const [name = '', task = '{}'] = process.argv.slice(2);
	const before = performance.now();
	const result = await scenarios[name as ScenarioName](JSON.parse(task) as Task).then(
		(done) => ({ done }),
		(failure: Error) => ({ done: 0, failure: failure.message }),
	);
	const peakMb = process.resourceUsage().maxRSS / 1024;
	process.send?.({ ...result, ms: performance.now() - before, peakMb } satisfies Outcome);
	process.disconnect();
}

void main();
