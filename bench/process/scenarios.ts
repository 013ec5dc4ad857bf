/** Runs one scenario in a process of its own, so that its memory is its own. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode } from '../../test/engine/runNode';
import { peopleOf } from '../people';
import type { Outcome, Task } from './Task';

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
	'Sync List, as many rows as subscribers, dry run': (task: Task) =>
		runOperation(
			task,
			{ operation: 'sync', dryRun: true, removal: 'delete', options: { output: 'rows' } },
			rowsOf(task),
			true,
		),
	'Import, list not read': (task: Task) => runOperation(task, importing({}), rowsOf(task), true),
	'Import, list not read, Include Input Fields': (task: Task) =>
		runOperation(task, importing({ includeInput: true }), rowsOf(task), true),
	'Get by email, an address that is not in the list': (task: Task) => {
		const subscriber = { __rl: true, mode: 'email', value: 'nobody@example.com' };
		return runOperation(task, { operation: 'get', subscriber }, [{}], true);
	},
	axios: async ({ url, items, parallel = 10 }: Task) => {
		const rows = rowsOf({ items });
		const client = axios.create({ baseURL: url, headers: { Authorization: 'Bearer bench' } });
		const answers: unknown[] = [];
		let next = 0;
		const worker = async (): Promise<void> => {
			for (let index = next++; index < items; index = next++)
				answers[index] = (await client.post(listPath, rows[index])).data;
		};
		await Promise.all(Array.from({ length: parallel }, worker));
		return answers.length;
	},
};

function importing(options: INodeParameters): INodeParameters {
	return { operation: 'import', options: { skipUnsubscribed: false, ...options } };
}

export type ScenarioName = keyof typeof scenarios;

/** @param isWhole whether pauses count until the end, and not only while the items are read */
async function runOperation(
	{ url, parallel }: Task,
	parameters: INodeParameters,
	input: IDataObject[],
	isWhole = false,
) {
	const contactList = { __rl: true, mode: 'id', value: list };
	const requestOptions = parallel === undefined ? {} : { maxParallelRequests: parallel };
	reading.enable();
	if (!isWhole) subscribe(firstRequest, stopSoon);
	const { items, error } = await runNode({
		parameters: { resource: 'subscriber', contactList, requestOptions, ...parameters },
		credential: { baseUrl: url, accessToken: 'bench', endpointPaths: '{}' },
		input,
		node: isWhole ? { onError: 'continueRegularOutput' } : {},
	});
	if (error !== undefined) throw error;
	return items.length;
}

/** How long the event loop stood still. */
const reading = monitorEventLoopDelay({ resolution: 5 });
const firstRequest = 'http.client.request.start';
/** A pause that the first request ends is noted at the next tick. */
function stopSoon(): void {
	unsubscribe(firstRequest, stopSoon);
	setTimeout(() => reading.disable(), 20);
}

function rowsOf({ items }: Pick<Task, 'items'>): IDataObject[] {
	return peopleOf(items);
}

async function main(): Promise<void> {
	const [name = '', task = '{}'] = process.argv.slice(2);
	const before = performance.now();
	const result = await scenarios[name as ScenarioName](JSON.parse(task) as Task).then(
		(done) => ({ done }),
		(failure: Error) => ({ done: 0, failure: failure.message }),
	);
	const peakMb = process.resourceUsage().maxRSS / 1024;
	const pauseMs = reading.max / 1e6;
	process.send?.({ ...result, ms: performance.now() - before, peakMb, pauseMs } satisfies Outcome);
	process.disconnect();
}

void main();
