import axios, { type AxiosInstance } from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../../test/engine/runNode';

/** What a scenario is to do. */
export interface Task {
	/** Address of the bare server. */
	readonly url: string;
	/** How many subscribers to create. */
	readonly items: number;
	/** How many requests at a time; without it the node's own bound. */
	readonly parallel?: number;
}

/** Gives how many subscribers came back. */
type Scenario = (task: Task) => Promise<number>;

const list = '01890000-0000-7000-8000-000000000001';
const listPath = `/v1/contact-lists/${list}/subscriber`;

export const scenarios = {
	'node, Map Automatically': async (task) => await createWithNode(task, { dataMode: 'autoMapInputData' }),
	'node, three expressions': async (task) =>
		await createWithNode(task, {
			email: '={{ $json.email }}',
			additionalFields: { firstName: '={{ $json.first_name }}', lastName: '={{ $json.last_name }}' },
		}),
	'axios alone': createWithAxios,
	'node, Import': async (task) => await runOperation(task, { operation: 'import' }, rowsOf(task)),
	'node, Return All': async (task) => await runOperation(task, { operation: 'getAll', returnAll: true }, [{}]),
	'axios, all pages': readWithAxios,
} satisfies Record<string, Scenario>;

async function createWithNode(task: Task, parameters: INodeParameters): Promise<number> {
	return await runOperation(task, { operation: 'create', ...parameters }, rowsOf(task));
}

async function runOperation(
	{ url, parallel }: Task,
	parameters: INodeParameters,
	input: IDataObject[],
): Promise<number> {
	const { items, error } = await runNode({
		parameters: {
			resource: 'subscriber',
			contactList: { __rl: true, mode: 'id', value: list },
			requestOptions: parallel === undefined ? {} : { maxParallelRequests: parallel },
			...parameters,
		},
		credential: { baseUrl: url, accessToken: 'bench', endpointPaths: '{}' },
		input,
	});
	if (error !== undefined) throw error;
	return items.length;
}

async function createWithAxios(task: Task): Promise<number> {
	const rows = rowsOf(task);
	const answers: unknown[] = [];
	await inParallel(task, rows.length, async (client, index) => {
		answers[index] = (await client.post(listPath, rows[index])).data;
	});
	return answers.length;
}

/** Reads and keeps what the node reads and keeps. */
async function readWithAxios(task: Task): Promise<number> {
	const first = await axios.get<{ data: unknown[]; meta: { last_page: number } }>(`${task.url}${listPath}`);
	const pages = [first.data.data];
	await inParallel(task, first.data.meta.last_page - 1, async (client, index) => {
		pages[index + 1] = (await client.get<{ data: unknown[] }>(listPath, { params: { page: index + 2 } })).data.data;
	});
	return pages.flat().length;
}

async function inParallel(
	{ url, parallel = 10 }: Task,
	count: number,
	work: (client: AxiosInstance, index: number) => Promise<void>,
): Promise<void> {
	const client = axios.create({ baseURL: url, headers: { Authorization: 'Bearer bench' } });
	let next = 0;
	const worker = async (): Promise<void> => {
		for (let index = next++; index < count; index = next++) await work(client, index);
	};
	await Promise.all(Array.from({ length: parallel }, worker));
}

function rowsOf({ items }: Task): IDataObject[] {
	return Array.from({ length: items }, (_, index) => ({
		email: `person${index}@example.com`,
		first_name: 'Ada',
		last_name: `No. ${index}`,
	}));
}
